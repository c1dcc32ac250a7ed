import CPlayheadFFmpeg
import PlayheadMedia
import PlayheadNetworking

/// Opens containers: detects the format, reads the header, and probes packets where the header is not sufficient.
///
/// Confines libavformat to the bytes of its source: it never opens files, URLs or ports by itself.
enum ContainerOpener {
  /// Creates the connection to a source. The source must be prepared.
  ///
  /// - Throws: `DemuxError.format` if memory is exhausted.
  static func bridge(_ source: any ByteSource) throws(DemuxError) -> IOBridge {
    do throws(FFmpegError) {
      return try IOBridge(source)
    } catch {
      throw .format(error)
    }
  }

  /// Detects the container, opens it, and probes packets if the header is not sufficient.
  ///
  /// - Returns: The context, and whether its edit lists only shift the times (`EditPreroll`).
  static func open(
    _ io: borrowing IOBridge, isEmpty: Bool, probesFully: Bool, formatName: String?, fileExtension: String?,
    part: PartOptions?, formats: ContainerFormats, readsFragmentsInOrder: Bool
  ) throws(DemuxError) -> (format: UnsafeMutablePointer<AVFormatContext>, shiftsEditsOnly: Bool) {
    // Problems of a file are reported through errors; a library must not write to the application's terminal.
    av_log_set_level(AV_LOG_QUIET)
    let input = try input(
      named: part?.formatName ?? formatName, fileExtension: fileExtension, io, isEmpty: isEmpty, formats: formats)
    var opened = try open(
      io, input, isEmpty: isEmpty, part: part, formats: formats, readsFragmentsInOrder: readsFragmentsInOrder)
    let shiftsEditsOnly = part == nil && EditPreroll.isLost(opened, io)
    if shiftsEditsOnly {
      var unused: UnsafeMutablePointer<AVFormatContext>? = opened
      avformat_close_input(&unused)
      guard avio_seek(io.context, 0, SEEK_SET) >= 0 else { throw .source(io.takeError() ?? .cancelled) }
      opened = try open(
        io, input, isEmpty: isEmpty, part: nil, formats: formats, shiftsEditsOnly: true,
        readsFragmentsInOrder: readsFragmentsInOrder)
    }
    guard probesFully || needsProbing(opened) else { return (opened, shiftsEditsOnly) }
    // Without a header further streams may appear, and libavformat waits for them. A brief probe must not: the caller
    // checks afterwards whether it was sufficient.
    let hasNoHeader = opened.pointee.ctx_flags & AVFMTCTX_NOHEADER
    if part?.look == .brief, opened.pointee.nb_streams > 0 { opened.pointee.ctx_flags &= ~AVFMTCTX_NOHEADER }
    let code = probe(opened)
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

  /// Probes packets. To find the format of a picture libavformat decodes it: not those above the limit of pictures.
  private static func probe(_ format: UnsafeMutablePointer<AVFormatContext>) -> Int32 {
    let isPicture = String(cString: format.pointee.iformat.pointee.name).hasSuffix("_pipe")
    var options = format.streamPointers.map { stream -> OpaquePointer? in
      guard isPicture || stream.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC != 0 else { return nil }
      var options: OpaquePointer?
      av_dict_set(&options, "max_pixels", "\(VideoDecoder.pictureLimit)", 0)
      return options
    }
    defer { for index in options.indices { av_dict_free(&options[index]) } }
    return options.withUnsafeMutableBufferPointer { avformat_find_stream_info(format, $0.baseAddress) }
  }

  /// Reads the header. `shiftsEditsOnly`: MP4 edit lists shift times and drop no samples.
  private static func open(
    _ io: borrowing IOBridge, _ input: UnsafePointer<AVInputFormat>, isEmpty: Bool, part: PartOptions?,
    formats: ContainerFormats, shiftsEditsOnly: Bool = false, readsFragmentsInOrder: Bool
  ) throws(DemuxError) -> UnsafeMutablePointer<AVFormatContext> {
    var format = avformat_alloc_context()
    guard let context = format else { throw .format(FFmpegError(.open, code: playhead_error_out_of_memory)) }
    context.pointee.pb = io.context
    context.pointee.flags |= AVFMT_FLAG_CUSTOM_IO
    // Without an index libavformat stops at the first fragment, and reads the header of each one with its samples.
    if readsFragmentsInOrder { context.pointee.flags |= AVFMT_FLAG_IGNIDX }
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

  /// The headers of MP4 and Matroska contain all that decoding needs; probing packets as well doubles the opening time.
  private static func needsProbing(_ format: UnsafeMutablePointer<AVFormatContext>) -> Bool {
    guard let name = format.pointee.iformat?.pointee.name.map({ String(cString: $0) }) else { return true }
    guard name.hasPrefix("mov,") || name.hasPrefix("matroska") else { return true }
    return format.pointee.nb_streams == 0
      || format.streamPointers.contains { !isKnown($0) || ImplicitAudioFormat.mayDiffer($0) }
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
  private static func isKnown(_ stream: UnsafeMutablePointer<AVStream>) -> Bool {
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

  /// Whether a brief probe was sufficient: there are streams and all of them are known, video including its format and
  /// frame rate.
  static func knowsStreams(of format: UnsafeMutablePointer<AVFormatContext>) -> Bool {
    let streams = format.streamPointers
    return !streams.isEmpty
      && streams.allSatisfy { stream in
        guard isKnown(stream), let parameters = stream.pointee.codecpar?.pointee else { return false }
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

  // MARK: Restrictions

  /// The container's demuxer: the named one, or the one that probing the first bytes selects.
  private static func input(
    named name: String?, fileExtension: String?, _ io: borrowing IOBridge, isEmpty: Bool, formats: ContainerFormats
  ) throws(DemuxError) -> UnsafePointer<AVInputFormat> {
    var found = name.flatMap { av_find_input_format($0) }
    if found == nil {
      let code = av_probe_input_buffer2(io.context, &found, formats.hint(fileExtension), nil, 0, 0)
      guard code >= 0, found != nil else {
        if let error = io.takeError() { throw .source(error) }
        throw isEmpty ? .empty : .format(FFmpegError(.open, code: code < 0 ? code : playhead_error_invalid_data))
      }
    }
    guard let found, let label = found.pointee.name.map({ String(cString: $0) }) else {
      throw .format(FFmpegError(.open, code: playhead_error_invalid_data))
    }
    guard formats.allows(label) else { throw .refused(format: label) }
    return found
  }

  /// The options for every context, including those that demuxers create internally. Must be freed.
  private static func guarding(_ dictionary: OpaquePointer?, formats: ContainerFormats) -> OpaquePointer? {
    var dictionary = dictionary
    av_dict_set(&dictionary, "format_whitelist", formats.list, 0)
    // No protocol is allowed, not even files: all bytes come through the source.
    av_dict_set(&dictionary, "protocol_whitelist", "", 0)
    return dictionary
  }
}

extension UnsafeMutablePointer<AVFormatContext> {
  /// The streams of the context, by index.
  var streamPointers: [UnsafeMutablePointer<AVStream>] {
    (0..<Int(pointee.nb_streams)).compactMap { pointee.streams[$0] }
  }
}

extension IOBridge {
  /// Makes a context refuse to open anything, and abort as soon as the source is cancelled. The bridge must outlive it.
  func confine(_ format: UnsafeMutablePointer<AVFormatContext>) {
    playhead_confine(format, isInterrupted, opaque)
  }

  /// The callback that libavformat polls during long operations. `opaque` is the box of the source.
  private var isInterrupted: @convention(c) (UnsafeMutableRawPointer?) -> Int32 {
    { opaque in
      guard let opaque else { return 0 }
      return Unmanaged<SourceBox>.fromOpaque(opaque).takeUnretainedValue().source.isCancelled ? 1 : 0
    }
  }
}
