import Foundation
import TestSupport
import Testing

@testable import PlayheadBatch

@Suite struct OutputFolderTests {
  private let folder: TemporaryFolder
  private let outputs: OutputFolder
  init() throws {
    folder = try TemporaryFolder()
    outputs = OutputFolder(folder.url.path + "/")
    try outputs.create()
  }

  private func work(_ text: String) throws -> String {
    let work = try outputs.makeWork()
    try Data(text.utf8).write(to: URL(fileURLWithPath: work + "/x"))
    try Data().write(to: URL(fileURLWithPath: work + "/" + OutputFolder.marker))
    return work
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOf: folder.url.appendingPathComponent(name), encoding: .utf8)
  }

  @Test func outputsAreReplacedAsAWhole() throws {
    try outputs.publish(try work("1"), as: "a/b.mp4")
    #expect(try text("a/b.mp4/x") == "1" && outputs.hasOutputs("a/b.mp4"))
    let second = try work("2")
    try Data().write(to: URL(fileURLWithPath: second + "/y"))
    try outputs.publish(second, as: "a/b.mp4")
    #expect(try text("a/b.mp4/x") == "2" && text("a/b.mp4/y").isEmpty)
    #expect(try FileManager.default.contentsOfDirectory(atPath: outputs.ownPath + "/work").isEmpty)
  }

  @Test func foreignFilesAreNotReplaced() throws {
    try FileManager.default.createDirectory(atPath: outputs.path + "/mine", withIntermediateDirectories: true)
    try Data("mine".utf8).write(to: folder.url.appendingPathComponent("mine/file"))
    try Data("mine".utf8).write(to: folder.url.appendingPathComponent("other"))
    for name in ["mine", "other"] {
      let work = try work("1")
      #expect(throws: OutputFolder.Failure.self) { try outputs.publish(work, as: name) }
    }
    #expect(try text("mine/file") == "mine" && text("other") == "mine")
  }

  @Test func unfinishedOutputsAreRemoved() throws {
    _ = try work("1")
    outputs.removeUnfinished()
    #expect(try FileManager.default.contentsOfDirectory(atPath: outputs.ownPath + "/work").isEmpty)
    _ = try work("2")
  }

  @Test func lockIsExclusive() throws {
    #expect(try outputs.lock())
    #expect(try !outputs.lock())
  }

  @Test func removingATreeDoesNotFollowLinks() throws {
    try Data("x".utf8).write(to: folder.url.appendingPathComponent("kept"))
    let tree = folder.url.appendingPathComponent("tree")
    try FileManager.default.createDirectory(at: tree.appendingPathComponent("a/b"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: tree.path + "/a/link", withDestinationPath: folder.url.path)
    OutputFolder.removeTree(tree.path)
    #expect(try text("kept") == "x" && !FileManager.default.fileExists(atPath: tree.path))
  }
}
