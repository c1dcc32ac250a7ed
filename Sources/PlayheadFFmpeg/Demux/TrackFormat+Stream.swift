import CPlayheadFFmpeg
import PlayheadBasics
import PlayheadMedia

extension TrackFormat {
  /// Reads the parameters of a stream.
  init(_ stream: UnsafeMutablePointer<AVStream>) {
    self.init()
    guard let parameters = stream.pointee.codecpar?.pointee else { return }
    if let data = parameters.extradata, parameters.extradata_size > 0 {
      configuration = Array(UnsafeBufferPointer(start: data, count: Int(parameters.extradata_size)))
    }
    bitsPerSample = Int(max(parameters.bits_per_raw_sample, parameters.bits_per_coded_sample))
    framesPerPacket = Int(parameters.frame_size)
    if parameters.ch_layout.order == AV_CHANNEL_ORDER_NATIVE {
      channelMask = parameters.ch_layout.u.mask
      channelLayout = Self.name(of: parameters.ch_layout)
    } else if parameters.ch_layout.nb_channels == 1 || parameters.ch_layout.nb_channels == 2 {
      // One and two channels have only one common layout.
      channelLayout = parameters.ch_layout.nb_channels == 1 ? "mono" : "stereo"
    }
    reordersFrames = parameters.video_delay > 0
    switch parameters.field_order {
    case AV_FIELD_PROGRESSIVE: fields = .progressive
    case AV_FIELD_TT, AV_FIELD_TB: fields = .topFirst
    case AV_FIELD_BB, AV_FIELD_BT: fields = .bottomFirst
    default: break
    }
    chromaLocation = Int32(parameters.chroma_location.rawValue)
    mastering = playhead_mastering_display(stream).flatMap { Self.mastering($0.pointee) }
    lightLevel = playhead_content_light(stream).map { Self.lightLevel($0.pointee) }
  }

  /// libavutil's name of a channel layout; nil if it cannot be described.
  static func name(of layout: AVChannelLayout) -> String? {
    var layout = layout
    var text = [CChar](repeating: 0, count: 64)
    guard av_channel_layout_describe(&layout, &text, text.count) > 0 else { return nil }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// SMPTE ST 2086 in the layout of H.265's supplemental enhancement information (ITU-T H.265 §D.2.28): primaries in
  /// green, blue, red order and the white point in steps of 0.00002, luminances in steps of 0.0001 cd/m².
  static func mastering(_ data: AVMasteringDisplayMetadata) -> [UInt8]? {
    guard data.has_primaries != 0, data.has_luminance != 0 else { return nil }
    let p = data.display_primaries
    let points = [p.1.0, p.1.1, p.2.0, p.2.1, p.0.0, p.0.1, data.white_point.0, data.white_point.1]
    let chromaticities = points.flatMap { bytes(scaled($0, 50_000), width: 2) }
    return chromaticities + bytes(scaled(data.max_luminance, 10_000), width: 4)
      + bytes(scaled(data.min_luminance, 10_000), width: 4)
  }

  /// ITU-T H.265 §D.2.35: the brightest pixel and the highest frame average.
  static func lightLevel(_ data: AVContentLightMetadata) -> [UInt8] {
    bytes(UInt64(data.MaxCLL), width: 2) + bytes(UInt64(data.MaxFALL), width: 2)
  }

  /// A rational number in the given steps per unit, rounded; 0 if it is not positive.
  private static func scaled(_ number: AVRational, _ steps: Double) -> UInt64 {
    number.den > 0 && number.num > 0
      ? UInt64(saturating: (Double(number.num) / Double(number.den) * steps).rounded()) : 0
  }

  /// The big-endian bytes of a number.
  private static func bytes(_ number: UInt64, width: Int) -> [UInt8] {
    (0..<width).reversed().map { UInt8(truncatingIfNeeded: number >> UInt64($0 * 8)) }
  }
}
