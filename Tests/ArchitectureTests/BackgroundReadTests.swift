import Foundation
import Testing

/// `PropertyReads` of AVFoundationSwift5Tests reads every property on a background thread, in both language modes.
@Suite struct BackgroundReadTests {
  private let tree = SourceTree()

  /// The properties in the bodies of open classes that are neither deprecated nor asynchronous, by class.
  static func openProperties(of source: String) -> [String: Set<String>] {
    var (found, owner): ([String: Set<String>], String?) = ([:], nil)
    var isDeprecated = false
    for line in source.split(separator: "\n") {
      if let start = line.prefixMatch(of: #/(?:@[\w()]+ )*open class (\w+)/#) {
        owner = String(start.1)
      } else if line == "}" {
        owner = nil
      } else if line.hasPrefix("  @available") {
        isDeprecated = line.contains("deprecated")
      } else if let owner, let match = line.firstMatch(of: #/^  (?:nonisolated |@\w+ )*open [a-z() ]*?var (\w+)/#) {
        if !isDeprecated, !line.contains(" class var "), !line.contains("@MainActor"), !line.contains(" override ") {
          found[owner, default: []].insert(String(match.1))
        }
        isDeprecated = false
      }
    }
    return found
  }

  @Test func everyPropertyIsReadInTheBackground() throws {
    let place = "Tests/AVFoundationSwift5Tests/PropertyReads.swift"
    let reads = try String(contentsOf: tree.root.appendingPathComponent(place), encoding: .utf8)
    let functions = reads.components(separatedBy: "static func values(of object: ").dropFirst()
    let readByClass = Dictionary(
      functions.map { (String($0.prefix { $0 != ")" }), $0) }, uniquingKeysWith: { first, _ in first })
    var count = 0
    for file in tree.files(under: "Sources/AVFoundation") where file.pathExtension == "swift" {
      for (owner, properties) in Self.openProperties(of: try String(contentsOf: file, encoding: .utf8)) {
        for property in properties where !Self.exceptions.contains("\(owner).\(property)") {
          count += 1
          let isRead = readByClass[owner]?.split { !($0.isLetter || $0.isNumber) }.contains { $0 == property } ?? false
          #expect(isRead, "add \(property) of \(owner) to \(place)")
        }
      }
    }
    #expect(count > 200)
  }

  /// An asynchronous property, and one that Apple isolates to the main actor.
  private static let exceptions: Set<String> = ["AVAssetDownloadURLSession.allTasks", "AVPlayerItem.externalMetadata"]

  @Test func openPropertyIsFound() {
    let source = """
      @MainActor open class A {
        nonisolated open var a: Int { 1 }
        open private(set) var b = 1
        @available(*, deprecated)
        open var c: Int { 1 }
        open var d: Int { 1 }
        open class var e: Int { 1 }
        @MainActor open var f: Int { 1 }
        public var g: Int { 1 }
      }
      """
    #expect(Self.openProperties(of: source) == ["A": ["a", "b", "d"]])
  }
}
