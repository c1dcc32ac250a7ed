import Foundation
import Testing

/// The language of the sources: standard terms, documented declarations, lines of at most 120 columns.
@Suite struct LanguageTests {
  private let tree = SourceTree()

  private func text(_ file: URL) throws -> String { try String(contentsOf: file, encoding: .utf8) }

  private func swiftFiles(_ folders: String...) -> [URL] {
    folders.flatMap(tree.files(under:)).filter { $0.pathExtension == "swift" }
  }

  // MARK: Terms

  /// Words that the field has other terms for: frame, audio, file, user, cached, reported, request, seek result.
  static let privateWords: Set<String> = [
    "nobody", "somebody", "anybody", "everybody", "whoever", "told", "tell", "tells", "film", "films", "picture",
    "pictures", "sound", "sounds", "landing", "landings", "lands", "wish", "wishes", "news", "stood", "seat", "footing",
    "glimpse", "kept",
  ]

  /// Terms that contain such a word.
  static let standardTerms = [
    "picture in picture", "attached picture", "sound server", "sound card", "sound field", "key sound",
  ]

  /// The private words in the comments of a source file. Text between backquotes is code.
  static func privateWords(inCommentsOf source: String) -> [String] {
    source.split(separator: "\n").flatMap { line -> [String] in
      let line = line.trimmingPrefix(while: \.isWhitespace)
      guard line.hasPrefix("//") || line.contains(" // ") else { return [] }
      let start = line.hasPrefix("//") ? line.startIndex : line.firstRange(of: " // ")?.lowerBound ?? line.endIndex
      var comment = line[start...].lowercased().replacing(/`[^`]*`/, with: "")
      for term in standardTerms { comment = comment.replacing(term, with: "") }
      return comment.split { !$0.isLetter }.map(String.init).filter(privateWords.contains)
    }
  }

  @Test func commentsUseStandardTerms() throws {
    var (lines, hits) = (0, [String]())
    for file in swiftFiles("Sources", "Tests", "Examples") where file.lastPathComponent != "LanguageTests.swift" {
      let source = try text(file)
      lines += source.utf8.count { $0 == 0x0A }
      hits += Self.privateWords(inCommentsOf: source).map { "\(tree.path(of: file)): \($0)" }
    }
    // One in a thousand lines: a quotation, a literal meaning.
    #expect(hits.count * 1000 <= lines, "\(hits.count) in \(lines) lines: \(hits.prefix(20))")
  }

  @Test func privateWordIsFound() {
    #expect(Self.privateWords(inCommentsOf: "let a = 1  // The film is kept.") == ["film", "kept"])
    #expect(Self.privateWords(inCommentsOf: "/// The `film` of picture in picture.\nlet film = told") == [])
  }

  // MARK: Lines

  @Test func linesHave120ColumnsUnlessAStringIsLonger() throws {
    for file in swiftFiles("Sources", "Tests", "Examples", "Benchmarks", "Fuzz") {
      var isString = false
      for (index, line) in try text(file).split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        defer { if line.ranges(of: "\"\"\"").count == 1 { isString.toggle() } }
        guard line.count > 120, !isString, !line.contains("\"") else { continue }
        let declaration = line.contains("@convention(c)")
        #expect(declaration, "\(tree.path(of: file)):\(index + 1) has \(line.count) columns")
      }
    }
  }

  // MARK: Documentation

  /// The lines of public declarations without a doc comment. Overrides inherit theirs.
  static func undocumented(_ source: String) -> [Int] {
    let attributes = #"((@[\w.]+(\([^)]*\))?|nonisolated|final|static|class|required|convenience|mutating|weak)\s+)*"#
    let keywords = "(func|var|let|class|struct|enum|protocol|init|subscript|typealias|actor|indirect|static|final)"
    guard let modifiers = try? Regex("\(attributes)(public|open)\\s+([a-z()]+\\s+)*\(keywords)\\b") else { return [0] }
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false).map {
      String($0.trimmingPrefix(while: \.isWhitespace))
    }
    return lines.indices.filter { index in
      let line = lines[index]
      let isPublic = line.prefixMatch(of: modifiers)
      guard isPublic != nil, !line.contains("override "), !line.hasPrefix("public extension") else { return false }
      let before = lines[..<index].last { !$0.hasPrefix("@") && !$0.hasPrefix("#if") }
      return before?.hasPrefix("///") != true
    }.map { $0 + 1 }
  }

  @Test func publicDeclarationsAreDocumented() throws {
    for file in swiftFiles("Sources") {
      let lines = Self.undocumented(try text(file))
      #expect(lines.isEmpty, "\(tree.path(of: file)), lines \(lines)")
    }
  }

  @Test func undocumentedDeclarationIsFound() {
    #expect(Self.undocumented("/// A.\n@MainActor\npublic func a() {}\npublic var b = 1\n") == [4])
  }

  /// A quarter: what units, threads and errors are, is said where the declaration is.
  @Test func sourcesHaveADocLineForFourLinesOfCode() throws {
    var (docs, code) = (0, 0)
    for file in swiftFiles("Sources") {
      for line in try text(file).split(separator: "\n").map({ $0.trimmingPrefix(while: \.isWhitespace) }) {
        if line.hasPrefix("///") { docs += 1 } else if !line.isEmpty, !line.hasPrefix("//") { code += 1 }
      }
    }
    #expect(docs * 4 >= code, "\(docs) doc lines for \(code) lines of code")
  }

  // MARK: Commits

  /// The hook refuses a subject before the commit exists; a test of the history could only find it afterwards.
  @Test(arguments: [
    ("queue: report the boundary once", true), ("Merge branch 'queue'", true), ("report the boundary once", false),
    ("queue: report the boundary once, and remove what reported it a second time", false), ("", false),
  ])
  func commitHookChecksSubject(subject: String, isAccepted: Bool) throws {
    let message = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).txt")
    try "\(subject)\n\nA body.\n".write(to: message, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: message) }
    let hook = Process()
    hook.executableURL = tree.root.appendingPathComponent("Scripts/hooks/commit-msg")
    hook.arguments = [message.path]
    hook.standardError = FileHandle.nullDevice
    try hook.run()
    hook.waitUntilExit()
    #expect((hook.terminationStatus == 0) == isAccepted)
  }
}
