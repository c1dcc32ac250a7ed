import CPlayheadFFmpeg
import CoreMedia
import PlayheadMedia
import PlayheadNetworking

/// The owner of an `AVFormatContext`: opens a container, returns its packets in file order, and seeks in it.
///
/// Used by one thread. A blocking read ends when the source is cancelled.
package struct Demuxer: ~Copyable {
  /// libavformat's context, owned and closed by this object.
  let format: UnsafeMutablePointer<AVFormatContext>
  /// The connection to the source. It must outlive `format`.
  let io: IOBridge
  /// The time bases by stream index.
  var mappings: [TimeMapping]
  /// The exact ends of MP4 tracks, for the parameters of decoders.
  private let trackEnds: MP4TrackEnds
  /// Drops packets beyond the edits of an MP4 file that libavformat opened without applying them.
  var editEnds: EditEndFilter
  /// The properties of the container.
  package let info: MediaInfo
  /// The place of a segment in its stream, with the numbers of its tracks; nil: libavformat's own numbers.
  var part: PlacedPart?
  /// Reads packets, and holds those that were read ahead.
  var reader: RawPacketReader
  /// Keeps the timeline continuous across PTS jumps.
  var timeline = ContinuousTimeline()

  /// Opens the container. `probesFully` reads on until every stream is known, even if the header is sufficient for
  /// playback. `formatName`: libavformat's name of the container, to skip detection. `fileExtension`: the extension of
  /// the source's name, for containers without a signature. `formats`: the permitted containers, unless the source is a
  /// segment of a stream. `readsFragmentsInOrder`: the headers of fragments are read with their samples.
  ///
  /// Blocks until the header is read.
  ///
  /// - Throws: `refused` for a container that is not permitted; `source`, `format` or `empty`.
  package init(
    source: any ByteSource, probesFully: Bool = false, formatName: String? = nil, fileExtension: String? = nil,
    part: PartOptions? = nil, formats: ContainerFormats = .local, readsFragmentsInOrder: Bool = false
  ) throws(DemuxError) {
    do throws(ByteSourceError) {
      try source.prepare()
    } catch {
      throw .source(error)
    }
    let bridge = try ContainerOpener.bridge(source)
    let opened = try ContainerOpener.open(
      bridge, isEmpty: source.size == 0, probesFully: probesFully, formatName: formatName,
      fileExtension: fileExtension, part: part, formats: part == nil ? formats : .segment,
      readsFragmentsInOrder: readsFragmentsInOrder)
    self.init(opened.format, through: bridge, of: source, part: part, shiftsEditsOnly: opened.shiftsEditsOnly)
  }

  /// Does not throw: Swift 6.2 destroys default values twice if an initializer of a noncopyable type throws after
  /// setting them.
  private init(
    _ opened: UnsafeMutablePointer<AVFormatContext>, through bridge: consuming IOBridge, of source: any ByteSource,
    part: PartOptions?, shiftsEditsOnly: Bool
  ) {
    io = bridge
    format = opened
    reader = RawPacketReader(opened)
    let streams = opened.streamPointers
    let gapless = part == nil ? MP4Gapless.declared(by: opened, source) : nil
    let origin = gapless?.origin ?? (part == nil ? MediaDescription.origin(of: opened) : .zero)
    mappings = streams.map { TimeMapping($0.pointee.time_base, origin: origin) }
    var info = MediaDescription.describe(opened, mappings: mappings, isSeekable: source.isSeekable)
    let hasBoxes = info.containerName.hasPrefix("mov,") && source.isSeekable && part == nil
    trackEnds = MP4TrackEnds(hasBoxes ? source : nil)
    if hasBoxes { info.refine(trackEnds, MP4Fragments(source)) }
    var ends = shiftsEditsOnly ? trackEnds.editEnds : [:]
    if let gapless, let index = info.tracks.firstIndex(where: { $0.trackID == gapless.track }) {
      ends = [gapless.track: gapless.end]
      info.tracks[index].timeRange = CMTimeRange(start: .zero, duration: gapless.end)
      info.duration = gapless.end
    }
    editEnds = EditEndFilter(ends, of: &info.tracks)
    // Parsers would look for headers in encrypted data, and split packets at wrong ones.
    if info.tracks.contains(where: \.hasEncryptedSamples) { opened.pointee.flags |= AVFMT_FLAG_NOPARSE }
    self.info = info
    if part == nil { timeline = ContinuousTimeline(opened, info) }
    // libavformat continues to read at the position that it assumes.
    if hasBoxes { try? source.seek(to: io.context.pointee.pos) }
  }

  deinit {
    var format: UnsafeMutablePointer<AVFormatContext>? = format
    avformat_close_input(&format)
  }

  /// The decoding parameters of a stream; nil if there is no such stream.
  package func parameters(ofStream index: Int) -> StreamParameters? {
    guard mappings.indices.contains(index), let track = info.track(at: index),
      let stream = format.pointee.streams[index]
    else {
      return nil
    }
    return StreamParameters(
      stream: stream, mapping: mappings[index], track: track,
      hasExactDurations: info.containerName.hasPrefix("mov,") && part == nil,
      exactEnd: track.kind == .audio ? trackEnds.ends[track.trackID] ?? editEnds[index] : nil)
  }

  /// Selects the streams to return packets of. The others are not even read if the container allows it.
  package mutating func setActiveStreams(_ active: Set<Int>) {
    for (index, stream) in format.streamPointers.enumerated() {
      stream.pointee.discard = active.contains(index) ? AVDISCARD_DEFAULT : AVDISCARD_ALL
    }
  }

  /// The indexes of the streams whose packets are returned.
  private var activeStreams: [Int] {
    format.streamPointers.enumerated().filter { $1.pointee.discard != AVDISCARD_ALL }.map(\.offset)
  }

  /// The next packet in file order; nil at the end. Packets that the container marks as damaged are returned too.
  package mutating func readPacket() throws(DemuxError) -> Packet? {
    while let raw = try reader.next(io, streamCount: mappings.count) {
      let index = Int(raw.pointee.stream_index)
      guard part != nil else {
        makeContinuous(raw, mapping: mappings[index])
        if editEnds.admits(raw, mappings[index]) { return makePacket(raw, mapping: mappings[index]) }
        RawPacketReader.free(raw)
        if editEnds.isOver(activeStreams) { return nil }
        continue
      }
      if let track = part?.track(ofStream: index) {
        raw.pointee.stream_index = Int32(track.index)
        return makePacket(raw, mapping: mappings[index], parameters: track.parameters)
      }
      part?.take(raw, mapping: mappings[index])
      RawPacketReader.free(raw)
    }
    return nil
  }

  /// Wraps a packet with its times on the timeline. Takes ownership of it.
  private func makePacket(
    _ raw: UnsafeMutablePointer<AVPacket>, mapping: TimeMapping, parameters: StreamParameters? = nil
  ) -> Packet {
    Packet(
      taking: raw, mapping: mapping,
      isScrambled: info.containerName == "mpeg" && io.isScrambled(packetAt: raw.pointee.pos), parameters: parameters)
  }
}
