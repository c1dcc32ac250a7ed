import Foundation
import TestSupport

/// Third-party playlists, with the results of their parsers or tests. Not in the repository: see Docs/Testing.md.
enum Manifests {
  struct Case: Sendable, CustomStringConvertible {
    var name: String
    var playlist: URL
    var expectation: URL
    var description: String { name }
  }

  static let folder = RealMedia.folder

  static func cases(_ name: String) throws -> [Case] {
    guard let folder = RealMedia.manifests?.appendingPathComponent(name) else { return [] }
    return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "m3u8" }.sorted { $0.path < $1.path }
      .map { file in
        let base = file.deletingPathExtension()
        return Case(
          name: base.lastPathComponent, playlist: file, expectation: base.appendingPathExtension("expected.json"))
      }
  }
}

/// The differing paths of two JSON trees, sorted.
enum JSONDifference {
  static func paths(_ mine: Any?, _ theirs: Any?, at path: String = "") -> [String] {
    switch (mine, theirs) {
    case (let mine as [String: Any], let theirs as [String: Any]):
      return Set(mine.keys).union(theirs.keys).sorted().flatMap {
        paths(mine[$0], theirs[$0], at: path.isEmpty ? $0 : path + "." + $0)
      }
    case (let mine as [Any], let theirs as [Any]):
      if mine.count != theirs.count { return [path + ".count \(mine.count) \(theirs.count)"] }
      return zip(mine, theirs).enumerated().flatMap { paths($1.0, $1.1, at: path + "[\($0)]") }
    case (let mine as NSNumber, let theirs as NSNumber):
      return abs(mine.doubleValue - theirs.doubleValue) < 1e-6 ? [] : [path]
    case (nil, nil), (nil, is NSNull), (is NSNull, nil), (is NSNull, is NSNull): return []
    case (let mine as String, let theirs as String): return mine == theirs ? [] : [path]
    case (let mine as [Any], nil), (nil, let mine as [Any]): return mine.isEmpty ? [] : [path]
    case (let mine as [String: Any], nil), (nil, let mine as [String: Any]): return mine.isEmpty ? [] : [path]
    default: return [path]
    }
  }
}
