import CPlayheadFFmpeg
import CoreMedia

/// What is demuxed are parts of a stream: segments that a playlist names one after the other.
extension Demuxer {
  /// Whether a brief look was enough: there are streams, all of them are known, pictures also by their format and rate.
  package var knowsStreams: Bool {
    let streams = Self.streams(of: format)
    return !streams.isEmpty
      && streams.allSatisfy { stream in
        guard Self.isKnown(stream), let parameters = stream.pointee.codecpar?.pointee else { return false }
        switch parameters.codec_type {
        case AVMEDIA_TYPE_VIDEO:
          return parameters.format >= 0
            && (stream.pointee.avg_frame_rate.num > 0 || stream.pointee.r_frame_rate.num > 0)
        // What its packets are libavformat may have to find out.
        case AVMEDIA_TYPE_UNKNOWN, AVMEDIA_TYPE_DATA: return parameters.codec_id != AV_CODEC_ID_NONE
        default: return true
        }
      }
  }

  /// When the first packets of streams are to be presented, in the container's own time. Reads on until each of them has shown one;
  /// what was read comes again as packets.
  package mutating func firstTimes(ofStreams indexes: Set<Int>) throws(DemuxError) -> [Int: CMTime] {
    var times: [Int: CMTime] = [:]
    while times.count < indexes.count, ahead.count < Self.lookAhead, let raw = try readRaw() {
      ahead.append(raw)
      let index = Int(raw.pointee.stream_index)
      guard indexes.contains(index), times[index] == nil else { continue }
      let ticks = raw.pointee.pts == playhead_no_timestamp ? raw.pointee.dts : raw.pointee.pts
      let time = mappings[index].time(ofTicks: ticks)
      times[index] = time.isNumeric ? time : .zero
      times.merge(tabledSoundTimes(indexes)) { read, _ in read }
    }
    return times
  }
  /// A second of pictures, and of sound.
  static let lookAhead = 200

  /// A fragment of MP4 begins with a table of its samples: the first of the sound may lie behind all pictures, seconds of fetching
  /// away, and need not be read to know its time. Sound is not reordered.
  func tabledSoundTimes(_ indexes: Set<Int>) -> [Int: CMTime] {
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

  /// Puts a part in its place in the whole: `origin` is the container's time that becomes zero, `tracks` are the whole's for each of
  /// the container's streams. Packets carry these tracks' indexes, and the parameters that decode them; those of other streams are
  /// left out. Before the first packet is read.
  package mutating func place(origin: CMTime, tracks: [TrackInfo?]) {
    mappings = Self.streams(of: format).map { TimeMapping($0.pointee.time_base, origin: origin) }
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
      Self.streams(of: format).indices.filter {
        format.pointee.streams[$0]?.pointee.codecpar.pointee.codec_id == AV_CODEC_ID_TIMED_ID3
      })
    setActiveStreams(tagStreams.union(mappings.indices.filter { published?[$0] != nil }))
  }

  mutating func take(tags raw: UnsafeMutablePointer<AVPacket>, mapping: TimeMapping) {
    guard let data = raw.pointee.data, raw.pointee.size > 0, tagged.count < TagLimits.count else { return }
    var bytes = Array(UnsafeBufferPointer(start: data, count: Int(raw.pointee.size)))
    // FFmpeg 5.1 takes the first five bytes for the header of an access unit (ISO/IEC 13818-1 §2.12.4), which these streams have not.
    if !bytes.starts(with: Self.tagHead.prefix(3)) { bytes = Self.tagHead + bytes }
    let tags = TimedTags.id3(bytes)
    if !tags.isEmpty { tagged.append(TimedTags(time: mapping.time(ofTicks: raw.pointee.pts), tags: tags)) }
  }

  /// Version 2.4, which players of HTTP Live Streaming expect.
  static let tagHead: [UInt8] = [0x49, 0x44, 0x33, 4, 0]

  /// The tags that stood between the packets that were read, once.
  package mutating func takeTags() -> [TimedTags] {
    defer { tagged = [] }
    return tagged
  }

  /// The parameters of the track with this index of the whole.
  package func placedParameters(_ index: Int) -> StreamParameters? {
    published?.lazy.compactMap { $0 }.first { $0.index == index }?.parameters
  }
}
