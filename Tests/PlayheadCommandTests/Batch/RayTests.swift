import Foundation
import TestSupport
import Testing

@testable import PlayheadCommand

/// The Python package in Integrations/ray, on a local cluster of two nodes.
@Suite(.serialized) struct RayTests {
  /// `Scripts/ray-test` bounds its time, ends its processes, and says when it is skipped.
  @Test func killedNodeLosesNoResult() throws {
    let process = Process()
    process.executableURL = Fixtures.package.appendingPathComponent("Scripts/ray-test")
    process.arguments = [BuiltCommand.path]
    let folder = try TemporaryFolder()
    let log = try folder.file("log", Data())
    process.standardOutput = try FileHandle(forWritingTo: log)
    process.standardError = process.standardOutput
    try process.run()
    process.waitUntilExit()
    let text = String(decoding: try Data(contentsOf: log), as: UTF8.self)
    if process.terminationStatus == 77 {
      print(text.split(separator: "\n").last ?? "Ray is not tested.")
      return
    }
    // Ray prints long logs of its own: the first line names what failed.
    let failures = text.split(separator: "\n").filter {
      $0.contains("FAIL:") || $0.contains("ERROR:") || $0.contains("Error: ") || $0.hasPrefix("Attempt ")
    }
    #expect(process.terminationStatus == 0, "\(failures.joined(separator: "; "))\n\(text.suffix(6000))")
    #expect(text.contains("test_killed_node_loses_no_result") && text.contains("OK"))
  }
}
