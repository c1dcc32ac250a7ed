import CPlayheadFFmpeg
import CoreMedia
import PlayheadMedia

/// Demuxing of parts of a stream: consecutive segments of a playlist.
extension Demuxer {
  /// Whether a brief probe was sufficient: there are streams and all of them are known, video including its format and
  /// frame rate.
  package var knowsStreams: Bool { ContainerOpener.knowsStreams(of: format) }

  /// The first presentation times of the given streams, in the container's own times. Reads until each stream has had a
  /// packet; the packets are queued and returned later.
  package mutating func firstTimes(ofStreams indexes: Set<Int>) throws(DemuxError) -> [Int: CMTime] {
    let isFragment = info.containerName.hasPrefix("mov,")
    var times: [Int: CMTime] = [:]
    while times.count < indexes.count {
      let ahead = reader.pendingCount
      guard ahead < RawPacketReader.readAheadLimit else { break }
      guard let raw = try reader.peek(at: ahead, io, streamCount: mappings.count) else { break }
      let index = Int(raw.pointee.stream_index)
      guard indexes.contains(index), times[index] == nil else { continue }
      let ticks = raw.pointee.pts == playhead_no_timestamp ? raw.pointee.dts : raw.pointee.pts
      let time = mappings[index].time(ofTicks: ticks)
      times[index] = time.isNumeric ? time : .zero
      guard isFragment else { continue }
      times.merge(SampleIndex.audioTimes(ofStreams: indexes, of: format, mappings)) { read, _ in read }
    }
    return times
  }

  /// Places a segment on the timeline of the stream. `origin` is the container time that becomes zero; `tracks` are the
  /// stream's tracks for each of the container's streams. Packets carry the indexes of these tracks and the parameters
  /// for decoding them; packets of other streams are dropped. Call it before the first packet is read.
  package mutating func place(origin: CMTime, tracks: [TrackInfo?]) {
    mappings = format.streamPointers.map { TimeMapping($0.pointee.time_base, origin: origin) }
    let part = PlacedPart(format, mappings: mappings, tracks: tracks)
    self.part = part
    setActiveStreams(part.activeStreams)
  }

  /// Returns and clears the timed tags between the packets read so far.
  package mutating func takeTags() -> [TimedTags] { part?.takeTags() ?? [] }

  /// The parameters of a track of the stream.
  package func placedParameters(_ index: Int) -> StreamParameters? { part?.parameters(ofTrack: index) }
}
