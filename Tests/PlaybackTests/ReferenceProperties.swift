import AVFoundation
import Foundation

@testable import PlayheadCommand

/// The output of `playhead info --json` for a file, in the terms of the references.
struct ReferenceProperties {
  private let root: [String: Any]

  /// nil if the file cannot be read; the error states the reason.
  init(_ url: URL) throws {
    let asset = AVURLAsset(url: url)
    let text = InfoDocument(asset: asset, info: try asset.wholeInfo()).json.text()
    root = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] ?? [:]
  }

  struct Track {
    let values: [String: Any]
    var mediaType: String { values["mediaType"] as? String ?? "" }
    var codec: String { values["codec"] as? String ?? "" }
    var language: String { values["language"] as? String ?? "und" }
    private var video: [String: Any] { values["video"] as? [String: Any] ?? [:] }
    private var audio: [String: Any] { values["audio"] as? [String: Any] ?? [:] }
    var size: String { "\(video["width"] ?? 0)x\(video["height"] ?? 0)" }
    var frameRate: Double { video["frameRate"] as? Double ?? 0 }
    /// Counter-clockwise, as ffprobe counts.
    var rotation: Int { -(video["rotation"] as? Int ?? 0) }
    var aspect: String {
      let pair = video["pixelAspectRatio"] as? [Int] ?? []
      return pair.map(String.init).joined(separator: ":")
    }
    var transfer: String? { (video["colour"] as? [String: Any])?["transfer"] as? String }
    var sampleRate: Int { audio["sampleRate"] as? Int ?? 0 }
    var channels: Int { audio["channels"] as? Int ?? 0 }
  }

  var container: String { root["container"] as? String ?? "" }
  var tracks: [Track] { (root["tracks"] as? [[String: Any]] ?? []).map(Track.init) }
  var chapterCount: Int { (root["chapters"] as? [Any])?.count ?? 0 }
  var hasCover: Bool {
    (root["metadata"] as? [[String: Any]] ?? []).contains { $0["commonKey"] as? String == "artwork" }
  }

  /// Without cover art, which is listed as tracks of one frame.
  func tracks(_ mediaType: String) -> [Track] { tracks.filter { $0.mediaType == mediaType && !isCover($0) } }

  private func isCover(_ track: Track) -> Bool {
    track.mediaType == "video" && ["mjpeg", "png", "bmp", "gif"].contains(track.codec)
  }

  /// The values of metadata items with one of these keys.
  func values(_ keys: [String]) -> [String] {
    (root["metadata"] as? [[String: Any]] ?? []).filter { keys.contains($0["key"] as? String ?? "") }
      .compactMap { $0["value"].map { "\($0)" } }
  }

  var allValues: Set<String> {
    Set((root["metadata"] as? [[String: Any]] ?? []).compactMap { $0["value"].map { "\($0)" } })
  }
}
