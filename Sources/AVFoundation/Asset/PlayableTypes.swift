import Foundation
import PlayheadEngine
import PlayheadNetworking

/// The playable containers and codecs: those for which the installed FFmpeg libraries have demuxers and decoders.
enum PlayableTypes {
  /// A file type, its media types, and the demuxer that reads it.
  struct Container {
    var fileType: AVFileType
    var mimeTypes: [String]
    var demuxer: String
  }

  static let containers: [Container] = [
    Container(fileType: .mov, mimeTypes: ["video/quicktime"], demuxer: "mov"),
    Container(fileType: .mp4, mimeTypes: ["video/mp4", "audio/mp4", "application/mp4"], demuxer: "mov"),
    Container(fileType: .m4v, mimeTypes: ["video/x-m4v"], demuxer: "mov"),
    Container(fileType: .m4a, mimeTypes: ["audio/x-m4a", "audio/m4a"], demuxer: "mov"),
    Container(fileType: .mobile3GPP, mimeTypes: ["video/3gpp", "audio/3gpp"], demuxer: "mov"),
    Container(fileType: .mobile3GPP2, mimeTypes: ["video/3gpp2", "audio/3gpp2"], demuxer: "mov"),
    Container(fileType: .caf, mimeTypes: ["audio/x-caf"], demuxer: "caf"),
    Container(
      fileType: .wav, mimeTypes: ["audio/wav", "audio/x-wav", "audio/wave", "audio/vnd.wave"], demuxer: "wav"),
    Container(fileType: .aiff, mimeTypes: ["audio/aiff", "audio/x-aiff"], demuxer: "aiff"),
    Container(fileType: .aifc, mimeTypes: [], demuxer: "aiff"),
    Container(fileType: .amr, mimeTypes: ["audio/amr"], demuxer: "amr"),
    Container(fileType: .mp3, mimeTypes: ["audio/mpeg", "audio/mp3", "audio/x-mp3"], demuxer: "mp3"),
    Container(fileType: .au, mimeTypes: ["audio/basic"], demuxer: "au"),
    Container(fileType: .ac3, mimeTypes: ["audio/ac3"], demuxer: "ac3"),
    Container(fileType: .eac3, mimeTypes: ["audio/eac3"], demuxer: "eac3"),
    Container(fileType: .adts, mimeTypes: ["audio/aac", "audio/aacp", "audio/x-aac"], demuxer: "aac"),
    Container(fileType: .flac, mimeTypes: ["audio/flac", "audio/x-flac"], demuxer: "flac"),
    Container(fileType: .ogg, mimeTypes: ["audio/ogg", "video/ogg", "application/ogg", "audio/opus"], demuxer: "ogg"),
    Container(
      fileType: .matroska, mimeTypes: ["video/x-matroska", "audio/x-matroska", "video/matroska"], demuxer: "matroska"),
    Container(fileType: .webm, mimeTypes: ["video/webm", "audio/webm"], demuxer: "matroska"),
    Container(fileType: .transportStream, mimeTypes: ["video/mp2t"], demuxer: "mpegts"),
    Container(fileType: .mpeg, mimeTypes: ["video/mpeg"], demuxer: "mpeg"),
    Container(fileType: .avi, mimeTypes: ["video/avi", "video/x-msvideo", "video/msvideo"], demuxer: "avi"),
  ]

  static let available: [Container] = containers.filter { InstalledFormats.hasDemuxer($0.demuxer) }

  /// The media types of playlists: RFC 8216 §4, and variants that servers send.
  private static let playlists: Set = [
    "application/vnd.apple.mpegurl", "application/x-mpegurl", "audio/mpegurl", "audio/x-mpegurl",
  ]

  /// The content of a resource with a media type; nil for an unknown type.
  static func content(ofType extendedType: String) -> ResourceContent? {
    let type = extendedType.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
    if playlists.contains(type) { return .playlist }
    return available.first { $0.mimeTypes.contains(type) }.map { .container($0.demuxer) }
  }

  /// Whether an RFC 6381 media type can be played: its container is audiovisual and every codec in `codecs` has a
  /// decoder. False for a malformed type.
  static func canPlay(_ extendedType: String) -> Bool {
    let parts = extendedType.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
    guard let type = parts.first?.lowercased(), available.contains(where: { $0.mimeTypes.contains(type) }) else {
      return false
    }
    let parameter = parts.dropFirst().first { $0.lowercased().hasPrefix("codecs") }
    guard let parameter else { return true }
    guard let sign = parameter.firstIndex(of: "=") else { return false }
    let list = parameter[parameter.index(after: sign)...].trimmingCharacters(in: CharacterSet(charactersIn: " \"'"))
    let codecs = list.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    return !codecs.isEmpty && codecs.allSatisfy { decoder(of: $0).map(InstalledFormats.hasDecoder) ?? false }
  }

  /// FFmpeg's decoder name for a codec string.
  private static func decoder(of codec: String) -> String? {
    let parts = codec.split(separator: ".").map(String.init)
    guard let first = parts.first else { return nil }
    if first == "mp4a" { return mpeg4Audio(parts) }
    if first == "mp4v" { return parts.count > 1 && parts[1].lowercased() != "20" ? nil : "mpeg4" }
    return decoders[first] ?? decoders[first.lowercased()]
  }

  /// ISO/IEC 14496-1 object types, as hexadecimal digits.
  private static func mpeg4Audio(_ parts: [String]) -> String? {
    guard parts.count > 1 else { return "aac" }
    switch parts[1].lowercased() {
    case "40", "66", "67", "68": return parts.count > 2 && parts[2] == "34" ? "mp3" : "aac"
    case "69", "6b": return "mp3"
    case "a5": return "ac3"
    case "a6": return "eac3"
    default: return nil
    }
  }

  private static let decoders = [
    "avc1": "h264", "avc3": "h264", "hvc1": "hevc", "hev1": "hevc", "dvh1": "hevc", "dvhe": "hevc", "av01": "av1",
    "vp8": "vp8", "vp08": "vp8", "vp9": "vp9", "vp09": "vp9", "vvc1": "vvc", "s263": "h263", "theora": "theora",
    "ac-3": "ac3", "ec-3": "eac3", "alac": "alac", "flac": "flac", "fLaC": "flac", "opus": "opus", "Opus": "opus",
    "vorbis": "vorbis", "mp3": "mp3", "samr": "amrnb", "sawb": "amrwb", "dtsc": "dca", "1": "pcm_s16le",
    "wvtt": "webvtt", "tx3g": "mov_text", "stpp": "ttml",
  ]
}
