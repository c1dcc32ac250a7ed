/// The names under which renderers list MIME types.
package enum MediaTypeNames {
  /// The name under which a list of accepted types contains a type; nil if it does not.
  ///
  /// - Parameter types: The accepted types; nil if the renderer does not list any, so that all are accepted.
  package static func name(of type: String, in types: Set<String>?) -> String? {
    guard let types, !types.contains(type) else { return type }
    let kind = type.prefix { $0 != "/" }
    let names = aliases.first { $0.contains(type) } ?? []
    if let name = types.intersection(names).min() { return name }
    return types.contains("*") || types.contains("*/*") || types.contains("\(kind)/*") ? type : nil
  }

  /// Names for the same type.
  private static let aliases: [Set<String>] = [
    ["audio/mpeg", "audio/mp3", "audio/x-mp3", "audio/mpeg3"], ["audio/mp4", "audio/x-m4a", "audio/m4a"],
    ["audio/flac", "audio/x-flac"], ["audio/wav", "audio/x-wav", "audio/wave"],
    ["audio/ogg", "application/ogg", "audio/x-vorbis+ogg"], ["audio/x-aiff", "audio/aiff"],
    ["audio/aac", "audio/x-aac", "audio/aacp"], ["video/x-matroska", "video/x-mkv", "video/mkv"],
    ["video/x-msvideo", "video/avi", "video/msvideo", "video/divx"], ["video/mp4", "video/x-m4v", "video/quicktime"],
    ["video/mp2t", "video/mpeg2", "video/mpegts", "video/vnd.dlna.mpeg-tts"],
    ["application/vnd.apple.mpegurl", "application/x-mpegurl", "audio/x-mpegurl", "audio/mpegurl"],
  ]
}
