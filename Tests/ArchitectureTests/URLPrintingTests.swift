import Foundation
import Testing

/// URLs are printed by `RedactedURL` only, and stored by `StoredURL`.
@Suite struct URLPrintingTests {
  /// Uses that need the whole text of a URL: sent, compared or read, never printed.
  static let users: Set<String> = [
    "PlayheadNetworking/HTTP/RedactedURL.swift", "PlayheadNetworking/HTTP/StoredURL.swift",
    "PlayheadNetworking/Curl/CurlEasyHandle.swift", "PlayheadNetworking/Resources/DataResourceLoad.swift",
    "PlayheadNetworking/Cache/DiskCache.swift", "PlayheadStreaming/Writing/PlaylistWriter.swift",
    "PlayheadStreaming/Choice/DownloadVariantPolicy.swift", "AVFoundation/Download/AVAssetDownloadConfiguration.swift",
    "AVFoundation/Download/DownloadFolder.swift", "PlayheadTesting/Network/ServerConnection.swift",
    "AVFoundation/ContentKeys/AVContentKeySession.swift", "MediaPlayer/NowPlaying/NowPlayingInfo.swift",
    "MediaPlayer/Desktop/NowPlayingPublisher.swift", "PlayheadGObject/PlayerController.swift",
    "PlayheadRenderers/MediaItem.swift", "PlayheadEngine/ExternalPlayback/ExternalPlaybackController.swift",
  ]

  static let forms = ["absoluteString", "\\(url)", "\\(address)", "\\(location)", "String(describing: url"]

  @Test func onlyListedFilesPrintURLs() throws {
    let tree = SourceTree()
    for file in tree.files(under: "Sources") where file.pathExtension == "swift" {
      let name = tree.path(of: file).replacingOccurrences(of: "Sources/", with: "")
      guard !Self.users.contains(name) else { continue }
      let text = try String(contentsOf: file, encoding: .utf8)
      for form in Self.forms { #expect(!text.contains(form), "\(name) prints an address: \(form)") }
    }
  }

  @Test func externalJSONIsDecodedInOneFile() throws {
    let tree = SourceTree()
    for file in tree.files(under: "Sources") where file.lastPathComponent != "ExternalJSON.swift" {
      guard file.pathExtension == "swift" else { continue }
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(!text.contains("JSONDecoder("), "\(tree.path(of: file)) decodes JSON without ExternalJSON")
    }
  }
}
