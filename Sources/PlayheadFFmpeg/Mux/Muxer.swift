import CPlayheadFFmpeg
import CoreMedia
import PlayheadBasics
import PlayheadMedia
import PlayheadNetworking

/// The owner of an `AVFormatContext` for writing: writes compressed packets of several tracks to a file.
///
/// Used by one thread. A file that is not finished is not playable; its owner removes it.
package final class Muxer {
  /// A track to write.
  package struct Track {
    /// The coding of the packets, which are copied unchanged.
    package var parameters: StreamParameters
    /// The language, name and transform.
    package var info: TrackInfo
    /// Units of time per second; nil for those of the packets.
    package var timescale: CMTimeScale?

    /// Describes a track. `info`: its properties; nil for those of the packets.
    package init(_ parameters: StreamParameters, info: TrackInfo? = nil, timescale: CMTimeScale? = nil) {
      (self.parameters, self.info, self.timescale) = (parameters, info ?? parameters.track, timescale)
    }
  }

  /// libavformat's context, owned and freed by this object.
  private let format: UnsafeMutablePointer<AVFormatContext>
  /// Whether `finish` was called.
  private var isFinished = false
  /// The last decode time of each track in its own units.
  private var lastTicks: [Int: Int64] = [:]
  /// Receives segments; nil for a file.
  private let segments: SegmentOutput?

  /// The units per second of edit lists: 90 kHz contains the frame durations of all usual frame rates.
  private static let movieTimescale = "90000"

  /// Whether a container can store a codec, both by FFmpeg's names.
  package static func canStore(_ codec: String, in container: String) -> Bool {
    guard let output = av_guess_format(container, nil, nil),
      let codec = avcodec_descriptor_get_by_name(codec)?.pointee.id
    else { return false }
    return avformat_query_codec(output, codec, FF_COMPLIANCE_NORMAL) == 1
  }

  /// Whether a container, by FFmpeg's name, can store a track without encoding it again.
  package static func canStore(_ track: TrackInfo, in container: String) -> Bool {
    // The samples of QuickTime's own text have another description than those of MP4, under one name of the codec.
    if track.codecTag == quickTimeText, container != "mov" { return false }
    return canStore(track.codecName, in: container)
  }

  /// The tag `text`, with the first character in the high byte.
  private static let quickTimeText: UInt32 = 0x7465_7874

  /// Creates a file and writes its header.
  ///
  /// - Parameters:
  ///   - path: The path of the file (`SystemPath`), which is replaced; nil for segments, which `cut()` returns.
  ///   - container: FFmpeg's name of the container, such as `mp4`.
  ///   - metadata: The metadata with libavformat's key names.
  ///   - isProgressive: Whether the index of MP4 precedes the media, so that playback starts before all is loaded.
  ///   - fragmentDuration: The duration of the fragments of MP4 (ISO/IEC 14496-12 §8.8); nil for none.
  ///   - extras: The chapters and the cover, which are left out where the container does not store them.
  /// - Throws: `FFmpegError` if the file cannot be written, or the container does not store one of the codecs.
  package init(
    path: String?, container: String, tracks: [Track], metadata: [String: String], isProgressive: Bool,
    fragmentDuration: CMTime? = nil, extras: FileExtras = FileExtras()
  ) throws(FFmpegError) {
    segments = path == nil ? try SegmentOutput() : nil
    var made: UnsafeMutablePointer<AVFormatContext>?
    // libavformat opens the file again under this name to move the index to the front.
    let code = SystemPath.withBytes(of: "file:" + (path ?? "")) {
      avformat_alloc_output_context2(&made, nil, container, $0)
    }
    guard code >= 0, let made else { throw FFmpegError(.write, code: code) }
    format = made
    for (key, value) in metadata.sorted(by: { $0.key < $1.key }) { av_dict_set(&made.pointee.metadata, key, value, 0) }
    for track in tracks { try Self.add(track, to: made) }
    let additions = MuxerExtras(made, container: container)
    try additions.add(extras.chapters)
    let cover = try additions.add(cover: extras.cover)
    // Times before zero become an edit list, which hides what is only decoded.
    made.pointee.avoid_negative_ts = 0
    if let segments {
      made.pointee.pb = segments.context
      made.pointee.flags |= AVFMT_FLAG_CUSTOM_IO | AVFMT_FLAG_FLUSH_PACKETS
    } else {
      try Self.check(avio_open(&made.pointee.pb, made.pointee.url, AVIO_FLAG_WRITE))
    }
    var options: OpaquePointer?
    defer { av_dict_free(&options) }
    if Self.isMovie(container) {
      av_dict_set(&options, "movie_timescale", Self.movieTimescale, 0)
      av_dict_set(&options, "use_editlist", "1", 0)
      if segments != nil {
        // The initialization segment waits for the first samples, which declare the priming.
        av_dict_set(&options, "movflags", "+frag_custom+delay_moov+default_base_moof+skip_trailer", 0)
      } else if let fragmentDuration {
        // The written bytes must be on the disk if the program ends.
        made.pointee.flags |= AVFMT_FLAG_FLUSH_PACKETS
        // The header waits for the first fragment, which declares the priming.
        av_dict_set(&options, "movflags", "+delay_moov+default_base_moof", 0)
        let microseconds = max(1, Int64(saturating: (fragmentDuration.seconds * 1e6).rounded()))
        av_dict_set(&options, "frag_duration", String(microseconds), 0)
      } else if isProgressive {
        av_dict_set(&options, "movflags", "+faststart", 0)
      }
    }
    try Self.check(avformat_write_header(made, &options))
    try cover?.write(to: made)
  }

  deinit {
    if segments == nil { avio_closep(&format.pointee.pb) } else { format.pointee.pb = nil }
    avformat_free_context(format)
  }

  /// Whether a container, by FFmpeg's name, is of the family of MP4, which has edit lists.
  package static func isMovie(_ container: String) -> Bool {
    ["mp4", "mov", "ipod", "3gp", "3g2"].contains(container)
  }

  private static func check(_ code: Int32) throws(FFmpegError) {
    guard code < 0 else { return }
    throw FFmpegError(.write, code: code)
  }

  private static func add(_ track: Track, to format: UnsafeMutablePointer<AVFormatContext>) throws(FFmpegError) {
    guard let stream = avformat_new_stream(format, nil) else { throw .outOfMemory(.write) }
    let parameters = track.parameters
    try check(avcodec_parameters_copy(stream.pointee.codecpar, parameters.raw))
    // Each container has its own tags. Apple's players need `hvc1`.
    stream.pointee.codecpar.pointee.codec_tag = 0
    let isMovie = isMovie(String(cString: format.pointee.oformat.pointee.name))
    if isMovie, parameters.raw.pointee.codec_id == AV_CODEC_ID_HEVC {
      stream.pointee.codecpar.pointee.codec_tag = 0x3163_7668
    }
    // libavformat's first choice for QuickTime is `text`, whose description differs from that of `tx3g`.
    if isMovie, parameters.raw.pointee.codec_id == AV_CODEC_ID_MOV_TEXT {
      let isQuickTime = track.info.codecTag == quickTimeText
      stream.pointee.codecpar.pointee.codec_tag = isQuickTime ? 0x7478_6574 : 0x6733_7874
    }
    stream.pointee.time_base = AVRational(
      num: track.timescale == nil ? Int32(clamping: parameters.mapping.numerator) : 1,
      den: track.timescale ?? parameters.mapping.timescale)
    let info = track.info
    if let language = info.language { av_dict_set(&stream.pointee.metadata, "language", language, 0) }
    if let title = info.title { av_dict_set(&stream.pointee.metadata, "title", title, 0) }
    if info.isDefault { stream.pointee.disposition |= AV_DISPOSITION_DEFAULT }
    if info.isForced { stream.pointee.disposition |= AV_DISPOSITION_FORCED }
    stream.pointee.disposition |= info.roles.disposition
    if let video = info.video {
      stream.pointee.sample_aspect_ratio = AVRational(
        num: video.pixelAspect.horizontal, den: video.pixelAspect.vertical)
      if video.transform != .identity {
        var matrix = matrix(of: video.transform)
        try check(playhead_set_display_matrix(stream, &matrix))
      }
    }
  }

  /// The matrix of a transform, in 16.16 numbers and 2.30 numbers (ISO/IEC 14496-12 §8.5.2).
  private static func matrix(of transform: DisplayTransform) -> [Int32] {
    let one: Int32 = 1 << 16
    var (a, b, c, d): (Int32, Int32, Int32, Int32) =
      switch transform.rotation {
      case 90: (0, one, -one, 0)
      case 180: (-one, 0, 0, -one)
      case 270: (0, -one, one, 0)
      default: (one, 0, 0, one)
      }
    if transform.isMirrored { (a, b, c, d) = (-a, -b, c, d) }
    return [a, b, 0, c, d, 0, 0, 0, 1 << 30]
  }

  /// Writes a packet. Those of all tracks are passed approximately in the order of their times.
  ///
  /// - Parameters:
  ///   - track: The index of the track.
  ///   - decodeTime: The decode time on the packet's timeline.
  ///   - origin: The time of the packet's timeline at which that of the file begins.
  /// - Throws: `FFmpegError` if the packet cannot be written, for instance because the disk is full.
  package func write(_ packet: Packet, track: Int, decodeTime: CMTime, origin: CMTime) throws(FFmpegError) {
    guard let stream = format.pointee.streams[track], let copy = av_packet_clone(packet.raw) else {
      throw .outOfMemory(.write)
    }
    var unused: UnsafeMutablePointer<AVPacket>? = copy
    defer { av_packet_free(&unused) }
    let base = stream.pointee.time_base
    copy.pointee.stream_index = Int32(track)
    copy.pointee.pts = Self.ticks(packet.presentationTime - origin, base)
    copy.pointee.dts = Self.ticks(decodeTime - origin, base)
    ascend(copy, track)
    copy.pointee.duration = packet.duration > .zero ? Self.ticks(packet.duration, base) : 0
    copy.pointee.pos = -1
    try Self.check(av_interleaved_write_frame(format, copy))
    if let pb = format.pointee.pb { try Self.check(pb.pointee.error) }
  }

  /// Moves a packet that damaged media decodes at or before the one before it to the next tick, as players decode it in
  /// the order of the file: muxers refuse others.
  private func ascend(_ packet: UnsafeMutablePointer<AVPacket>, _ track: Int) {
    let unknown = playhead_no_timestamp
    if packet.pointee.dts == unknown { packet.pointee.dts = packet.pointee.pts }
    if let last = lastTicks[track], packet.pointee.dts != unknown, packet.pointee.dts <= last {
      packet.pointee.dts = last.addingSaturated(1)
    }
    if packet.pointee.pts == unknown || packet.pointee.pts < packet.pointee.dts {
      packet.pointee.pts = packet.pointee.dts
    }
    if packet.pointee.dts != unknown { lastTicks[track] = packet.pointee.dts }
  }

  /// Writes what is buffered, and the index.
  ///
  /// - Throws: `FFmpegError` if it cannot be written.
  package func finish() throws(FFmpegError) {
    guard !isFinished else { return }
    isFinished = true
    try Self.check(av_write_trailer(format))
    if segments == nil { try Self.check(avio_closep(&format.pointee.pb)) }
  }

  /// Ends a segment of MP4, and returns its bytes: before the first one, those of the initialization segment too.
  ///
  /// - Throws: `FFmpegError` if the packets cannot be written.
  package func cut() throws(FFmpegError) -> [UInt8] {
    // The packets that wait for those of other tracks, then the fragment, which the header precedes at first.
    try Self.check(av_interleaved_write_frame(format, nil))
    for _ in 0..<2 {
      let code = av_write_frame(format, nil)
      guard code >= 0 else { throw FFmpegError(.write, code: code) }
    }
    return segments?.take() ?? []
  }

  private static func ticks(_ time: CMTime, _ base: AVRational) -> Int64 {
    guard time.isNumeric, base.num > 0, base.den > 0 else { return playhead_no_timestamp }
    let scaled = CMTimeConvertScale(time, timescale: base.den, method: .roundHalfAwayFromZero)
    return scaled.isNumeric ? scaled.value / Int64(base.num) : playhead_no_timestamp
  }
}
