import CPlayheadFFmpeg

/// The decoders of the installed libavcodec.
package enum DecoderCatalog {
  /// `codec` is libavcodec's name, such as `h264`.
  package static func hasDecoder(_ codec: String) -> Bool {
    guard let description = avcodec_descriptor_get_by_name(codec) else { return false }
    return avcodec_find_decoder(description.pointee.id) != nil
  }
}
