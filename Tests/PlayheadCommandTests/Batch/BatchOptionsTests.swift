import PlayheadBasics
import PlayheadBatch
import Testing

@testable import PlayheadCommand

@Suite struct BatchOptionsTests {
  private func options(_ arguments: String...) throws -> BatchOptions {
    guard case .batch(let options, "list") = try Invocation(arguments: ["batch", "list", "--out=o"] + arguments) else {
      throw UsageError("no batch", hint: "")
    }
    return options
  }

  @Test func defaultsAreInformationAndThumbnails() throws {
    let options = try options()
    #expect(options.outputs.tasks == [.info, .thumbnails] && options.timeout == 600 && options.memory == 1 << 30)
    #expect(try self.options("--task=export").timeout == nil)
    #expect(try self.options("--task=sprites,info,sprites").outputs.tasks == [.info, .sprites])
  }

  @Test func workerHasTheSameOutputs() throws {
    let arguments = [
      "--task=info,sheet,sprites,frame,export", "--count=7", "--width=64", "--exact", "--interval=2.5",
      "--sprite-width=80", "--at=1:30", "--preset=480p", "--type=mkv", "--checksum", "--memory=512M",
    ]
    guard case .batch(let options, _) = try Invocation(arguments: ["batch", "list", "--out=o"] + arguments),
      case .batch(let worker, nil) = try Invocation(arguments: options.workerArguments(folder: "/o"))
    else { throw UsageError("no batch", hint: "") }
    #expect(worker.outputs == options.outputs && worker.outputs.fingerprint == options.outputs.fingerprint)
    #expect(worker.isWorker && worker.folder == "/o" && worker.memory == 512 << 20 && worker.comparesContents)
  }

  @Test func settingsChangeOnlyWithOutputs() throws {
    let plain = try options().outputs.fingerprint
    #expect(try options("--jobs=3", "--memory=2G", "--interval=3", "--retries=0").outputs.fingerprint == plain)
    #expect(try options("--count=11").outputs.fingerprint != plain)
    #expect(try options("--task=info").outputs.fingerprint != plain)
  }

  @Test(arguments: [
    "--task=inf", "--task=", "--memory=1M", "--memory=x", "--memory=9999999999999T", "--jobs=0", "--interval=0",
    "--type=exe", "--preset=none", "--count=0", "--sheet=x.jpg",
  ])
  func invalidValueIsRejected(argument: String) {
    #expect(throws: UsageError.self) { try options(argument) }
  }

  @Test func operandIsRequiredUnlessItIsAWorker() throws {
    #expect(throws: UsageError.self) { try Invocation(arguments: ["batch", "list"]) }
    #expect(throws: UsageError.self) { try Invocation(arguments: ["batch", "--out=o"]) }
    #expect(throws: UsageError.self) { try Invocation(arguments: ["batch", "a", "--worker", "--out=o"]) }
    guard case .batch(_, "-") = try Invocation(arguments: ["batch", "-", "--out=o"]) else {
      Issue.record("“-” is standard input")
      return
    }
  }

  @Test func progressHasRateAndTimeLeft() {
    var (summary, estimate) = (BatchSummary(), ProgressEstimate())
    (summary.total, summary.done, summary.failed) = (100, 49, 1)
    estimate.add(10, at: 0)
    estimate.add(50, at: 10)
    let line = BatchProgressLine(summary: summary, estimate: estimate, bar: ProgressBar(glyphs: .ascii)).text
    #expect(line.hasSuffix(" 50/100  4.0 files/s  0:13 left  1 failed\u{1B}[K"))
  }

  @Test func failuresAreReportedByFrequency() {
    var summary = BatchSummary()
    (summary.total, summary.done, summary.failed, summary.unchanged) = (9, 2, 3, 1)
    summary.add([ResultProblem(.vanished, "Gone.")], of: "a")
    for name in ["b", "c"] { summary.add([ResultProblem(.media, task: "info", "Damaged.")], of: name) }
    let report = BatchReport(summary: summary, seconds: 2, folder: "/o")
    #expect(
      report.text
        == "9 files: 2 done, 1 unchanged, 3 failed, 3 not processed in 0:02 (2.5 files/s)\nResults: /o/results.jsonl\n")
    #expect(report.errors == "  2 × info: Damaged. (b, c)\n  1 × Gone. (a)\n")
  }
}
