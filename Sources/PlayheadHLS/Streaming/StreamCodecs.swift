import PlayheadFFmpeg

/// Whether codec names in playlists (RFC 6381) can be decoded here.
package enum StreamCodecs {
  /// Whether a codec can be decoded. An unknown name counts as decodable: the playlist may use a private one.
  package static func canDecode(_ name: String) -> Bool {
    let family = name.prefix { $0 != "." }.lowercased()
    if family == "mp4a" { return mp4a(name) }
    guard let codec = families[family] else { return true }
    return DecoderCatalog.hasDecoder(codec)
  }

  /// The decoder names of codec families, by the first element of their RFC 6381 name.
  private static let families: [String: String] = [
    "avc1": "h264", "avc3": "h264", "hvc1": "hevc", "hev1": "hevc", "dvh1": "hevc", "dvhe": "hevc", "av01": "av1",
    "vp08": "vp8", "vp09": "vp9", "mp4v": "mpeg4", "vvc1": "vvc", "ac-3": "ac3", "ec-3": "eac3", "ac-4": "ac4",
    "flac": "flac", "opus": "opus", "alac": "alac",
  ]

  /// ISO/IEC 14496-3 object types behind `mp4a.40`: 34 is MP3; `mp4a.69` and `mp4a.6B` are MP3 too.
  private static func mp4a(_ name: String) -> Bool {
    let parts = name.lowercased().split(separator: ".")
    let isMP3 = parts.count > 1 && (parts[1] == "69" || parts[1] == "6b" || parts.dropFirst(2).first == "34")
    return DecoderCatalog.hasDecoder(isMP3 ? "mp3" : "aac")
  }
}
