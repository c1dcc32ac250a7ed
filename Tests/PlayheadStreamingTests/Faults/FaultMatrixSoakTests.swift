import Foundation
import PlayheadNetworking
import Synchronization
import TestSupport
import Testing

@_spi(Playhead) @testable import AVFoundation
@testable import PlayheadEngine

/// The matrix of faults in real time. Writes Docs/FaultMatrix.md.
@Suite(
  "Network faults, timed (soak)",
  .enabled(if: ProcessInfo.processInfo.environment["PLAYHEAD_SOAK"] != nil, "PLAYHEAD_SOAK=1 runs it: six minutes"))
struct FaultMatrixSoakTests {
  /// As many in parallel as a machine of two cores plays without dropping frames.
  private static let width = 8

  @Test("every fault with every medium")
  func matrix() throws {
    let only = ProcessInfo.processInfo.environment["PLAYHEAD_SOAK_FAULT"]
    let cells = FaultMatrixTests.Cell.all.filter { only == nil || $0.description.contains(only ?? "") }
    let outcomes = Mutex<[String: TimedRun.Outcome]>([:])
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = Self.width
    for cell in cells {
      queue.addOperation {
        guard let run = try? TimedRun(cell.fault, cell.medium) else { return }
        let outcome = run.run()
        outcomes.withLock { $0[cell.description] = outcome }
      }
    }
    queue.waitUntilAllOperationsAreFinished()
    let all = outcomes.withLock { $0 }
    for cell in cells {
      let outcome = try #require(all[cell.description])
      #expect(outcome.isGood, "\(cell): \(Self.words(outcome)), frozen \(outcome.frozen)")
      if let error = outcome.error {
        #expect(error.sentence.contains("127.0.0.1") && !error.advice.isEmpty)
      }
    }
    if only == nil, ProcessInfo.processInfo.environment["PLAYHEAD_WRITE_DOCS"] != nil {
      try Self.page(all).write(
        to: Fixtures.package.appendingPathComponent("Docs/FaultMatrix.md"), atomically: true, encoding: .utf8)
    }
  }

  private static func page(_ outcomes: [String: TimedRun.Outcome]) -> String {
    let media = NetworkFault.Medium.allCases
    var lines = [
      "# Faults of the network", "",
      "What a viewer has of each fault, measured in real time against the project's fault server on the loopback interface. Films last",
      "ten seconds; about two seconds are fetched ahead, far less than usual, so that faults are met. Every fault strikes in the middle.",
      "Seconds behind “stood” are those in which playing waited, the second number those of them after the fault had ended: at most two.",
      "A network that is lost is waited for, for a minute unless the program says otherwise",
      "(`AVURLAssetNetworkTimeoutKey`). Other errors",
      "come when nothing is left to play: seconds from the fault on, and those of them in which playing waited, which are",
      "at most ten.",
      "Nothing is called by the program. `PLAYHEAD_WRITE_DOCS=1 make soak` writes this page;",
      "`FaultMatrixTests` holds the outcomes in `make test`.", "", "Measured on \(today).",
      "", "| fault | " + media.map(\.rawValue).joined(separator: " | ") + " |",
      "| --- |" + String(repeating: " --- |", count: media.count),
    ]
    for fault in NetworkFault.allCases {
      let cells = media.map { medium -> String in
        guard fault.exists(in: medium),
          let outcome = outcomes[FaultMatrixTests.Cell(fault: fault, medium: medium).description]
        else { return "–" }
        return words(outcome)
      }
      lines.append("| \(fault.rawValue) | " + cells.joined(separator: " | ") + " |")
    }
    let frozen = outcomes.values.map(\.frozen).max() ?? 0
    lines += [
      "", String(format: "The longest time for which a picture stood while its sound went on: %.2f s.", frozen), "",
      "## The errors", "",
      "Each names what could not be had and what to do; programs get it as Apple's domain and code.", "",
    ]
    for fault in NetworkFault.allCases {
      for medium in media {
        let key = FaultMatrixTests.Cell(fault: fault, medium: medium).description
        guard let error = outcomes[key]?.error else { continue }
        let client = error.forClients as NSError
        let sentence = error.sentence.replacingOccurrences(
          of: #"127\.0\.0\.1:\d+"#, with: "server", options: .regularExpression)
        lines.append("* \(key): \(client.domain) \(client.code). \(sentence) \(error.advice)")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static var today: String { Date.now.formatted(.iso8601.year().month().day()) }

  private static func words(_ outcome: TimedRun.Outcome) -> String {
    let mark = outcome.isGood ? "" : " **!**"
    if !outcome.wasMet { return "not met\(mark)" }
    if let after = outcome.errorAfter {
      return String(format: "error after %.1f s, stood %.1f s", after, outcome.stood) + mark
    }
    guard outcome.hasPlayedOn else { return "hangs\(mark)" }
    if outcome.stood < 0.05 { return "plays on\(mark)" }
    return String(format: "stood %.1f s, %.1f s", outcome.stood, outcome.stoodAfterEnd) + mark
  }
}
