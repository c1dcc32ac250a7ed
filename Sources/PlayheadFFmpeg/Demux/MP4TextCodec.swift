import CPlayheadFFmpeg

/// Text of MP4 (ISO/IEC 14496-30): libavformat exposes `stpp` and `wvtt` as data of an unknown codec and returns their
/// samples unchanged.
enum MP4TextCodec {
  /// The codec's name; nil for other streams. Samples of `wvtt` are boxes, not packets of FFmpeg's own `webvtt`.
  static func name(of parameters: AVCodecParameters) -> String? {
    guard parameters.codec_type == AVMEDIA_TYPE_SUBTITLE || parameters.codec_type == AVMEDIA_TYPE_DATA else {
      return nil
    }
    if parameters.codec_id == AV_CODEC_ID_TTML { return "ttml" }
    guard parameters.codec_id == AV_CODEC_ID_NONE else { return nil }
    switch parameters.codec_tag.byteSwapped {
    case 0x7374_7070: return "ttml"
    case 0x7776_7474: return "wvtt"
    default: return nil
    }
  }
}
