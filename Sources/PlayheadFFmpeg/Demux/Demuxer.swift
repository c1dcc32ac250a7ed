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
  /// The public stream numbers and the attributes of their packets; nil: libavformat's own numbers.
  var published: [Published?]?
  /// Streams of ID3 tags, and the tags read from them so far.
  var tagStreams: Set<Int> = []
  /// The timed tags that `takeTags` has not returned yet, in file order.
  var tagged: [TimedTags] = []
  /// Packets that were read ahead and not yet returned.
  var pendingPackets: [UnsafeMutablePointer<AVPacket>] = []
  /// Whether the last read was cancelled, so that the next one must clear libavformat's error.
  var wasCancelled = false
  /// Whether a packet was read: errors then count as the end of the file.
  var hasRead = false
  /// Keeps the timeline continuous across PTS jumps; nil if the container cannot have any.
  var discontinuities: DiscontinuityDetector?

  /// The stream number and the parameters that packets of a segment carry.
  struct Published {
    /// The index of the track in the stream of segments.
    var index: Int
    /// The parameters for decoding the packets.
    var parameters: StreamParameters
  }

  /// Opens the container. `probesFully` reads on until every stream is known, even if the header is sufficient for
  /// playback. `formatName`: libavformat's name of the container, to skip detection. `fileExtension`: the extension of
  /// the source's name, for containers without a signature. `formats`: the permitted containers, unless the source is a
  /// segment of a stream.
  ///
  /// Blocks until the header is read.
  ///
  /// - Throws: `refused` for a container that is not permitted; `source`, `format` or `empty`.
  package init(
    source: any ByteSource, probesFully: Bool = false, formatName: String? = nil, fileExtension: String? = nil,
    part: PartOptions? = nil, formats: ContainerFormats = .local
  ) throws(DemuxError) {
    do throws(ByteSourceError) {
      try source.prepare()
    } catch {
      throw .source(error)
    }
    let bridge = try Self.bridge(source)
    let opened = try Self.open(
      bridge, isEmpty: source.size == 0, probesFully: probesFully, formatName: formatName,
      fileExtension: fileExtension, part: part, formats: part == nil ? formats : .segment)
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
    let streams = Self.streams(of: opened)
    let gapless = part == nil ? Self.gapless(opened, source) : nil
    let origin = gapless?.origin ?? (part == nil ? MediaDescription.origin(of: opened) : .zero)
    mappings = streams.map { TimeMapping($0.pointee.time_base, origin: origin) }
    var info = MediaDescription.describe(opened, mappings: mappings, isSeekable: source.isSeekable)
    let hasBoxes = info.containerName.hasPrefix("mov,") && source.isSeekable && part == nil
    trackEnds = MP4TrackEnds(hasBoxes ? source : nil)
    for index in info.tracks.indices {
      guard let names = trackEnds.names[info.tracks[index].trackID] else { continue }
      info.tracks[index].add(names)
    }
    if let declared = trackEnds.duration, info.duration.isNumeric {
      info.duration = MediaDescription.duration(info.duration, declared: declared)
    }
    let fragments = MP4Fragments(hasBoxes ? source : nil)
    if fragments.isFragmented {
      info.duration = fragments.end ?? .indefinite
      info.hasIndex = false
    }
    var ends = shiftsEditsOnly ? trackEnds.editEnds : [:]
    if let gapless, let index = info.tracks.firstIndex(where: { $0.trackID == gapless.track }) {
      ends = [gapless.track: gapless.end]
      info.tracks[index].timeRange = CMTimeRange(start: .zero, duration: gapless.end)
      info.duration = gapless.end
    }
    editEnds = EditEndFilter(ends, of: &info.tracks)
    self.info = info
    if part == nil { discontinuities = Self.discontinuityLimits(opened, info).map { DiscontinuityDetector($0) } }
    // libavformat continues to read at the position that it assumes.
    if hasBoxes { try? source.seek(to: io.context.pointee.pos) }
  }

  /// The priming and length that an MP4 file with a single audio stream declares in its tags; nil for other files.
  private static func gapless(
    _ format: UnsafeMutablePointer<AVFormatContext>, _ source: any ByteSource
  ) -> MP4Gapless? {
    let streams = streams(of: format).filter { $0.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC == 0 }
    guard let name = format.pointee.iformat?.pointee.name, String(cString: name).hasPrefix("mov,"),
      source.isSeekable, streams.count == 1, let parameters = streams[0].pointee.codecpar?.pointee,
      parameters.codec_type == AVMEDIA_TYPE_AUDIO
    else { return nil }
    return MP4Gapless(source, sampleRate: parameters.sample_rate)
  }

  /// Creates the connection to a source.
  private static func bridge(_ source: any ByteSource) throws(DemuxError) -> IOBridge {
    do throws(FFmpegError) {
      return try IOBridge(source)
    } catch {
      throw .format(error)
    }
  }

  /// Detects the container, opens it, and probes packets if the header is not sufficient.
  ///
  /// - Returns: The context, and whether its edit lists only shift the times (`losesPreroll`).
  private static func open(
    _ io: borrowing IOBridge, isEmpty: Bool, probesFully: Bool, formatName: String?, fileExtension: String?,
    part: PartOptions?, formats: ContainerFormats
  ) throws(DemuxError) -> (format: UnsafeMutablePointer<AVFormatContext>, shiftsEditsOnly: Bool) {
    // Problems of a file are reported through errors; a library must not write to the application's terminal.
    av_log_set_level(AV_LOG_QUIET)
    let input = try input(
      named: part?.formatName ?? formatName, fileExtension: fileExtension, io, isEmpty: isEmpty, formats: formats)
    var opened = try open(io, input, isEmpty: isEmpty, part: part, formats: formats)
    let shiftsEditsOnly = part == nil && losesPreroll(opened, io)
    if shiftsEditsOnly {
      var unused: UnsafeMutablePointer<AVFormatContext>? = opened
      avformat_close_input(&unused)
      guard avio_seek(io.context, 0, SEEK_SET) >= 0 else { throw .source(io.takeError() ?? .cancelled) }
      opened = try open(io, input, isEmpty: isEmpty, part: nil, formats: formats, shiftsEditsOnly: true)
    }
    guard probesFully || needsProbing(opened) else { return (opened, shiftsEditsOnly) }
    // Without a header further streams may appear, and libavformat waits for them. A brief probe must not: the caller
    // checks afterwards whether it was sufficient.
    let hasNoHeader = opened.pointee.ctx_flags & AVFMTCTX_NOHEADER
    if part?.look == .brief, opened.pointee.nb_streams > 0 { opened.pointee.ctx_flags &= ~AVFMTCTX_NOHEADER }
    let code = avformat_find_stream_info(opened, nil)
    opened.pointee.ctx_flags |= hasNoHeader
    // A cancelled probe may look complete to libavformat.
    if io.source.isCancelled {
      var format: UnsafeMutablePointer<AVFormatContext>? = opened
      avformat_close_input(&format)
      throw .source(.cancelled)
    }
    guard code < 0 else { return (opened, shiftsEditsOnly) }
    let reason = io.takeError()
    var format: UnsafeMutablePointer<AVFormatContext>? = opened
    avformat_close_input(&format)
    if let reason { throw .source(reason) }
    throw .format(FFmpegError(.probe, code: code))
  }

  /// Reads the header. `shiftsEditsOnly`: MP4 edit lists shift times and drop no samples.
  private static func open(
    _ io: borrowing IOBridge, _ input: UnsafePointer<AVInputFormat>, isEmpty: Bool, part: PartOptions?,
    formats: ContainerFormats, shiftsEditsOnly: Bool = false
  ) throws(DemuxError) -> UnsafeMutablePointer<AVFormatContext> {
    var format = avformat_alloc_context()
    guard let context = format else { throw .format(FFmpegError(.open, code: playhead_error_out_of_memory)) }
    context.pointee.pb = io.context
    context.pointee.flags |= AVFMT_FLAG_CUSTOM_IO
    io.confine(context)
    var dictionary = guarding(part?.dictionary, formats: formats)
    defer { av_dict_free(&dictionary) }
    if shiftsEditsOnly { av_dict_set(&dictionary, "advanced_editlist", "0", 0) }
    if let part {
      context.pointee.probesize = PartOptions.probeBytes
      context.pointee.max_analyze_duration = part.look.microseconds
    }
    limitAnalysis(of: context, input)
    let code = avformat_open_input(&format, nil, input, &dictionary)
    guard code >= 0, let opened = format else {
      // libavformat has freed the context.
      if let error = io.takeError() { throw .source(error) }
      if io.source.isCancelled { throw .source(.cancelled) }
      throw isEmpty ? .empty : .format(FFmpegError(.open, code: code))
    }
    // libavformat accepts a truncated header: a read failure must still be reported.
    if let error = io.takeError(), opened.pointee.nb_streams == 0 || error == .cancelled {
      avformat_close_input(&format)
      throw .source(error)
    }
    return opened
  }

  deinit {
    for packet in pendingPackets {
      var packet: UnsafeMutablePointer<AVPacket>? = packet
      av_packet_free(&packet)
    }
    var format: UnsafeMutablePointer<AVFormatContext>? = format
    avformat_close_input(&format)
  }

  /// The headers of MP4 and Matroska contain all that decoding needs; probing packets as well doubles the opening time.
  private static func needsProbing(_ format: UnsafeMutablePointer<AVFormatContext>) -> Bool {
    guard let name = format.pointee.iformat?.pointee.name.map({ String(cString: $0) }) else { return true }
    guard name.hasPrefix("mov,") || name.hasPrefix("matroska") else { return true }
    return format.pointee.nb_streams == 0
      || streams(of: format).contains { !isKnown($0) || ImplicitAudioFormat.mayDiffer($0) }
  }

  /// WAV headers declare everything except whether the samples are DTS, which one second of them shows. Otherwise
  /// FFmpeg 7 analyses five seconds in packets four times as large, which takes long on a slow server.
  private static func limitAnalysis(
    of format: UnsafeMutablePointer<AVFormatContext>, _ input: UnsafePointer<AVInputFormat>
  ) {
    guard let name = input.pointee.name, String(cString: name) == "wav" else { return }
    if format.pointee.max_analyze_duration == 0 { format.pointee.max_analyze_duration = 1_000_000 }
    format.pointee.max_probe_packets = 16
  }

  /// Whether a stream's parameters are enough to decode it.
  static func isKnown(_ stream: UnsafeMutablePointer<AVStream>) -> Bool {
    guard let parameters = stream.pointee.codecpar?.pointee else { return false }
    // A cover image is complete in itself; its size is not needed before decoding.
    if stream.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC != 0 { return true }
    switch parameters.codec_type {
    case AVMEDIA_TYPE_VIDEO: return parameters.codec_id != AV_CODEC_ID_NONE && parameters.width > 0
    case AVMEDIA_TYPE_AUDIO:
      return parameters.codec_id != AV_CODEC_ID_NONE && parameters.sample_rate > 0
        && parameters.ch_layout.nb_channels > 0
    default: return true
    }
  }

  /// The streams of a context, by index.
  static func streams(of format: UnsafeMutablePointer<AVFormatContext>) -> [UnsafeMutablePointer<AVStream>] {
    (0..<Int(format.pointee.nb_streams)).compactMap { format.pointee.streams[$0] }
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
      hasExactDurations: info.containerName.hasPrefix("mov,") && published == nil,
      exactEnd: track.kind == .audio ? trackEnds.ends[track.trackID] ?? editEnds[index] : nil)
  }

  /// Selects the streams to return packets of. The others are not even read if the container allows it.
  package mutating func setActiveStreams(_ active: Set<Int>) {
    for (index, stream) in Self.streams(of: format).enumerated() {
      stream.pointee.discard = active.contains(index) ? AVDISCARD_DEFAULT : AVDISCARD_ALL
    }
  }

  /// The indexes of the streams whose packets are returned.
  private var activeStreams: [Int] {
    Self.streams(of: format).enumerated().filter { $1.pointee.discard != AVDISCARD_ALL }.map(\.offset)
  }

  /// The next packet in file order; nil at the end. Packets that the container marks as damaged are returned too.
  package mutating func readPacket() throws(DemuxError) -> Packet? {
    while let raw = pendingPackets.isEmpty ? try readRaw() : pendingPackets.removeFirst() {
      let index = Int(raw.pointee.stream_index)
      guard let published else {
        makeContinuous(raw, mapping: mappings[index])
        if editEnds.admits(raw, mappings[index]) { return makePacket(raw, mapping: mappings[index]) }
        var late: UnsafeMutablePointer<AVPacket>? = raw
        av_packet_free(&late)
        if editEnds.isOver(activeStreams) { return nil }
        continue
      }
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

  /// Reads the next packet in file order, in the file's own times; nil at the end. The caller must free it.
  mutating func readRaw() throws(DemuxError) -> UnsafeMutablePointer<AVPacket>? {
    if wasCancelled {
      wasCancelled = false
      io.clearFailure()
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
      // Skip damaged data: libavformat resumes at the next packet.
      failures += 1
      if code == playhead_error_invalid_data {
        if failures <= Self.failureLimit { continue }
      }
      // Some demuxers report an error at the end of the file. Everything read before plays.
      if hasRead { return nil }
      throw .format(FFmpegError(.read, code: code))
    }
  }

  /// The number of consecutive damaged packets that counts as the end of the readable data, or of the file if something
  /// was read before.
  private static let failureLimit = 100

  /// Wraps a packet with its times on the timeline. Takes ownership of it.
  func makePacket(
    _ raw: UnsafeMutablePointer<AVPacket>, mapping: TimeMapping, parameters: StreamParameters? = nil
  ) -> Packet {
    Packet(
      taking: raw, presentationTime: mapping.time(ofTicks: raw.pointee.pts),
      decodeTime: mapping.time(ofTicks: raw.pointee.dts), duration: mapping.duration(ofTicks: raw.pointee.duration),
      isScrambled: info.containerName == "mpeg" && io.isScrambled(packetAt: raw.pointee.pos), parameters: parameters)
  }
}
