import PlayheadFFmpeg

/// The media formats that the installed libraries can read.
package enum InstalledFormats {
  /// Whether a demuxer with this name exists, such as `mov`.
  package static func hasDemuxer(_ name: String) -> Bool { MediaSupport.hasDemuxer(name) }

  /// Whether a decoder exists, by the name of the codec or of the decoder, such as `h264`.
  package static func hasDecoder(_ name: String) -> Bool { MediaSupport.hasDecoder(name) }
}
