import CPlayheadFFmpeg
import CoreMedia
import Foundation
import PlayheadBasics
import PlayheadMedia

/// Converts an opened `AVFormatContext` to value types.
enum MediaDescription {
  /// libavformat's short names of the demuxer, separated by commas.
  private static func name(_ format: UnsafeMutablePointer<AVFormatContext>) -> String {
    format.pointee.iformat?.pointee.name.map { String(cString: $0) } ?? ""
  }

  /// The container time that becomes zero: zero for MP4, which has its own timeline; otherwise the earliest first time
  /// of any stream.
  static func origin(of format: UnsafeMutablePointer<AVFormatContext>) -> CMTime {
    guard !name(format).hasPrefix("mov,") else { return .zero }
    var earliest: CMTime?
    for index in 0..<Int(format.pointee.nb_streams) {
      guard let stream = format.pointee.streams[index], stream.pointee.start_time != playhead_no_timestamp,
        let type = stream.pointee.codecpar?.pointee.codec_type,
        type == AVMEDIA_TYPE_VIDEO || type == AVMEDIA_TYPE_AUDIO,
        stream.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC == 0
      else { continue }
      let start = TimeMapping(stream.pointee.time_base, origin: .zero).time(ofTicks: stream.pointee.start_time)
      if start.isNumeric && start < (earliest ?? .positiveInfinity) { earliest = start }
    }
    guard let earliest else { return .zero }
    // Preroll that a decoder drops (Opus, Vorbis in Matroska) has negative times and is not part of the timeline.
    return earliest < .zero && name(format).hasPrefix("matroska") ? .zero : earliest
  }

  /// Whether the times of packets are presentation times. AVI has only decode times.
  static func hasPresentationTimes(_ format: UnsafeMutablePointer<AVFormatContext>) -> Bool {
    (format.pointee.iformat?.pointee.flags ?? 0) & AVFMT_NOTIMESTAMPS == 0 && name(format) != "avi"
  }

  /// Describes all streams of an opened container.
  ///
  /// - Parameter mappings: The time bases by stream index.
  static func describe(
    _ format: UnsafeMutablePointer<AVFormatContext>, mappings: [TimeMapping], isSeekable: Bool
  ) -> MediaInfo {
    var usedIDs = Set<Int32>()
    let tracks = mappings.indices.compactMap { index in
      format.pointee.streams[index].map { track($0, index: index, mapping: mappings[index], usedIDs: &usedIDs) }
    }
    let duration = duration(of: format, tracks: tracks)
    return MediaInfo(
      containerName: name(format), duration: duration, tracks: tracks,
      metadata: dictionary(format.pointee.metadata),
      chapters: ChapterInfo.inOrder(chapters(of: format), duration: duration),
      isSeekable: isSeekable, hasIndex: name(format).hasPrefix("mov,"),
      hasPresentationTimes: hasPresentationTimes(format))
  }

  /// The end of the longest track if the tracks declare one; otherwise the container's own duration.
  private static func duration(of format: UnsafeMutablePointer<AVFormatContext>, tracks: [TrackInfo]) -> CMTime {
    let ends = tracks.filter { $0.kind == .video || $0.kind == .audio }.filter { !$0.isAttachedPicture }
      .map(\.timeRange).filter { $0.duration.isNumeric && $0.duration > .zero }.map(\.end)
    let container = format.pointee.duration
    let whole = container > 0 ? CMTime(value: container, timescale: Int32(AV_TIME_BASE)) : .indefinite
    guard let longest = ends.max() else { return whole }
    return duration(longest, declared: whole)
  }

  /// Chooses the duration. The declared one is rounded: if both agree, the tracks' exact one is better. A header that
  /// was not updated may be shorter than its tracks.
  static func duration(_ tracks: CMTime, declared: CMTime) -> CMTime {
    guard declared.isNumeric, declared > tracks else { return tracks }
    return abs(tracks.seconds - declared.seconds) < 0.1 ? tracks : declared
  }

  /// The chapters that libavformat has read, at most `TagLimits.count`.
  private static func chapters(of format: UnsafeMutablePointer<AVFormatContext>) -> [ChapterInfo] {
    let count = min(Int(format.pointee.nb_chapters), TagLimits.count)
    return (0..<count).compactMap { index -> ChapterInfo? in
      guard let chapter = format.pointee.chapters[index]?.pointee else { return nil }
      let mapping = TimeMapping(chapter.time_base, origin: .zero)
      let start = mapping.time(ofTicks: chapter.start)
      let end = mapping.time(ofTicks: chapter.end)
      guard start.isNumeric else { return nil }
      let metadata = dictionary(chapter.metadata)
      let title = metadata["title"].map { ChapterTitle(text: $0, language: metadata["language"]) }
      // Without probing packets, an end that the chapter does not declare is unknown.
      let duration = end.isNumeric && end >= start ? end - start : .indefinite
      return ChapterInfo(timeRange: CMTimeRange(start: start, duration: duration), titles: [title].compactMap { $0 })
    }
  }

  /// A copy of a libavutil dictionary; of repeated keys the last one counts.
  static func dictionary(_ dictionary: OpaquePointer?) -> [String: String] {
    var result: [String: String] = [:]
    var entry: UnsafeMutablePointer<AVDictionaryEntry>?
    while let next = av_dict_get(dictionary, "", entry, AV_DICT_IGNORE_SUFFIX) {
      result[String(cString: next.pointee.key)] = String(cString: next.pointee.value)
      entry = next
    }
    return result
  }

  /// Describes a stream. Assigns a unique identifier if the container's is not positive or already in use.
  private static func track(
    _ stream: UnsafeMutablePointer<AVStream>, index: Int, mapping: TimeMapping, usedIDs: inout Set<Int32>
  ) -> TrackInfo {
    guard let parameters = stream.pointee.codecpar else {
      preconditionFailure("libavformat makes no stream without parameters")
    }
    let metadata = dictionary(stream.pointee.metadata)
    let disposition = stream.pointee.disposition
    let textCodec = MP4TextCodec.name(of: parameters.pointee)
    let kind: TrackInfo.Kind =
      switch parameters.pointee.codec_type {
      case _ where textCodec != nil: .text
      case AVMEDIA_TYPE_VIDEO: .video
      case AVMEDIA_TYPE_AUDIO: .audio
      case AVMEDIA_TYPE_SUBTITLE: .text
      case AVMEDIA_TYPE_DATA: .metadata
      default: .other
      }
    let own = Int32(exactly: stream.pointee.id).flatMap { $0 > 0 && usedIDs.insert($0).inserted ? $0 : nil }
    let identifier = own ?? (Int32(index + 1)...).first { usedIDs.insert($0).inserted } ?? Int32(index + 1)
    let start = mapping.time(ofTicks: stream.pointee.start_time)
    let length = mapping.duration(ofTicks: stream.pointee.duration)
    let language = language(metadata)
    let decoder = avcodec_find_decoder(MatroskaWebVTT.codec(of: parameters.pointee))
    var track = TrackInfo(
      index: index, trackID: identifier, kind: kind,
      codecName: codecName(parameters.pointee),
      codecTag: parameters.pointee.codec_tag.byteSwapped,
      isDecodable: textCodec != nil || decoder != nil,
      language: language,
      isDefault: disposition & AV_DISPOSITION_DEFAULT != 0, isForced: disposition & AV_DISPOSITION_FORCED != 0,
      isAttachedPicture: disposition & AV_DISPOSITION_ATTACHED_PIC != 0,
      timeRange: CMTimeRange(start: start.isNumeric ? start : .zero, duration: length), timescale: mapping.timescale,
      dataRate: Double(max(0, parameters.pointee.bit_rate)), metadata: metadata,
      video: kind == .video ? video(stream, parameters.pointee) : nil,
      audio: kind == .audio
        ? .init(
          sampleRate: Int(parameters.pointee.sample_rate), channels: Int(parameters.pointee.ch_layout.nb_channels))
        : nil,
      roles: TrackRoles(disposition: disposition), title: metadata["title"].flatMap { $0.isEmpty ? nil : $0 })
    if kind == .video || kind == .audio { track.decoderName = decoder.map { String(cString: $0.pointee.name) } }
    return track
  }

  /// The language of a stream. libavformat's tag names are case-insensitive: the tag `LANGUAGE` of a Matroska file
  /// overrides the track header, whose default is English (RFC 9559 §5.1.4.1.20).
  private static func language(_ metadata: [String: String]) -> String? {
    let text = metadata["language"] ?? metadata.first { $0.key.lowercased() == "language" }?.value
    guard let text, text != "und" else { return nil }
    // Two or three letters, then optional BCP 47 subtags.
    let primary = text.prefix { $0 != "-" }
    let isCode =
      (2...3).contains(primary.count) && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    return isCode ? text : nil
  }

  /// libavcodec's name, or the container's four-character code for a codec that libavcodec does not know.
  private static func codecName(_ parameters: AVCodecParameters) -> String {
    if let name = MP4TextCodec.name(of: parameters) { return name }
    let codec = MatroskaWebVTT.codec(of: parameters)
    guard codec == AV_CODEC_ID_NONE else { return String(cString: avcodec_get_name(codec)) }
    let characters = withUnsafeBytes(of: parameters.codec_tag.littleEndian) { Array($0) }
    let isText = characters.allSatisfy { (0x20..<0x7F).contains($0) }
    return isText ? String(decoding: characters, as: UTF8.self) : "unknown"
  }

  /// Describes the video of a stream, with the first plausible frame rate.
  private static func video(
    _ stream: UnsafeMutablePointer<AVStream>, _ parameters: AVCodecParameters
  ) -> TrackInfo.VideoInfo {
    let aspect =
      stream.pointee.sample_aspect_ratio.num > 0 ? storedAspect(of: stream) : parameters.sample_aspect_ratio
    let rates = [stream.pointee.avg_frame_rate, stream.pointee.r_frame_rate].filter { $0.num > 0 && $0.den > 0 }
    let rate = rates.first { Double($0.num) / Double($0.den) < implausibleRate } ?? rates.first
    var video = TrackInfo.VideoInfo(
      width: Int(parameters.width), height: Int(parameters.height),
      pixelAspect: PixelAspect(horizontal: aspect.num, vertical: aspect.den),
      hasDeclaredAspect: aspect.num > 0 && aspect.den > 0, transform: transform(of: stream),
      frameRate: rate.map { Double($0.num) / Double($0.den) } ?? 0,
      minFrameDuration: rate.map { CMTime(value: Int64($0.den), timescale: $0.num) } ?? .invalid,
      color: ColorDescription(
        primaries: Int32(parameters.color_primaries.rawValue), transfer: Int32(parameters.color_trc.rawValue),
        matrix: Int32(parameters.color_space.rawValue), isFullRange: parameters.color_range == AVCOL_RANGE_JPEG,
        peakLuminance: MasteringMetadata.peakLuminance(
          playhead_content_light(stream)?.pointee, playhead_mastering_display(stream)?.pointee)))
    if let record = playhead_dolby_vision_configuration(stream)?.pointee {
      video.dolbyVision = DolbyVisionProfile(
        profile: Int(record.dv_profile), level: Int(record.dv_level),
        compatibility: Int(record.dv_bl_signal_compatibility_id))
    }
    return video
  }

  /// The aspect ratio of a stored pixel. libavformat derives one from a display matrix that stretches, along the axes
  /// of the displayed frame: if the matrix rotates by a quarter turn, swap width and height.
  private static func storedAspect(of stream: UnsafeMutablePointer<AVStream>) -> AVRational {
    let aspect = stream.pointee.sample_aspect_ratio
    guard transform(of: stream).swapsSides, let matrix = playhead_display_matrix(stream) else { return aspect }
    let shown = hypot(Double(matrix[0]), Double(matrix[3])) / hypot(Double(matrix[1]), Double(matrix[4]))
    guard shown.isFinite, abs(shown - 1) > 0.01, abs(shown - Double(aspect.num) / Double(aspect.den)) < 0.001 else {
      return aspect
    }
    return AVRational(num: aspect.den, den: aspect.num)
  }

  /// Frame rates of few cameras: more likely, millisecond timestamps mislead libavformat's estimate.
  static let implausibleRate = 480.0

  /// The display matrix of ISO/IEC 14496-12 §8.5.3 as a mirroring and clockwise quarter turns.
  private static func transform(of stream: UnsafeMutablePointer<AVStream>) -> DisplayTransform {
    guard let matrix = playhead_display_matrix(stream) else { return .identity }
    let (a, b, c, d) = (Double(matrix[0]), Double(matrix[1]), Double(matrix[3]), Double(matrix[4]))
    let isMirrored = a * d - b * c < 0
    // Mirroring is applied first, so it is removed from the first row before the angle is computed.
    let angle = atan2(isMirrored ? -b : b, isMirrored ? -a : a) * 180 / .pi
    return DisplayTransform(rotation: Int(saturating: (angle / 90).rounded()) * 90, isMirrored: isMirrored)
  }
}
