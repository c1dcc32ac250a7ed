import CPlayheadFFmpeg
import CoreMedia
import PlayheadMedia

/// Demuxing of parts of a stream: consecutive segments of a playlist.
extension Demuxer {
  /// Whether a brief probe was sufficient: there are streams and all of them are known, video including its format and
  /// frame rate.
  package var knowsStreams: Bool {
    let streams = format.streamPointers
    return !streams.isEmpty
      && streams.allSatisfy { stream in
        guard ContainerOpener.isKnown(stream), let parameters = stream.pointee.codecpar?.pointee else { return false }
        switch parameters.codec_type {
        case AVMEDIA_TYPE_VIDEO:
          return parameters.format >= 0
            && (stream.pointee.avg_frame_rate.num > 0 || stream.pointee.r_frame_rate.num > 0)
        // libavformat may have to probe for the codec of its packets.
        case AVMEDIA_TYPE_UNKNOWN, AVMEDIA_TYPE_DATA: return parameters.codec_id != AV_CODEC_ID_NONE
        default: return true
        }
      }
  }

  /// The first presentation times of the given streams, in the container's own times. Reads until each stream has had a
  /// packet; the packets are queued and returned later.
  package mutating func firstTimes(ofStreams indexes: Set<Int>) throws(DemuxError) -> [Int: CMTime] {
    var times: [Int: CMTime] = [:]
    while times.count < indexes.count, pendingPackets.count < Self.readAheadLimit, let raw = try readRaw() {
      pendingPackets.append(raw)
      let index = Int(raw.pointee.stream_index)
      guard indexes.contains(index), times[index] == nil else { continue }
      let ticks = raw.pointee.pts == playhead_no_timestamp ? raw.pointee.dts : raw.pointee.pts
      let time = mappings[index].time(ofTicks: ticks)
      times[index] = time.isNumeric ? time : .zero
      times.merge(fragmentAudioTimes(indexes)) { read, _ in read }
    }
    return times
  }
  /// A second of video and audio packets.
  static let readAheadLimit = 200

  /// The first audio times of an MP4 fragment from its sample table: its audio may follow all video, seconds of
  /// download away, and need not be read. Audio is not reordered.
  func fragmentAudioTimes(_ indexes: Set<Int>) -> [Int: CMTime] {
    guard info.containerName.hasPrefix("mov,") else { return [:] }
    var times: [Int: CMTime] = [:]
    for index in indexes {
      guard let stream = format.pointee.streams[index],
        stream.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_AUDIO,
        let first = avformat_index_get_entry(stream, 0)
      else { continue }
      let time = mappings[index].time(ofTicks: first.pointee.timestamp)
      if time.isNumeric { times[index] = time }
    }
    return times
  }

  /// Places a segment on the timeline of the stream. `origin` is the container time that becomes zero; `tracks` are the
  /// stream's tracks for each of the container's streams. Packets carry the indexes of these tracks and the parameters
  /// for decoding them; packets of other streams are dropped. Call it before the first packet is read.
  package mutating func place(origin: CMTime, tracks: [TrackInfo?]) {
    mappings = format.streamPointers.map { TimeMapping($0.pointee.time_base, origin: origin) }
    published = []
    published = mappings.indices.map { index in
      guard tracks.indices.contains(index), let track = tracks[index], let stream = format.pointee.streams[index]
      else { return nil }
      return StreamParameters(
        stream: stream, mapping: mappings[index], track: track, hasExactDurations: false, exactEnd: nil,
        isPlacedPart: true
      ).map { Published(index: track.index, parameters: $0) }
    }
    tagStreams = Set(
      format.streamPointers.indices.filter {
        format.pointee.streams[$0]?.pointee.codecpar.pointee.codec_id == AV_CODEC_ID_TIMED_ID3
      })
    setActiveStreams(tagStreams.union(mappings.indices.filter { published?[$0] != nil }))
  }

  /// Reads the ID3 tag of a packet into `tagged`; ignores it beyond the limit of tags.
  mutating func take(tags raw: UnsafeMutablePointer<AVPacket>, mapping: TimeMapping) {
    guard let data = raw.pointee.data, raw.pointee.size > 0, tagged.count < TagLimits.count else { return }
    var bytes = Array(UnsafeBufferPointer(start: data, count: Int(raw.pointee.size)))
    // FFmpeg 5.1 strips the first five bytes as an access unit header (ISO/IEC 13818-1 §2.12.4), which these streams do
    // not have.
    if !bytes.starts(with: Self.tagHead.prefix(3)) { bytes = Self.tagHead + bytes }
    let tags = TimedTags.id3(bytes)
    if !tags.isEmpty { tagged.append(TimedTags(time: mapping.time(ofTicks: raw.pointee.pts), tags: tags)) }
  }

  /// ID3 version 2.4, which clients of HTTP Live Streaming expect.
  static let tagHead: [UInt8] = [0x49, 0x44, 0x33, 4, 0]

  /// Returns and clears the timed tags between the packets read so far.
  package mutating func takeTags() -> [TimedTags] {
    defer { tagged = [] }
    return tagged
  }

  /// The parameters of a track of the stream.
  package func placedParameters(_ index: Int) -> StreamParameters? {
    published?.lazy.compactMap { $0 }.first { $0.index == index }?.parameters
  }
}
