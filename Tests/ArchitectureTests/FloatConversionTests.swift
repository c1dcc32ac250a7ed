import Foundation
import Testing

@Suite("Conversions of floating-point numbers")
struct FloatConversionTests {
  /// Files whose conversions are bounded by surrounding code, and the reasons why they are not checked again.
  static let exceptions: [String: String] = [
    "Sources/PlayheadBasics/Saturating.swift": "the checked conversion itself",
    "Sources/CoreMedia/Time/CMTime+Seconds.swift": "inlined into programs, behind a check of its own",
    "Sources/PlayheadCaptions/CueBitmap+Scaling.swift": "a weighted mean of bytes, for each byte of a picture",
    "Sources/PlayheadMedia/Video/ColorMapping.swift": "clamped to the table beforehand, for each pixel of a picture",
  ]

  /// Every source file, read once.
  private static let sources: [(path: String, text: String)] = {
    let tree = SourceTree()
    return tree.files(under: "Sources").filter { $0.pathExtension == "swift" }.map {
      (tree.path(of: $0), (try? String(contentsOf: $0, encoding: .utf8)) ?? "")
    }
  }()
  private static let lint = FloatConversions(tree: sources.map(\.text))

  @Test("every conversion from a floating-point number handles values out of range")
  func conversionsAreChecked() {
    for (path, text) in Self.sources where Self.exceptions[path] == nil {
      for finding in Self.lint.findings(in: text) {
        Issue.record(
          "\(path):\(finding.line): \(finding.text) ends the program for NaN; write `saturating:` or `exactly:`")
      }
    }
  }

  @Test("an obsolete exception is reported")
  func exceptionsAreNeeded() throws {
    for path in Self.exceptions.keys where !path.hasSuffix("Saturating.swift") {
      let text = try #require(Self.sources.first { $0.path == path }?.text, "\(path) is gone")
      #expect(!Self.lint.findings(in: text).isEmpty, "\(path) needs no exception")
    }
  }

  @Test("without their label, today's checked conversions are found")
  func knownConversionsAreFound() {
    var known = 0
    var found = 0
    for (path, text) in Self.sources where Self.exceptions[path] == nil {
      let bare = text.replacing("saturating: ", with: "")
      let labels = text.components(separatedBy: "saturating: ").count - 1
      guard labels > 0 else { continue }
      known += labels
      found += min(labels, Self.lint.findings(in: bare).count)
    }
    #expect(known > 100)
    #expect(Double(found) >= 0.8 * Double(known), "only \(found) of \(known) are found")
  }

  @Test(
    "an unchecked conversion is reported",
    arguments: [
      "let count = Int(seconds * 1000)", "let ticks = Int64((value / 2).rounded())",
      "let index = UInt8(0.5 * Double(level))", "let moved = Int32(time.seconds)",
      "let length = Int(\n    (wide * 1e9).rounded(.down))", "let share = 1.5\nlet part = Int(share)",
    ])
  func reports(_ text: String) {
    let lint = FloatConversions(tree: ["let seconds: Double", "func f(wide: Double, value: CGFloat) {}"])
    #expect(lint.findings(in: text).count == 1)
  }

  @Test(
    "other conversions are not reported",
    arguments: [
      "let count = Int(saturating: seconds * 1000)", "let number = Int(text)", "let whole = Int64(exactly: seconds)",
      "let size = Int32(Int(saturating: seconds))", "let bits = Int(seconds.bitPattern)", "// Int(seconds)",
      "let width = Int32(picture.width)", "let word = UInt32(0x1E)",
    ])
  func passes(_ text: String) {
    let lint = FloatConversions(tree: ["let seconds: Double"])
    #expect(lint.findings(in: text).isEmpty)
  }
}
