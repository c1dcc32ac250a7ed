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

  /// Additions that any import shows, because a GTK program cannot do without them, or because they stand in for types
  /// of Foundation and of the Objective-C runtime, or because members of Apple's API require them.
  private static let visible: Set<String> = [
    "gtkWidget", "LayerHostView", "installMainLoopIntegrationIfNeeded", "Configuration", "Request", "AssetMaking",
    "InterstitialEventListing", "NSKeyValueObserver", "NSKeyValueObserverObject",
    "OutputSequenceDelegate", "CompositionTrackTyping", "CompositionSegmentTyping", "optionalTrackIDs",
  ]

  @Test func additionsAreHiddenFromOrdinaryImports() throws {
    var found: Set<String> = []
    for file in tree.files(under: "Sources") where file.pathExtension == "swift" {
      let source = try String(contentsOf: file, encoding: .utf8)
      found.formUnion(Self.additions(in: source).filter { !Self.isHidden($0, in: source) })
    }
    #expect(found == Self.visible)
  }

  /// Whether the declaration of a name has `@_spi(Playhead)`, on its line or on the one before.
  static func isHidden(_ name: String, in source: String) -> Bool {
    let lines = source.split(separator: "\n")
    return lines.indices.contains { index in
      let isDeclaration = lines[index].contains("public") || lines[index].contains("open")
      let words = lines[index].split { !($0.isLetter || $0.isNumber || $0 == "_") }
      guard isDeclaration, words.contains(Substring(name)) else { return false }
      return lines[max(0, index - 1)...index].joined().contains("@_spi(Playhead)")
    }
  }

  @Test func hiddenDeclarationIsFound() {
    #expect(Self.isHidden("a", in: "  @_spi(Playhead) nonisolated public var a: Int { 1 }"))
    #expect(Self.isHidden("B", in: "@_spi(Playhead)\npublic struct B {"))
    #expect(!Self.isHidden("a", in: "@_spi(Playhead) public let b = 1\n\npublic let ab = 1\npublic let a = 1"))
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
