import Foundation
import TestSupport
import Testing

@testable import PlayheadBatch

/// Runs with programs in place of workers: a failure is a result of its file, or ends the run with the file pending.
@Suite struct CoordinatorTests {
  private let folder: TemporaryFolder
  private let sources: [BatchSource]

  init() throws {
    folder = try TemporaryFolder()
    try OutputFolder(folder.url.path).create()
    sources = (0..<30).map { BatchSource("/media/\($0).mp4", relativeTo: "/", root: "/media") }
  }

  /// Processes sources with a shell script in place of a worker.
  private func run(
    _ script: String, count: Int = 2, retries: Int = 0, timeout: Double? = nil, memory: Int64 = 1 << 30,
    program: String = "/bin/sh", signal: Int32? = nil
  ) throws -> (stop: BatchCoordinator.Stop?, summary: BatchSummary, pending: Int) {
    let journal = try BatchJournal(folder: folder.url.path) { _ in }
    var summary = BatchSummary()
    summary.total = try journal.add(Array(sources[..<count]), policy: SkipPolicy(settings: "s")) { _ in true }.added
    let interrupts = Pipe()
    if signal != nil { interrupts.fileHandleForWriting.write(Data([1])) }
    let coordinator = BatchCoordinator(
      BatchCoordinator.Configuration(
        worker: [program, "-c", script], environment: ["PATH=/usr/bin:/bin"], settings: "s", jobs: 2, memory: memory,
        timeout: timeout, retries: retries),
      journal: journal, summary: summary,
      interrupts: (interrupts.fileHandleForReading.fileDescriptor, { signal })
    ) { _ in }
    var stop: BatchCoordinator.Stop?
    do throws(BatchCoordinator.Stop) { try coordinator.run() } catch { stop = error }
    return (stop, coordinator.summary, try journal.pending(after: 0, limit: 100).count)
  }

  private var lineCount: Int {
    let text = (try? String(contentsOf: folder.url.appendingPathComponent(ResultFile.name), encoding: .utf8)) ?? ""
    return text.split(separator: "\n").count
  }

  @Test func dyingWorkerIsReportedWithItsMessage() throws {
    let result = try run("read line; echo broken >&2; exit 3", retries: 2)
    #expect(result.stop == nil && result.summary.failed == 2 && result.summary.retried == 4 && result.pending == 0)
    #expect(result.summary.groups.map(\.code) == [.died] && result.summary.groups[0].message.hasSuffix(": broken"))
    #expect(lineCount == 2)
  }

  @Test func hangingWorkerIsEnded() throws {
    let result = try run("exec sleep 1000", timeout: 0.1)
    #expect(result.summary.failed == 2 && result.summary.groups.map(\.code) == [.timeout] && lineCount == 2)
  }

  @Test func workerBeyondItsMemoryIsEnded() throws {
    let result = try run("read line; exec sleep 1000", count: 1, memory: 1)
    #expect(result.summary.failed == 1 && result.summary.groups.map(\.code) == [.memory])
  }

  @Test func answerThatIsNoResultIsReported() throws {
    let result = try run("while read line; do echo nonsense; done")
    #expect(result.summary.failed == 2 && result.summary.groups.map(\.code) == [.died] && lineCount == 2)
  }

  @Test func answerForAnotherFileIsNotStored() throws {
    let other = ResultLine(source: BatchSource("/other", relativeTo: "/"), name: "other", settings: "s").text()
    let result = try run("while read line; do echo '\(other)'; done", count: 1)
    #expect(result.summary.failed == 1 && lineCount == 1)
  }

  @Test func missingProgramEndsTheRunWithoutResults() throws {
    let result = try run("", program: "/no/such/program")
    guard case .problem(let problem)? = result.stop else {
      Issue.record("\(String(describing: result.stop))")
      return
    }
    #expect(problem.code == .noWorker && result.pending == 2 && lineCount == 0)
  }

  @Test func programThatAlwaysDiesEndsTheRun() throws {
    let result = try run("read line; exit 1", count: 30, retries: 1)
    guard case .problem(let problem)? = result.stop else {
      Issue.record("\(String(describing: result.stop))")
      return
    }
    #expect(problem.code == .noWorker && result.pending > 0 && result.pending + lineCount == 30)
  }

  @Test func interruptedRunLeavesItsFilesPending() throws {
    let result = try run("exec sleep 1000", signal: 15)
    #expect(result.stop == .interrupted(signal: 15) && result.pending == 2 && lineCount == 0)
  }
}
