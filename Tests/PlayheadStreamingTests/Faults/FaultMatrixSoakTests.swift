import Foundation
import PlayheadNetworking
import Synchronization
import TestSupport
import Testing

@_spi(Playhead) @testable import AVFoundation
@testable import PlayheadItems

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
      "# Network faults",
      "",
      "Playback under each fault, in real time, from the project's fault server on the loopback interface.",
      "`PLAYHEAD_WRITE_DOCS=1 make soak` writes this page; `FaultMatrixTests` checks the outcomes in `make test`.",
      "",
      "The media last ten seconds, and every fault occurs in the middle. About two seconds are buffered, far less than usual,",
      "so that playback reaches each fault. The program does nothing itself.",
      "",
      "* **continues**: playback does not stall.",
      "* **stalled a s, b s**: playback stalled for a seconds, b of them after the end of the fault. At most 2 are allowed.",
      "* **error after a s, stalled b s**: the item failed a seconds after the fault, with b seconds of stalls. At most 10 are",
      "  allowed; for a lost network a minute, or the time of `AVURLAssetNetworkTimeoutKey`.",
      "",
      "Measured on \(today).",
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
      "", String(format: "The longest time for which a frame was frozen while audio continued: %.2f s.", frozen), "",
      "## The errors", "",
      "Each error names the resource, the cause and a remedy, and has Apple's domain and code.", "",
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
      return String(format: "error after %.1f s, stalled %.1f s", after, outcome.stalled) + mark
    }
    guard outcome.hasPlayedOn else { return "hangs\(mark)" }
    if outcome.stalled < 0.05 { return "continues\(mark)" }
    return String(format: "stalled %.1f s, %.1f s", outcome.stalled, outcome.stalledAfterEnd) + mark
  }
}
