import Foundation
import Testing

/// The pages for people: their links, the tests that they name, their lines, and the catalogues of the products.
@Suite struct PageTests {
  private let tree = SourceTree()

  /// The pages that people write. Generated pages list files and symbols in long lines.
  private var pages: [URL] {
    let generated = ["Benchmarks", "Coverage", "FaultMatrix", "RealMedia"].map { "Docs/\($0).md" }
    let docs = (tree.files(under: "Docs") + tree.files(under: "Sources")).filter { $0.pathExtension == "md" }
    let top = ["README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"].map(tree.root.appendingPathComponent)
    return (docs + top).filter { !generated.contains(tree.path(of: $0)) }
  }

  private func text(_ file: URL) throws -> String { try String(contentsOf: file, encoding: .utf8) }

  /// The page without the lines of code blocks.
  static func prose(_ page: String) -> [String] {
    var isCode = false
    return page.split(separator: "\n", omittingEmptySubsequences: false).map(String.init).filter { line in
      guard line.hasPrefix("```") else { return !isCode }
      isCode.toggle()
      return false
    }
  }

  // MARK: Links

  /// The name of a heading in links: letters, digits and hyphens.
  static func anchor(_ heading: String) -> String {
    String(
      heading.drop { $0 == "#" || $0 == " " }.lowercased().compactMap { character in
        if character == " " { return "-" }
        return character.isLetter || character.isNumber || "-_".contains(character) ? character : nil
      })
  }

  /// The links to files and headings of this project; addresses and DocC's symbol links are omitted.
  static func links(in page: String) -> [String] {
    prose(page).joined(separator: "\n").matches(of: /\]\(([^)\s]+)\)/).map { String($0.1) }
      .filter { !$0.contains("://") }
  }

  @Test func linksLeadToAFileAndAHeading() throws {
    for page in pages {
      for link in Self.links(in: try text(page)) {
        let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let target = parts[0].isEmpty ? page : page.deletingLastPathComponent().appendingPathComponent(String(parts[0]))
        #expect(FileManager.default.fileExists(atPath: target.path), "\(tree.path(of: page)): \(link)")
        guard parts.count == 2 else { continue }
        let anchors = Self.prose(try text(target.standardizedFileURL)).filter { $0.hasPrefix("#") }.map(Self.anchor)
        #expect(anchors.contains(String(parts[1])), "\(tree.path(of: page)): \(link)")
      }
    }
  }

  // MARK: Tests that pages name

  /// The named tests: `SomeTests`, and `SomeTests.function` or `.function` after it on the same line.
  static func namedTests(in line: String) -> [(suite: String, function: String?)] {
    var suite: String?
    return line.matches(of: /`([A-Za-z0-9]+Tests)?(\.([a-z]\w*))?`/).compactMap { match in
      if let name = match.1 { suite = String(name) }
      guard let suite, match.1 != nil || match.3 != nil else { return nil }
      return (suite, match.3.map(String.init))
    }
  }

  /// The functions of each suite: what follows its declaration in the file.
  private func suites() throws -> [String: Set<String>] {
    var suites: [String: Set<String>] = [:]
    for file in tree.files(under: "Tests") where file.pathExtension == "swift" {
      var suite: String?
      for match in try text(file).matches(of: /(?:struct|class|extension|enum) (\w+Tests)\b|\bfunc (\w+)/) {
        if let name = match.1 {
          suite = String(name)
          suites[String(name), default: []] = suites[String(name)] ?? []
        } else if let suite, let function = match.2 {
          suites[suite]?.insert(String(function))
        }
      }
    }
    return suites
  }

  @Test(arguments: ["SECURITY.md", "Docs/KnownDifferences.md"])
  func namedTestsExist(page: String) throws {
    let suites = try suites()
    var count = 0
    for line in Self.prose(try text(tree.root.appendingPathComponent(page))) where line.hasPrefix("|") {
      // Only the last column names tests.
      let cells = line.split(separator: "|")
      for (suite, function) in Self.namedTests(in: cells.last.map(String.init) ?? "") {
        count += 1
        #expect(suites[suite] != nil, "\(page): there is no suite \(suite)")
        if let function, let functions = suites[suite] {
          #expect(functions.contains(function), "\(page): there is no test \(suite).\(function)")
        }
      }
    }
    #expect(count > 30)
  }

  @Test func namedTestsAreFound() {
    let found = Self.namedTests(in: "`ATests`, `BTests.one`, `.two` (`make soak`)").map {
      "\($0.suite) \($0.function ?? "-")"
    }
    #expect(found == ["ATests -", "BTests one", "BTests two"])
    #expect(Self.anchor("## Build, test, lint") == "build-test-lint")
    #expect(Self.links(in: "[a](b.md#c)\n```\n[x](y.md)\n```\n[d](https://e.org)") == ["b.md#c"])
  }

  // MARK: Lines

  @Test func linesOfProseHave120Columns() throws {
    for page in pages {
      for line in Self.prose(try text(page)) where !line.hasPrefix("|") {
        #expect(line.count <= 120, "\(tree.path(of: page)): \(line)")
      }
    }
  }

  @Test func pagesContainNoControlCharacters() throws {
    for page in tree.files(under: "Docs") + pages where page.pathExtension == "md" {
      let control = try text(page).unicodeScalars.first { $0.value < 0x20 && $0 != "\n" }
      #expect(control == nil, "\(tree.path(of: page))")
    }
  }

  // MARK: DocC

  @Test func everyLibraryProductHasADocCCatalogue() throws {
    let manifest = try text(tree.root.appendingPathComponent("Package.swift"))
    let products = manifest.matches(of: /\.library\(name: "(\w+)"/).map { String($0.1) }
    #expect(products.count > 10)
    let script = try text(tree.root.appendingPathComponent("Scripts/docs"))
    for product in products {
      let page = try text(tree.root.appendingPathComponent("Sources/\(product)/\(product).docc/\(product).md"))
      #expect(page.hasPrefix("# ``\(product)``\n"))
      #expect(script.contains(" \(product) ") || script.contains(" \(product);"), "make docs omits \(product)")
    }
  }
}
