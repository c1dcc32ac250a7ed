import CPlayheadFFmpeg
import CoreMedia
import PlayheadNetworking

/// The owner of one `AVFormatContext`: opens a container, gives its packets in file order, and finds positions in it.
///
/// Used by one thread. A read that blocks ends when the source is cancelled.
package struct Demuxer: ~Copyable {
  let format: UnsafeMutablePointer<AVFormatContext>
  let io: IOBridge
  private(set) var mappings: [TimeMapping]
  private let trackEnds: MP4TrackEnds
  package let info: MediaInfo
  /// The numbers by which streams are known outside, and what goes along with their packets; nil: libavformat's own.
  private(set) var published: [Published?]?
  /// Streams whose packets are ID3 tags, and what was read of them.
  private var tagStreams: Set<Int> = []
  private var tagged: [TimedTags] = []
  /// Packets that were looked at before they were wanted.
  private var ahead: [UnsafeMutablePointer<AVPacket>] = []
  private var wasCancelled = false
  private var hasRead = false

  struct Published {
    var index: Int
    var parameters: StreamParameters
  }

  /// Opens the container. `probesFully` reads on until every stream is known also where the header says enough to play;
  /// `formatName`: libavformat's name of the container where it shall not find out.
  package init(
    source: any ByteSource, probesFully: Bool = false, formatName: String? = nil, part: PartOptions? = nil
  ) throws(DemuxError) {
    do throws(ByteSourceError) {
      try source.prepare()
    } catch {
      throw .source(error)
    }
    let bridge = try Self.bridge(source)
    let opened = try Self.open(
      bridge, isEmpty: source.size == 0, probesFully: probesFully, formatName: formatName, part: part)
    io = bridge
    format = opened
    let origin = part == nil ? MediaDescription.origin(of: opened) : .zero
    let streams = Self.streams(of: opened)
    mappings = streams.map { TimeMapping($0.pointee.time_base, origin: origin) }
    var info = MediaDescription.describe(opened, mappings: mappings, isSeekable: source.isSeekable)
    let hasBoxes = info.containerName.hasPrefix("mov,") && source.isSeekable && part == nil
    trackEnds = MP4TrackEnds(hasBoxes ? source : nil)
    for index in info.tracks.indices {
      guard let names = trackEnds.names[info.tracks[index].trackID] else { continue }
      info.tracks[index].add(names)
    }
    let fragments = MP4Fragments(hasBoxes ? source : nil)
    if fragments.isFragmented {
      info.duration = fragments.end ?? .indefinite
      info.hasIndex = false
    }
    self.info = info
    // libavformat goes on reading where it believes the source to be.
    if hasBoxes { try? source.seek(to: io.context.pointee.pos) }
  }

  private static func bridge(_ source: any ByteSource) throws(DemuxError) -> IOBridge {
    do throws(FFmpegError) {
      return try IOBridge(source)
    } catch {
      throw .format(error)
    }
  }

  private static func open(
    _ io: borrowing IOBridge, isEmpty: Bool, probesFully: Bool, formatName: String?, part: PartOptions?
  ) throws(DemuxError) -> UnsafeMutablePointer<AVFormatContext> {
    // What is wrong with a file is told through errors; a library does not write to somebody's terminal.
    av_log_set_level(AV_LOG_QUIET)
    var format = avformat_alloc_context()
    guard let context = format else { throw .format(FFmpegError(.open, code: playhead_error_out_of_memory)) }
    context.pointee.pb = io.context
    context.pointee.flags |= AVFMT_FLAG_CUSTOM_IO
    var dictionary = part?.dictionary
    defer { av_dict_free(&dictionary) }
    if let part {
      context.pointee.probesize = PartOptions.probeBytes
      context.pointee.max_analyze_duration = part.look.microseconds
    }
    let input = (part?.formatName ?? formatName).flatMap { av_find_input_format($0) }
    var code = avformat_open_input(&format, nil, input, &dictionary)
    guard code >= 0, let opened = format else {
      // libavformat has freed the context.
      if let error = io.takeError() { throw .source(error) }
      throw isEmpty ? .empty : .format(FFmpegError(.open, code: code))
    }
    // libavformat takes a header that breaks off for a short one: bytes that could not be had are a failure all the same.
    if let error = io.takeError(), opened.pointee.nb_streams == 0 || error == .cancelled {
      avformat_close_input(&format)
      throw .source(error)
    }
    guard probesFully || needsProbing(opened) else { return opened }
    code = avformat_find_stream_info(opened, nil)
    guard code < 0 else { return opened }
    let reason = io.takeError()
    avformat_close_input(&format)
    if let reason { throw .source(reason) }
    throw .format(FFmpegError(.probe, code: code))
  }

  deinit {
    for packet in ahead {
      var packet: UnsafeMutablePointer<AVPacket>? = packet
      av_packet_free(&packet)
    }
    var format: UnsafeMutablePointer<AVFormatContext>? = format
    avformat_close_input(&format)
  }

  /// MP4 and Matroska say in their headers all that decoding needs; looking at packets as well doubles the time to open.
  private static func needsProbing(_ format: UnsafeMutablePointer<AVFormatContext>) -> Bool {
    guard let name = format.pointee.iformat?.pointee.name.map({ String(cString: $0) }) else { return true }
    guard name.hasPrefix("mov,") || name.hasPrefix("matroska") else { return true }
    return format.pointee.nb_streams == 0 || streams(of: format).contains { !isKnown($0) }
  }

  /// Whether a stream's parameters are enough to decode it.
  private static func isKnown(_ stream: UnsafeMutablePointer<AVStream>) -> Bool {
    guard let parameters = stream.pointee.codecpar?.pointee else { return false }
    // A cover is whole in itself; nobody asks for its size before it is decoded.
    if stream.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC != 0 { return true }
    switch parameters.codec_type {
    case AVMEDIA_TYPE_VIDEO: return parameters.codec_id != AV_CODEC_ID_NONE && parameters.width > 0
    case AVMEDIA_TYPE_AUDIO:
      return parameters.codec_id != AV_CODEC_ID_NONE && parameters.sample_rate > 0
        && parameters.ch_layout.nb_channels > 0
    default: return true
    }
  }

  private static func streams(of format: UnsafeMutablePointer<AVFormatContext>) -> [UnsafeMutablePointer<AVStream>] {
    (0..<Int(format.pointee.nb_streams)).compactMap { format.pointee.streams[$0] }
  }

  package func parameters(ofStream index: Int) -> StreamParameters? {
    guard mappings.indices.contains(index), let track = info.track(at: index),
      let stream = format.pointee.streams[index]
    else {
      return nil
    }
    return StreamParameters(
      stream: stream, mapping: mappings[index], track: track,
      hasExactDurations: info.containerName.hasPrefix("mov,") && published == nil,
      exactEnd: track.kind == .audio ? trackEnds.ends[track.trackID] : nil)
  }

  /// Packets of streams that nobody plays are not even read where the container allows it.
  package mutating func setActiveStreams(_ active: Set<Int>) {
    for (index, stream) in Self.streams(of: format).enumerated() {
      stream.pointee.discard = active.contains(index) ? AVDISCARD_DEFAULT : AVDISCARD_ALL
    }
  }

  /// The next packet in file order; nil at the end. A packet that the container marks as damaged is given nevertheless.
  package mutating func readPacket() throws(DemuxError) -> Packet? {
    while let raw = ahead.isEmpty ? try readRaw() : ahead.removeFirst() {
      let index = Int(raw.pointee.stream_index)
      guard let published else { return makePacket(raw, mapping: mappings[index]) }
      if published.indices.contains(index), let known = published[index] {
        raw.pointee.stream_index = Int32(known.index)
        return makePacket(raw, mapping: mappings[index], parameters: known.parameters)
      }
      if tagStreams.contains(index) { take(tags: raw, mapping: mappings[index]) }
      var unwanted: UnsafeMutablePointer<AVPacket>? = raw
      av_packet_free(&unwanted)
    }
    return nil
  }

  private mutating func readRaw() throws(DemuxError) -> UnsafeMutablePointer<AVPacket>? {
    if wasCancelled {
      wasCancelled = false
      io.forgetFailure()
    }
    var failures = 0
    while true {
      guard let packet = av_packet_alloc() else {
        throw .format(FFmpegError(.read, code: playhead_error_out_of_memory))
      }
      let code = av_read_frame(format, packet)
      // Streams that appear later (MPEG-TS) are not played.
      if code >= 0, mappings.indices.contains(Int(packet.pointee.stream_index)) {
        hasRead = true
        return packet
      }
      var failed: UnsafeMutablePointer<AVPacket>? = packet
      av_packet_free(&failed)
      if code >= 0 || code == playhead_error_again { continue }
      if let error = io.takeError() {
        wasCancelled = error == .cancelled
        throw .source(error)
      }
      if code == playhead_error_eof { return nil }
      // A damaged place is stepped over: libavformat looks for the next packet behind it.
      failures += 1
      if code == playhead_error_invalid_data {
        if failures <= Self.failureLimit { continue }
        if hasRead { return nil }
      }
      throw .format(FFmpegError(.read, code: code))
    }
  }

  /// More damaged places in a row than this are the end of what can be read: of the file, if anything was read before.
  private static let failureLimit = 100

  func makePacket(
    _ raw: UnsafeMutablePointer<AVPacket>, mapping: TimeMapping, parameters: StreamParameters? = nil
  ) -> Packet {
    Packet(
      taking: raw, presentationTime: mapping.time(ofTicks: raw.pointee.pts),
      decodeTime: mapping.time(ofTicks: raw.pointee.dts), duration: mapping.duration(ofTicks: raw.pointee.duration),
      parameters: parameters)
  }

  // MARK: Parts of a stream

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
  private static let lookAhead = 200

  /// A fragment of MP4 begins with a table of its samples: the first of the sound may lie behind all pictures, seconds of fetching
  /// away, and need not be read to know its time. Sound is not reordered.
  private func tabledSoundTimes(_ indexes: Set<Int>) -> [Int: CMTime] {
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

  private mutating func take(tags raw: UnsafeMutablePointer<AVPacket>, mapping: TimeMapping) {
    guard let data = raw.pointee.data, raw.pointee.size > 0, tagged.count < TagLimits.count else { return }
    var bytes = Array(UnsafeBufferPointer(start: data, count: Int(raw.pointee.size)))
    // FFmpeg 5.1 takes the first five bytes for the header of an access unit (ISO/IEC 13818-1 §2.12.4), which these streams have not.
    if !bytes.starts(with: Self.tagHead.prefix(3)) { bytes = Self.tagHead + bytes }
    let tags = TimedTags.id3(bytes)
    if !tags.isEmpty { tagged.append(TimedTags(time: mapping.time(ofTicks: raw.pointee.pts), tags: tags)) }
  }

  /// Version 2.4, which players of HTTP Live Streaming expect.
  private static let tagHead: [UInt8] = [0x49, 0x44, 0x33, 4, 0]

  /// The tags that stood between the packets that were read, once.
  package mutating func takeTags() -> [TimedTags] {
    defer { tagged = [] }
    return tagged
  }

  /// The parameters of the track with this index of the whole.
  package func placedParameters(_ index: Int) -> StreamParameters? {
    published?.lazy.compactMap { $0 }.first { $0.index == index }?.parameters
  }

  /// Goes to the last sync sample of `stream` whose time is not after `time`, as well as the container's index knows: the first
  /// packets may still lie later, and callers look at them.
  package mutating func seek(to time: CMTime, stream index: Int) throws(DemuxError) {
    guard mappings.indices.contains(index) else { return }
    io.forgetFailure()
    // A stream without an index is searched by bisection, which knows nothing before its first time stamps and may end anywhere:
    // the beginning is the first byte.
    if time <= .zero, info.containerName.hasPrefix("mpeg"), av_seek_frame(format, -1, 0, AVSEEK_FLAG_BYTE) >= 0 {
      return
    }
    var code = av_seek_frame(format, Int32(index), mappings[index].ticks(notAfter: time), AVSEEK_FLAG_BACKWARD)
    if code < 0 {
      if let error = io.takeError() { throw .source(error) }
      // Some demuxers know no position before their first packet; the beginning always exists.
      code = avformat_seek_file(format, -1, .min, 0, .max, AVSEEK_FLAG_BACKWARD)
    }
    if code < 0 {
      if let error = io.takeError() { throw .source(error) }
      throw .format(FFmpegError(.seek, code: code))
    }
  }

  /// Goes to the first byte, in streams that know no times to find a position by.
  package mutating func rewind() throws(DemuxError) {
    io.forgetFailure()
    let code = av_seek_frame(format, -1, 0, AVSEEK_FLAG_BYTE)
    guard code < 0 else { return }
    if let error = io.takeError() { throw .source(error) }
    throw .format(FFmpegError(.seek, code: code))
  }

  /// The time of the last sync sample of `stream` that is not after `time`, where the container's index tells it without
  /// reading; nil where it does not.
  ///
  /// Some indexes file decode times. They are corrected by the delay of the first picture: near enough to tell which pictures
  /// belong together, not to land by.
  package func indexedSyncTime(notAfter time: CMTime, stream index: Int) -> CMTime? {
    guard filesSyncSamples, mappings.indices.contains(index), let stream = format.pointee.streams[index],
      let first = avformat_index_get_entry(stream, 0),
      let last = avformat_index_get_entry(stream, avformat_index_get_entries_count(stream) - 1)
    else { return nil }
    let start = stream.pointee.start_time
    let delay = start == playhead_no_timestamp ? 0 : max(0, start - first.pointee.timestamp)
    let wanted = mappings[index].ticks(notAfter: time) - delay
    // An index that is put together while reading says nothing about what lies behind its end.
    guard info.hasIndex || last.pointee.timestamp > wanted else { return nil }
    let entry = avformat_index_get_entry_from_timestamp(
      stream, max(wanted, first.pointee.timestamp), AVSEEK_FLAG_BACKWARD)
    return entry.map { mappings[index].time(ofTicks: $0.pointee.timestamp + delay) }
  }

  /// Whether the index of streams is one of sync samples. MPEG's demuxers file whatever packets they met while searching.
  private var filesSyncSamples: Bool {
    ["mov,", "matroska", "avi", "flv"].contains { info.containerName.hasPrefix($0) }
  }
}
