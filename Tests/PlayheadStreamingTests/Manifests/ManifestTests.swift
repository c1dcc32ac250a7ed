import Foundation
import PlayheadStreaming
import TestSupport
import Testing

/// Third-party playlists, parsed here and by their own parsers. Every difference is listed with its reason in
/// `differences.tsv`, and every listed one must exist.
@Suite("Collected playlists", .enabled(if: Manifests.folder != nil, "no folder of playlists: set PLAYHEAD_CORPUS"))
struct ManifestTests {
  /// The case, and its difference.
  private static let known: [String: Set<String>] = {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("differences.tsv")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    var known: [String: Set<String>] = [:]
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let cells = line.split(separator: "\t").map(String.init)
      if cells.count >= 2 { known[cells[0], default: []].insert(cells[1]) }
    }
    return known
  }()

  private func differences(
    _ sample: Manifests.Case, _ tree: (StreamingPlaylist, [String: Any]) -> [String: Any],
    _ normalize: ([String: Any]) -> Any
  ) throws -> Set<String> {
    let json = try JSONSerialization.jsonObject(with: Data(contentsOf: sample.expectation))
    let expected = try #require(json as? [String: Any])
    let text = try Data(contentsOf: sample.playlist)
    do throws(PlaylistError) {
      return Set(JSONDifference.paths(tree(try PlaylistParser.parse(text), expected), normalize(expected)))
    } catch {
      return ["refused: \(error)"]
    }
  }

  @Test("grafov/m3u8's playlists match globocom's parser", arguments: try Manifests.cases("m3u8-grafov-m3u8"))
  func grafov(sample: Manifests.Case) throws {
    let found = try differences(
      sample, { GrafovShape.shortened(GrafovShape.tree($0), like: $1) }, GrafovShape.normalized)
    #expect(found == Self.known["grafov/\(sample.name)"] ?? [])
  }

  @Test("videojs/m3u8-parser's playlists match its tests", arguments: try Manifests.cases("m3u8-videojs"))
  func videoJS(sample: Manifests.Case) throws {
    let found = try differences(sample, { tree, _ in VideoJSShape.tree(tree) }, VideoJSShape.normalized)
    #expect(found == Self.known["videojs/\(sample.name)"] ?? [])
  }
}
