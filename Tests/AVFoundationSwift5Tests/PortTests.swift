import AVFoundation
import Testing

@Suite("Scripts/port", .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")))
struct PortTests {
  private let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// Runs the tool in the package's folder.
  private func port(_ arguments: String...) throws -> (output: String, reports: String, status: Int32) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    process.currentDirectoryURL = root
    process.arguments = ["Scripts/port"] + arguments
    let (output, reports) = (Pipe(), Pipe())
    (process.standardOutput, process.standardError) = (output, reports)
    try process.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    let lines = reports.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (String(decoding: text, as: UTF8.self), String(decoding: lines, as: UTF8.self), process.terminationStatus)
  }

  private func port(source: String) throws -> (output: String, reports: [String], status: Int32) {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("playhead-port-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("a.swift")
    try source.write(to: file, atomically: true, encoding: .utf8)
    let result = try port(file.path)
    let reports = result.reports.split(separator: "\n").map { $0.replacingOccurrences(of: file.path, with: "a") }
    return (result.output, reports, result.status)
  }

  /// The result is compiled with this test.
  @Test func rewritesSample() throws {
    let result = try port("Scripts/port.d/Sample.swift")
    let expected = try String(
      contentsOf: root.appendingPathComponent("Tests/AVFoundationSwift5Tests/PortedSample.swift"), encoding: .utf8)
    #expect(result.output == expected)
    #expect(
      result.reports
        == "Scripts/port.d/Sample.swift:58: a dynamic property: announce changes with willChangeValue and didChangeValue\n"
    )
    #expect(result.status == 1)
  }

  @Test(arguments: [
    ("@objc func a() {}", "func a() {}"), ("@objc(a:) private func a() {}", "private func a() {}"),
    ("func a(_ b: NSNotification) {}", "func a(_ b: Notification) {}"),
    ("let a = #keyPath(AVPlayer.isMuted)", "let a = \"muted\""),
    ("let a = \"@objc\" // #keyPath(A.b)", "let a = \"@objc\" // #keyPath(A.b)"),
    (
      "extension A { func a() { c.addTarget(self, action: #selector(b(_:))) } }",
      "extension A { func a() { c.addTarget(self, action: A.b(_:)) } }"
    ),
    (
      "class A { class B { func a() { l = CADisplayLink(target: self, selector: #selector(Self.b)) } } }",
      "class A { class B { func a() { l = CADisplayLink(target: self, selector: B.b) } } }"
    ),
    (
      "private extension Selector {\n  #if os(iOS)\n  static let b = #selector(A.b)\n  #endif\n  "
        + "static let c: Selector = #selector(A.c(note:))\n}\n"
        + "class A { func a() { n.addObserver(self, selector: .c, name: .d) } }",
      "class A { func a() { n.addObserver(self, selector: A.c(note:), name: .d) } }"
    ),
    (
      "import Foundation\nlet a = URLSession.shared",
      "import Foundation\n#if canImport(FoundationNetworking)\nimport FoundationNetworking\n#endif\n"
        + "let a = URLSession.shared"
    ),
    (
      "import Foundation\nfunc a(b: [NSKeyValueChangeKey: Any]) {}",
      "import Foundation\nimport AVFoundation\nfunc a(b: [NSKeyValueChangeKey: Any]) {}"
    ),
    ("let a = \"\\(f(#keyPath(A.b)))\"", "let a = \"\\(f(\"b\"))\""),
  ])
  func rewrites(source: String, expected: String) throws {
    let result = try port(source: source)
    #expect(result.output == expected)
    #expect(result.reports == [] && result.status == 0)
  }

  /// The text is unchanged.
  @Test(arguments: [
    ("import UIKit", "a:1: there is no UIKit"),
    (
      "extension Selector { static let c = #selector(B.c); func d() {} }",
      "a:1: #selector outside of a call: name the method in the call"
    ),
    ("let a = #selector(B.c)", "a:1: #selector outside of a call: name the method in the call"),
    (
      "class A { func a() { b.addTarget(self, action: #selector(c), for: .touchUpInside) } }",
      "a:1: #selector in addTarget: pass a closure"
    ),
    (
      "class A { func a() {\n c.removeTarget(self, action: #selector(b)) } }",
      "a:2: removeTarget with a selector: pass the target alone, which removes all of its methods"
    ),
    (
      "class A: UIView { override func observeValue(forKeyPath k: String?) {} }",
      "a:1: observeValue: conform to NSKeyValueObserver and remove `override`"
    ),
  ])
  func reports(source: String, expected: String) throws {
    let result = try port(source: source)
    #expect(result.output == source)
    #expect(result.reports == [expected] && result.status == 1)
  }

  @Test func refusesWrongArguments() throws {
    #expect(try port().status == 2)
    #expect(try port("--unknown").status == 2)
    #expect(try port("a.swift", "b.swift").status == 2)
    #expect(try port("missing.swift").reports == "Scripts/port: there is no missing.swift\n")
  }
}
