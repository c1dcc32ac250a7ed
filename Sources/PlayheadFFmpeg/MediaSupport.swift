import CPlayheadFFmpeg

/// What the libraries on this machine can read.
package enum MediaSupport {
  /// Whether there is a demuxer of a name, such as `mov`.
  package static func hasDemuxer(_ name: String) -> Bool { av_find_input_format(name) != nil }

  /// Whether there is a decoder for a coding, by FFmpeg's name of it or of the decoder.
  package static func hasDecoder(_ name: String) -> Bool {
    if avcodec_find_decoder_by_name(name) != nil { return true }
    guard let description = avcodec_descriptor_get_by_name(name) else { return false }
    return avcodec_find_decoder(description.pointee.id) != nil
  }
}
