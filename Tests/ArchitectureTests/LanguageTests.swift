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
    "glimpse", "kept", "heard", "weather", "crumbs", "lent", "lend", "lends", "borrower", "furnish", "leftovers",
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

  /// Words of names that belong to Apple's API, GTK or standard terms.
  static let standardNames = [
    "pictureinpicture", "attachedpicture", "auxiliarypicture", "musicandsound", "soundcheck", "soundengineer",
    "keysound", "gtk_", "g_user",
  ]

  /// The private words in the identifiers of a source file, which are split at capitals and underscores. Strings and
  /// comments are left out.
  static func privateWords(inIdentifiersOf source: String) -> [String] {
    var found: [String] = []
    var isString = false
    for line in source.split(separator: "\n") {
      let isBoundary = line.contains("\"\"\"")
      if isBoundary { isString.toggle() }
      guard !isString, !isBoundary else { continue }
      let code = line.firstRange(of: "//").map { line[..<$0.lowerBound] } ?? line
      for (index, part) in code.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
      where index % 2 == 0 {
        for name in part.utf8.split(whereSeparator: { !isNameByte($0) }) {
          found += privateWords(inName: Substring(name))
        }
      }
    }
    return found
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x5F
  }

  private static func privateWords(inName name: Substring) -> [String] {
    var words: [[UInt8]] = [[]]
    for byte in name.utf8 {
      if (0x41...0x5A).contains(byte) || byte == 0x5F { words.append([]) }
      if byte != 0x5F { words[words.count - 1].append(byte | 0x20) }
    }
    let hits = words.map { String(decoding: $0, as: UTF8.self) }.filter(privateWords.contains)
    guard !hits.isEmpty else { return [] }
    let lowercased = name.lowercased()
    return standardNames.contains(where: lowercased.contains) ? [] : hits
  }

  @Test func identifiersUseStandardTerms() throws {
    var (lines, hits) = (0, [String]())
    for file in swiftFiles("Sources", "Tests", "Examples", "Fuzz") {
      guard file.lastPathComponent != "LanguageTests.swift" else { continue }
      let source = try text(file)
      lines += source.utf8.count { $0 == 0x0A }
      hits += Self.privateWords(inIdentifiersOf: source).map { "\(tree.path(of: file)): \($0)" }
    }
    #expect(hits.count * 1000 <= lines, "\(hits.count) in \(lines) lines: \(hits.prefix(20))")
  }

  @Test func privateWordInNameIsFound() {
    #expect(Self.privateWords(inIdentifiersOf: "let keptFilm = \"told\"  // sound") == ["kept", "film"])
    #expect(Self.privateWords(inIdentifiersOf: "func startPictureInPicture() {}") == [])
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
