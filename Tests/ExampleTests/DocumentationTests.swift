import Foundation
import TestSupport
import Testing

/// Every block of Swift in the documentation compiles.
@Suite(.enabled(if: BlockCompiler.isInstalled, "there is no swiftc on the PATH"))
struct DocumentationTests {
  /// The pages with blocks.
  static let pages: [(name: String, blocks: [CodeBlock])] = CodeBlock.pages(of: Fixtures.package).compactMap { page in
    guard let text = try? String(contentsOf: page, encoding: .utf8) else { return nil }
    let name = String(page.path.dropFirst(Fixtures.package.path.count + 1))
    let blocks = CodeBlock.blocks(in: text, of: name)
    return blocks.isEmpty ? nil : (name, blocks)
  }

  @Test(arguments: pages.map(\.name))
  func everyBlockOfAPageCompiles(name: String) throws {
    let page = try #require(Self.pages.first { $0.name == name })
    let errors = try BlockCompiler(package: Fixtures.package).errors(in: page.blocks)
    #expect(errors.isEmpty, Comment(rawValue: errors.joined(separator: "\n")))
  }

  @Test func findsThePagesOfTheDocumentation() {
    let names = Self.pages.map(\.name)
    #expect(names.contains("README.md"))
    #expect(names.contains("Docs/UsingPlayhead.md"))
    #expect(names.contains { $0.hasSuffix(".docc/PlayingAFile.md") })
  }

  @Test func compilesAllBlocksButTheMacProgram() {
    let excluded = Self.pages.flatMap(\.blocks).filter(\.isExcluded).map(\.page)
    #expect(excluded == ["Docs/Porting.md"])
  }

  @Test func reportsABlockThatDoesNotCompile() throws {
    let page = """
      ```swift
      let seconds: Int = player
      ```

      ```swift
      import AVFoundation
      let player = AVPlayer(uri: "film.mp4")
      ```
      """
    let blocks = CodeBlock.blocks(in: page, of: "Page.md")
    #expect(blocks.map(\.line) == [2, 6])
    let errors = try BlockCompiler(package: Fixtures.package).errors(in: blocks)
    #expect(errors.contains { $0.hasPrefix("Page.md:2:") })
    #expect(errors.contains { $0.hasPrefix("Page.md:7:") })
  }
}
