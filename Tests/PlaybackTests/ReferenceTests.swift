import CoreMedia
import Foundation
import PlayheadNetworking
import TestSupport
import Testing

/// Values of third-party files compared with independent references: ffprobe's rows, androidx' tracks and seek maps,
/// tinytag's tags. Every difference has its reason in `reference-differences.tsv`, and every reason a difference;
/// `Docs/RealMedia.md` is written from both.
@Suite struct ReferenceTests {
  /// One value that a reference states for a file.
  struct Comparison {
    var source: String
    var file: String
    var what: String
    var expected: String
    var found: String
    var agrees: Bool
    var key: String { "\(file)\t\(what)" }
    /// A reason for all values that a reference states for a file.
    var anyKey: String { "\(file)\t*" }

    init(_ source: String, _ file: String, _ what: String, _ expected: String, _ found: String, agrees: Bool? = nil) {
      (self.source, self.file, self.what, self.expected, self.found) = (source, file, what, expected, found)
      self.agrees = agrees ?? (expected == found)
    }
  }

  @Test(.enabled(if: Corpus.folder != nil, "no folder of real media: set PLAYHEAD_CORPUS to one"))
  func metadataMatchesReferences() throws {
    let folder = try #require(Corpus.folder)
    let all =
      try Self.manifest(folder) + Self.tracks(folder) + Self.tags(folder) + Self.seeks(folder)
    #expect(all.count > 1000)
    let differences = all.filter { !$0.agrees }
    let reasons = try Table(Fixtures.package.appendingPathComponent("Tests/PlaybackTests/reference-differences.tsv"))
      .rows
    let known = Dictionary(
      reasons.map { ("\($0["file"] ?? "")\t\($0["what"] ?? "")", $0["reason"] ?? "") }, uniquingKeysWith: { $1 })
    for difference in differences where Self.reason(difference, known) == nil {
      Issue.record("\(difference.key)\t\(difference.source): \(difference.expected), here: \(difference.found)")
    }
    for key in known.keys where !differences.contains(where: { $0.key == key || $0.anyKey == key }) {
      Issue.record("\(key): the references agree; its line can go")
    }
    let page = Fixtures.package.appendingPathComponent("Docs/RealMedia.md")
    // The section about formats is written by Scripts/formats.
    let old = try String(contentsOf: page, encoding: .utf8)
    let formats = old.range(of: "\n## Formats\n").map { String(old[$0.lowerBound...]) } ?? ""
    let text = Self.page(all, known) + formats
    if ProcessInfo.processInfo.environment["PLAYHEAD_WRITE_DOCS"] != nil {
      try text.write(to: page, atomically: true, encoding: .utf8)
    }
    #expect(
      try String(contentsOf: page, encoding: .utf8) == text, "PLAYHEAD_WRITE_DOCS=1 writes Docs/RealMedia.md anew")
  }

  private static func reason(_ one: Comparison, _ reasons: [String: String]) -> String? {
    reasons[one.key] ?? reasons[one.anyKey]
  }

  private static func page(_ all: [Comparison], _ reasons: [String: String]) -> String {
    var lines = [
      "# Real media compared with references", "",
      "The output of `playhead info --json` for files from other projects, compared with independent references. Written by",
      "`ReferenceTests` (`PLAYHEAD_WRITE_DOCS=1 swift test --filter ReferenceTests`). [Testing](Testing.md) describes where the",
      "files are.",
      "",
      "| reference | compared | agree |", "| --- | --- | --- |",
    ]
    for source in ["ffprobe", "androidx tracks", "tinytag", "androidx seek map"] {
      let own = all.filter { $0.source == source }
      lines.append("| \(source) | \(own.count) | \(own.filter(\.agrees).count) |")
    }
    lines += [
      "", "Every disagreement and its reason:", "", "| file | what | reference | here | reason |",
      "| --- | --- | --- | --- | --- |",
    ]
    for one in all.filter({ !$0.agrees }).sorted(by: { $0.key < $1.key }) {
      let cells = [one.file, one.what, one.expected, one.found, reason(one, reasons) ?? ""].map(cell)
      lines.append("| \(cells.joined(separator: " | ")) |")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func cell(_ text: String) -> String {
    let plain = text.replacingOccurrences(of: "|", with: "/").replacingOccurrences(of: "\n", with: " ")
      .replacingOccurrences(of: "\0", with: " ")
    return plain.count > 60 ? plain.prefix(60) + "…" : plain
  }
}
