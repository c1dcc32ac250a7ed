import Foundation
import Testing

@testable import PlayheadBatch

/// Retries, progress, summaries and the lines of workers.
@Suite struct RunPolicyTests {
  @Test func temporaryFailureIsRetried() {
    let policy = AttemptPolicy(retries: 2)
    let crash = [ResultProblem(.died, "x")]
    #expect((1...3).map { policy.decision(crash, attempt: $0) } == [.retry, .retry, .store])
    #expect(policy.decision([ResultProblem(.media, "x")], attempt: 1) == .store)
    #expect(policy.decision([], attempt: 1) == .store)
    #expect(AttemptPolicy(retries: 0).decision(crash, attempt: 1) == .store)
    #expect(policy.decision(crash + [ResultProblem(.diskFull, "x")], attempt: 3) == .stop)
  }

  @Test func rateIsThatOfTheLastHalfMinute() throws {
    var estimate = ProgressEstimate()
    #expect(estimate.rate == nil && estimate.secondsLeft(for: 10) == nil)
    for second in 0...100 { estimate.add(second < 60 ? second : 60 + (second - 60) * 4, at: Double(second)) }
    #expect(estimate.rate == 4 && estimate.secondsLeft(for: 100) == 25)
    var idle = ProgressEstimate()
    for second in 0...40 { idle.add(5, at: Double(second)) }
    #expect(idle.rate == 0 && idle.secondsLeft(for: 1) == nil)
  }

  @Test func failuresAreGroupedByCause() {
    var summary = BatchSummary()
    for number in 0..<5 { summary.add([ResultProblem(.media, task: "info", "Damaged.")], of: "\(number).mp4") }
    summary.add([ResultProblem(.vanished, "Gone.")], of: "x.mp4")
    #expect(summary.groups.map(\.count) == [5, 1] && summary.groups[0].examples == ["0.mp4", "1.mp4", "2.mp4"])
    for number in 0..<200 { summary.add([ResultProblem(.media, "\(number)")], of: "y") }
    #expect(summary.groups.count == 100 && summary.others == 102)
  }

  @Test func requestSurvivesItsLine() {
    let request = WorkerRequest(location: "/a\n\"b\"\u{10FEFF}.mp4", name: "x/y.mp4", expectedHash: "xxh64:1")
    #expect(WorkerRequest(line: Array(request.line.utf8.dropLast())) == request)
    #expect(!request.line.dropLast().contains("\n"))
    #expect(WorkerRequest(line: Array("/plain path.mp4".utf8)) == WorkerRequest(location: "/plain path.mp4"))
    for name in ["../x", "a/../b", "/abs", "", ".playhead/x", "a//b"] {
      #expect(WorkerRequest(line: Array(#"{"source":"a","name":"\#(name)"}"#.utf8)).name == nil)
    }
  }

  @Test func lineOfAnAddressHasNoSecrets() throws {
    let source = BatchSource("https://e.org/a?token=secret", relativeTo: "/")
    let text = ResultLine(source: source, name: source.name, settings: "s").text()
    let header = try #require(ResultHeader(line: text.utf8))
    #expect(!text.contains("secret") && header.identity == source.key && header.file == nil)
    #expect(ResultHeader(line: "{}".utf8) == nil && ResultHeader(line: "".utf8) == nil)
  }
}
