import CPlayheadFFmpeg

/// The media formats that the installed libraries can read.
package enum MediaSupport {
  /// Whether a demuxer with this name exists, such as `mov`.
  package static func hasDemuxer(_ name: String) -> Bool { av_find_input_format(name) != nil }

  /// Whether a decoder exists, by FFmpeg's name of the codec or of the decoder.
  package static func hasDecoder(_ name: String) -> Bool {
    if avcodec_find_decoder_by_name(name) != nil { return true }
    guard let description = avcodec_descriptor_get_by_name(name) else { return false }
    return avcodec_find_decoder(description.pointee.id) != nil
  }
}
