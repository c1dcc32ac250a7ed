import Foundation
import TestSupport

/// Third-party media, and the values of independent references; see Docs/Testing.md. It is not in the repository.
struct Corpus {
  /// One row of the manifest.
  struct Case: Sendable {
    var file: String
    var url: URL
    var duration: Double?
    var size: String
    /// Coded frames in the file.
    var expectedFrameCount: Int?
    var hasVideo: Bool
    /// Whether the reference can decode anything.
    var isPlayable: Bool
    /// The times of the frames, ascending, in seconds after the edit list; nil without a table of them.
    var times: [Double]?
  }

  let cases: [Case]

  static let folder = RealMedia.folder

  init(folder: URL) throws {
    let videoTracks = try Dictionary(
      Table(folder.appendingPathComponent("expected/tracks.tsv")).rows.filter {
        $0["mime"]?.hasPrefix("video/") == true
      }
      .map { ($0["file"] ?? "", $0["track"] ?? "") }, uniquingKeysWith: { first, _ in first })
    cases = try Table(folder.appendingPathComponent("files/manifest.tsv")).rows.compactMap { row -> Case? in
      let file = row["file"] ?? ""
      guard !file.hasPrefix("hls/") else { return nil }
      let codecs = [row["video_codec"] ?? "", row["audio_codec"] ?? ""].filter { !$0.isEmpty }
      let samples = folder.appendingPathComponent("expected/samples")
        .appendingPathComponent(file.replacingOccurrences(of: "/", with: "__") + ".tsv")
      var times: [Double]?
      if let track = videoTracks[file], FileManager.default.fileExists(atPath: samples.path) {
        times = try Table(samples).rows.filter { $0["track"] == track }
          .compactMap { Double($0["time_us"] ?? "").map { $0 / 1_000_000 } }.filter { $0 >= 0 }.sorted()
      }
      return Case(
        file: file, url: folder.appendingPathComponent("files").appendingPathComponent(file),
        duration: Double(row["duration_s"] ?? ""), size: row["width_x_height"] ?? "",
        expectedFrameCount: Int(row["video_packets"] ?? ""),
        hasVideo: Int(row["n_video"] ?? "") ?? 0 > 0, isPlayable: !codecs.isEmpty, times: times)
    }
  }
}

/// Lines of cells between tabs, under a line of names.
struct Table {
  let rows: [[String: String]]

  init(_ url: URL) throws {
    let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("# ") }
      .map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
    guard let names = lines.first else {
      rows = []
      return
    }
    rows = lines.dropFirst().map { Dictionary(zip(names, $0), uniquingKeysWith: { first, _ in first }) }
  }
}
