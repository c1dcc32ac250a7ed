import Foundation
import Testing

@Suite("Hygiene")
struct HygieneTests {
  let tree = SourceTree()

  /// All source, script and documentation files.
  var files: [URL] {
    ["Sources", "Tests", "Docs", "Scripts", "Benchmarks", "Examples", "Packaging", ".ci/run"].flatMap(
      tree.files(under:))
      + ["Package.swift", "Makefile", "README.md", "CONTRIBUTING.md", "CHANGELOG.md"].map(
        tree.root.appendingPathComponent)
  }

  /// Folders of a single machine. Composed so that this file does not contain them itself.
  static let machinePaths = ["home/", "root/", "work/", "Users/", "opt/swift", "tmp/wt", "tmp/build"].map { "/" + $0 }

  /// The first line of a text that contains such a path.
  static func machinePath(in text: String) -> String? {
    for line in text.split(separator: "\n") {
      for path in machinePaths {
        var rest = line[...]
        while let range = rest.firstRange(of: path) {
          // Only the beginning of a path counts, not the middle of a path or URL.
          let before = range.lowerBound == line.startIndex ? " " : line[line.index(before: range.lowerBound)]
          if !before.isLetter && !before.isNumber && !"._-}/$)".contains(before) { return String(line) }
          rest = rest[range.upperBound...]
        }
      }
    }
    return nil
  }

  @Test("no file contains a path of one machine")
  func noMachinePaths() throws {
    for file in files {
      guard let text = try? String(contentsOf: file, encoding: .utf8) else { continue }
      let line = Self.machinePath(in: text)
      #expect(line == nil, "\(tree.path(of: file)) names a folder of one machine: \(line ?? "")")
    }
  }

  @Test("a path of one machine is reported")
  func machinePathIsReported() {
    #expect(Self.machinePath(in: "let file = \"/" + "home/ada/film.mp4\"") != nil)
    #expect(Self.machinePath(in: "see https://example.org/" + "home/page") == nil)
    #expect(Self.machinePath(in: "$root/" + "work/film.mp4") == nil)
  }

  @Test("all tests use Swift Testing: no XCTest is imported")
  func noXCTest() throws {
    for file in tree.files(under: "Tests") where file.pathExtension == "swift" {
      let names = imports(of: try String(contentsOf: file, encoding: .utf8)).map(\.module)
      #expect(!names.contains("XCTest"), "\(tree.path(of: file)) would never run")
    }
  }

  /// The runner counts the time in which a test waits for a thread, behind all other tests, as time of the test.
  @Test func testsHaveNoTimeLimit() throws {
    let form = "time" + "Limit("
    for file in tree.files(under: "Tests") where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(!text.contains(form), "\(tree.path(of: file)): make test has one")
    }
  }

  /// Conformance tests must compile unchanged on a Mac.
  @Test("conformance tests import only Apple's modules")
  func conformanceImports() throws {
    let apples: Set = ["AVFAudio", "AVFoundation", "AVKit", "CoreMedia", "Foundation", "MediaPlayer", "Testing"]
    let files = tree.files(under: "Tests/ConformanceTests").filter { $0.pathExtension == "swift" }
    #expect(!files.isEmpty)
    for file in files {
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(Set(imports(of: text).map(\.module)).isSubset(of: apples), "\(tree.path(of: file))")
      #expect(!text.contains("@testable") && !text.contains("@_spi"))
    }
  }

  /// Soft: a long file is no error, but may hold two concerns.
  @Test("Swift files stay below the length limit")
  func filesStayShort() throws {
    for file in files where file.pathExtension == "swift" {
      let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
      if lines.count > 600 {
        print("note: \(tree.path(of: file)) has \(lines.count) lines; does it hold more than one concern?")
      }
    }
  }
}
