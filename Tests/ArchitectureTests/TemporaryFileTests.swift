import Foundation
import Testing

/// Temporary files have unpredictable names: in a shared folder others may place a link under a predictable one.
@Suite struct TemporaryFileTests {
  /// The functions that create unpredictable names.
  private static let makers = ["mkstemp(", "mkdtemp("]
  private static let forms = [
    "NSTemporaryDirectory", "tmpnam", "tempnam", "mktemp(", "temporaryDirectory", "TMPDIR", "\"/tmp",
  ]
  /// The socket of a display server, whose name X11 defines.
  private static let exceptions: Set<String> = ["PlayheadCommand/Play/DisplayServer.swift"]

  @Test func temporaryFilesHaveUnpredictableNames() throws {
    let tree = SourceTree()
    var users = 0
    for file in tree.files(under: "Sources") where file.pathExtension == "swift" {
      let name = tree.path(of: file).replacingOccurrences(of: "Sources/", with: "")
      guard !Self.exceptions.contains(name) else { continue }
      let text = try String(contentsOf: file, encoding: .utf8)
      guard Self.forms.contains(where: text.contains) else { continue }
      users += 1
      #expect(Self.makers.contains(where: text.contains), "\(name) names a temporary file by itself")
    }
    #expect(users > 0)
  }
}
