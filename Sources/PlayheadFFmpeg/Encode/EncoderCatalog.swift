import CPlayheadFFmpeg

/// The encoders of libavcodec that are used, by the codec that they write. Which ones exist depends on the build of
/// FFmpeg.
package enum EncoderCatalog {
  /// The encoders of a codec in order of preference, by libavcodec's names.
  private static let preferred: [String: [String]] = [
    "h264": ["libx264", "libopenh264"], "hevc": ["libx265"], "prores": ["prores_ks"], "mp3": ["libmp3lame"],
    "opus": ["libopus"], "vp9": ["libvpx-vp9"], "av1": ["libsvtav1", "libaom-av1"],
  ]

  /// Whether a codec, by libavcodec's name, can be encoded.
  package static func hasEncoder(of codec: String) -> Bool { encoder(of: codec) != nil }

  /// The encoder of a codec; nil if there is none.
  static func encoder(of codec: String) -> UnsafePointer<AVCodec>? {
    guard let names = preferred[codec] else {
      return avcodec_descriptor_get_by_name(codec).flatMap { avcodec_find_encoder($0.pointee.id) }
    }
    return names.lazy.compactMap { avcodec_find_encoder_by_name($0) }.first
  }
}
