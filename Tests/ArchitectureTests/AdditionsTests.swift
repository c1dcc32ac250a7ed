import Foundation
import Testing

/// Docs/Additions.md lists the declarations that are marked as additions to Apple's API. `Scripts/additions` writes it.
@Suite struct AdditionsTests {
  private let tree = SourceTree()

  /// The names of the declarations whose doc comments have the mark.
  static func additions(in source: String) -> [String] {
    let lines = source.split(separator: "\n").map { String($0.trimmingPrefix(while: \.isWhitespace)) }
    return lines.indices.filter { lines[$0].hasPrefix("///") && lines[$0].contains("Not in Apple's API") }
      .compactMap { index in
        lines[index...].first { !$0.hasPrefix("///") && $0.wholeMatch(of: /(@\w+(\([^)]*\))?\s*)+/) == nil }
      }
      .compactMap { line in
        let keyword = /\b(?:func|var|let|class|struct|protocol|enum|typealias) (?<name>\w+)|\b(?<initializer>init)\(/
        guard let match = line.firstMatch(of: keyword) else { return nil }
        return String(match.name ?? match.initializer ?? "")
      }
  }

  @Test func pageListsEveryAddition() throws {
    let page = try String(contentsOf: tree.root.appendingPathComponent("Docs/Additions.md"), encoding: .utf8)
    var count = 0
    for file in tree.files(under: "Sources") where file.pathExtension == "swift" {
      for name in Self.additions(in: try String(contentsOf: file, encoding: .utf8)) {
        count += 1
        let isListed = ["`\(name)", ".\(name)"].contains { page.contains($0 + "`") || page.contains($0 + "(") }
        #expect(isListed, "run Scripts/additions: \(name) of \(tree.path(of: file)) is not in Docs/Additions.md")
      }
    }
    #expect(count == page.split(separator: "\n").count { $0.hasPrefix("| `") })
  }

  @Test func markedDeclarationIsFound() {
    let source = """
      /// A.
      ///
      /// - Note: Not in Apple's API.
      @discardableResult
      nonisolated public func a() {}
      /// - Note: Not in Apple's API: why.
      ///   More.
      @preconcurrency
      @MainActor open class b {}
      /// Not marked.
      public init(c: Int) {}
      """
    #expect(Self.additions(in: source) == ["a", "b"])
  }
}
