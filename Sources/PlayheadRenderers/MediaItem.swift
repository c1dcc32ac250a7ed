import Foundation
import PlayheadRoutes

/// An item for a renderer: its address, type and title.
package struct MediaItem: Sendable, Hashable {
  /// The address from which the renderer fetches the item.
  package var url: URL
  /// The MIME type.
  package var type: String
  /// The title that the renderer may show.
  package var title: String
  /// The address of the captions; nil without any.
  package var captions: URL?

  /// Creates an item.
  package init(url: URL, type: String, title: String) {
    (self.url, self.type, self.title) = (url, type, title)
  }

  /// The DLNA features of an item: byte ranges, no conversion, and the flags for streaming and background transfer
  /// and for connections that may stall, of DLNA 1.5 (DLNA guidelines, 7.4.1.3.17).
  package static let features = "DLNA.ORG_OP=01;DLNA.ORG_CI=0;DLNA.ORG_FLAGS=01700000000000000000000000000000"

  /// The MIME type of a file by its extension; nil if renderers do not know the format.
  package static func type(ofExtension name: String) -> String? {
    switch name.lowercased() {
    case "mp4", "m4v": "video/mp4"
    case "mov", "qt": "video/quicktime"
    case "mkv": "video/x-matroska"
    case "webm": "video/webm"
    case "avi": "video/x-msvideo"
    case "mpg", "mpeg", "vob": "video/mpeg"
    case "ts", "m2ts", "mts": "video/mp2t"
    case "ogv": "video/ogg"
    case "mp3": "audio/mpeg"
    case "m4a", "m4b": "audio/mp4"
    case "aac": "audio/aac"
    case "flac": "audio/flac"
    case "ogg", "oga", "opus": "audio/ogg"
    case "wav": "audio/wav"
    case "aif", "aiff": "audio/x-aiff"
    case "m3u8": "application/vnd.apple.mpegurl"
    default: nil
    }
  }

  /// The MIME type of an item whose address has no known extension, by its container; nil if renderers do not know the
  /// format.
  package static func type(ofContainer item: RemotePlayback.Item) -> String? {
    let names = item.container.split(separator: ",")
    let kind = item.hasVideo ? "video" : "audio"
    for name in names {
      switch name {
      case "mp4": return "\(kind)/mp4"
      case "matroska": return item.hasVideo ? "video/x-matroska" : "audio/x-matroska"
      case "hls": return "application/vnd.apple.mpegurl"
      case "mpegts": return "video/mp2t"
      case "mpeg": return "video/mpeg"
      case "avi", "mp3", "aac", "flac", "wav", "ogg", "aiff":
        if let type = type(ofExtension: item.hasVideo && name == "ogg" ? "ogv" : String(name)) { return type }
      default: break
      }
    }
    return nil
  }

  /// The address as text, which only the renderer receives.
  package var address: String { url.absoluteString }
  /// The address of the captions as text.
  package var captionAddress: String? { captions?.absoluteString }
}
