import CoreGraphics
import Foundation
import PlayheadBatch
import PlayheadEngine
import TestSupport
import Testing

@testable import PlayheadCommand
@testable import PlayheadImages

/// `playhead batch` as a program: the outputs, the skipping, and what remains after a kill.
@Suite(.serialized, .enabled(if: MadeFile.hasFFmpeg)) struct BatchRunTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private var media: URL { folder.url.appendingPathComponent("media") }
  private var out: URL { folder.url.appendingPathComponent("out") }

  /// Copies of a clip of 12 seconds under names with numbers.
  private func makeMedia(_ count: Int) throws {
    let made = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: made) }
    let clip = try MadeFile.ffmpeg(
      "-f lavfi -i testsrc2=d=12:r=10:s=160x90 -pix_fmt yuv420p -g 10 clip.mp4", in: made)
    for number in 0..<count {
      let file = media.appendingPathComponent("\(number % 4)/\(number / 4).mp4")
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try FileManager.default.copyItem(at: clip, to: file)
    }
  }

  private func run(_ arguments: String..., operand: String? = nil) throws -> (status: Int32, out: String, error: String)
  {
    try BuiltCommand.run(["batch", operand ?? media.path, "--out=\(out.path)"] + arguments, environment: [:])
  }

  private func lines() throws -> [[String: Any]] {
    let text = (try? String(contentsOf: out.appendingPathComponent("results.jsonl"), encoding: .utf8)) ?? ""
    return text.split(separator: "\n").compactMap {
      try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
    }
  }

  private func size(_ name: String) throws -> [Int] {
    let url = out.appendingPathComponent(name)
    guard case .image(let extracted) = ImageExtractor(url: url).image(at: .zero, request: ImageRequest()) else {
      return []
    }
    return [extracted.image.width, extracted.image.height]
  }

  @Test func allTasksWriteTheirOutputs() throws {
    try makeMedia(1)
    let result = try run("--task=info,thumbnails,sheet,sprites,frame,captions,export", "--count=4", "--interval=1")
    #expect(result.status == 0 && result.error.isEmpty && result.out.contains("1 files: 1 done in"))
    let line = try #require(try lines().first)
    #expect(line["status"] as? String == "done" && line["captions"] is NSNull)
    #expect(((line["info"] as? [String: Any])?["duration"] as? [String: Any])?["seconds"] as? Double == 12)
    #expect((line["thumbnails"] as? [[String: Any]])?.compactMap { $0["time"] as? Double } == [1, 4, 7, 10])
    let names = try FileManager.default.subpathsOfDirectory(atPath: out.appendingPathComponent("0/0.mp4").path).sorted()
    #expect(
      names == [
        "export.mp4", "frame.jpg", "result.json", "sheet.jpg", "sprites-001.jpg", "sprites.vtt", "thumbnails",
        "thumbnails/0001.jpg", "thumbnails/0002.jpg", "thumbnails/0003.jpg", "thumbnails/0004.jpg",
      ])
    #expect(try size("0/0.mp4/sheet.jpg") == [320, 180])
    // Twelve tiles, ten in a row.
    #expect(try size("0/0.mp4/sprites-001.jpg") == [1600, 180])
    let cues = try String(contentsOf: out.appendingPathComponent("0/0.mp4/sprites.vtt"), encoding: .utf8)
    #expect(cues.hasSuffix("\n00:00:11.000 --> 00:00:12.000\nsprites-001.jpg#xywh=160,90,160,90\n"))
    let marker = try String(contentsOf: out.appendingPathComponent("0/0.mp4/result.json"), encoding: .utf8)
    #expect(marker.contains(#""name":"0/0.mp4""#))
  }

  /// Files of one name in two folders, a damaged file and a missing one; then a changed, a touched and a removed file.
  @Test func everyFileHasOneLineAndUnchangedFilesAreSkipped() throws {
    try makeMedia(8)
    try Data("no media".utf8).write(to: media.appendingPathComponent("3/1.mp4"))
    let paths = (0..<4).flatMap { folder in (0..<2).map { media.appendingPathComponent("\(folder)/\($0).mp4").path } }
    let list = try folder.file("list", Data((paths + [media.path + "/gone.mp4"]).joined(separator: "\n").utf8))
    let first = try run("--task=info,frame", "--json", operand: list.path)
    #expect(first.status == 1)
    let summary = try JSONSerialization.jsonObject(with: Data(first.out.utf8)) as? [String: Any]
    #expect(summary?["done"] as? Int == 7 && summary?["failed"] as? Int == 2 && summary?["total"] as? Int == 9)
    #expect(first.error.contains("There is no such file"))
    #expect(try Set(lines().compactMap { $0["source"] as? String }) == Set(paths + [media.path + "/gone.mp4"]))
    #expect(try lines().count == 9)

    try FileManager.default.copyItem(atPath: paths[0], toPath: media.path + "/gone.mp4")
    try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: paths[1])
    try (Data(contentsOf: URL(fileURLWithPath: paths[2])) + Data(count: 8)).write(to: URL(fileURLWithPath: paths[2]))
    try FileManager.default.removeItem(at: out.appendingPathComponent(String(paths[3].dropFirst())))
    let second = try run("--task=info,frame", "--json", operand: list.path)
    let again = try JSONSerialization.jsonObject(with: Data(second.out.utf8)) as? [String: Any]
    // Processed again: the missing file, the changed one, the one without outputs, and the damaged one.
    #expect(again?["done"] as? Int == 3 && again?["failed"] as? Int == 1 && again?["unchanged"] as? Int == 5)
    #expect(try lines().count == 9 && lines().count { $0["status"] as? String == "failed" } == 1)
    #expect(try run("--task=info,frame", operand: list.path).out.contains("8 unchanged, 1 failed"))
  }

  /// The run is killed twice and a worker once, each at an arbitrary moment.
  @Test func killedRunProcessesEveryFileOnce() throws {
    try makeMedia(40)
    for expected in [6, 16] {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: BuiltCommand.path)
      process.arguments = ["batch", media.path, "--out=\(out.path)", "--jobs=2", "--count=3"]
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      defer { process.killIfStarted() }
      if expected == 6 {
        while try lines().count < 2, process.isRunning { usleep(2000) }
        let list = "/proc/\(process.processIdentifier)/task/\(process.processIdentifier)/children"
        let children = try String(contentsOfFile: list, encoding: .utf8).split(separator: " ").compactMap { pid_t($0) }
        #expect(children.count == 2)
        if let child = children.first { kill(child, SIGKILL) }
      }
      while try lines().count < expected, process.isRunning { usleep(2000) }
      #expect(process.isRunning)
    }
    let killed = try lines().count
    #expect(killed < 40)
    let last = try run("--jobs=2", "--count=3")
    #expect(last.status == 0, "\(last.error)")
    let sources = try lines().compactMap { $0["source"] as? String }
    #expect(sources.count == 40 && Set(sources).count == 40)
    #expect(try lines().allSatisfy { $0["status"] as? String == "done" })
    for number in 0..<40 {
      let names = try FileManager.default.contentsOfDirectory(
        atPath: out.appendingPathComponent("\(number % 4)/\(number / 4).mp4/thumbnails").path)
      #expect(names.count == 3)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: out.path + "/.playhead/work").isEmpty)
  }

  /// A source whose worker dies has a result, and so have the others.
  @Test func workerWithoutMemoryIsReportedForItsFile() throws {
    try makeMedia(2)
    let made = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: made) }
    let large = try MadeFile.ffmpeg(
      "-f lavfi -i color=s=12000x8000:d=0.04:r=25 -c:v mjpeg -pix_fmt yuvj444p large.mov", in: made)
    try FileManager.default.copyItem(at: large, to: media.appendingPathComponent("large.mov"))
    let result = try run("--memory=96M", "--retries=0", "--task=frame")
    #expect(result.status == 1)
    let failed = try lines().filter { $0["status"] as? String == "failed" }
    #expect(try lines().count == 3 && failed.compactMap { $0["name"] as? String } == ["large.mov"])
    let code = (failed.first?["errors"] as? [[String: Any]])?.first?["code"] as? String
    #expect(["memory", "died", "media"].contains(code), "\(failed)")
  }

  @Test func unsuitableOperandIsExplained() throws {
    try makeMedia(1)
    #expect(try run(operand: media.path + "/0/0.mp4").status == 2)
    #expect(try run(operand: "https://e.org/list").status == 2)
    #expect(try run(operand: media.path + "/none").error.contains("No such file"))
    let inside = try BuiltCommand.run(["batch", media.path, "--out=\(media.path)"], environment: [:])
    #expect(inside.status == 2 && inside.error.contains("cannot be in the folder"))
    #expect(!FileManager.default.fileExists(atPath: media.path + "/.playhead"))
  }

  @Test func secondRunInTheSameFolderIsRefused() throws {
    try makeMedia(1)
    let outputs = OutputFolder(out.path)
    try outputs.create()
    #expect(try outputs.lock())
    let result = try run()
    #expect(result.status == 1 && result.error.contains("another run uses"))
  }
}
