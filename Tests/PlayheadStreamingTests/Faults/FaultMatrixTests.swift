import CoreMedia
import Foundation
import PlayheadEngine
import PlayheadItems
import PlayheadNetworking
import PlayheadTesting
import TestSupport
import Testing

/// Every network fault with every kind of media, on the manual clock: time waits for the network, so the outcome of a
/// fault is deterministic; `FaultMatrixSoakTests` measures the durations.
@Suite("Network faults")
struct FaultMatrixTests {
  struct Cell: Sendable, CustomStringConvertible {
    var fault: NetworkFault
    var medium: NetworkFault.Medium
    var description: String { "\(fault.rawValue), \(medium.rawValue)" }

    static let all = NetworkFault.allCases.flatMap { fault in
      NetworkFault.Medium.allCases.filter { fault.exists(in: $0) }.map { Cell(fault: fault, medium: $0) }
    }
  }

  /// Waits of the network are scaled to a twentieth.
  private static let pace = 0.05

  @Test(
    "playback resumes by itself or fails with an error, and audio never passes a frozen frame",
    arguments: Cell.all)
  func outcome(cell: Cell) throws {
    let scene = try FaultScene(cell.fault, cell.medium, pace: Self.pace)
    defer { scene.end() }
    let run = StreamRun(scene.url, ahead: 0.5, packetBytes: 48 << 10, sources: ScaledTimeSources(pace: Self.pace))
    var frozen = 0.0
    var steps = 0
    // Twenty seconds of a live stream, else the ten of the file.
    while !run.hasEnded, run.failure == nil, steps < 500 {
      run.run(seconds: 0.1)
      steps += 1
      if steps.isMultiple(of: 10) { scene.slide() }
      let isNearEnd = cell.medium != .live && run.position > 9.7
      if !isNearEnd, run.session.snapshot.timeControl == .playing, let shown = run.frames.last {
        frozen = max(frozen, run.position - shown.time.seconds)
      }
      if cell.medium == .live, run.position >= 23 { break }
    }
    #expect(scene.record.withLock { $0.began } != nil, "the fault was met")
    #expect(frozen <= 0.5, "a frame was frozen for \(frozen) s")
    if let error = run.failure ?? run.playedShort {
      #expect(Self.mayFail(cell), "\(error.kind)")
      #expect(!error.url.absoluteString.isEmpty)
    } else {
      #expect(!cell.fault.isFinal)
      #expect(cell.medium == .live ? run.position >= 23 : run.hasEnded, "it came to \(run.position) s")
    }
  }

  /// Faults after which playback cannot continue. A network lost for less than a minute is waited for.
  private static func mayFail(_ cell: Cell) -> Bool {
    if cell.fault == .truncated { return cell.medium == .file }
    return cell.fault.isFinal
  }
}

extension StreamRun {
  /// The error of a file that ended early.
  var playedShort: MediaError? {
    events.lazy.compactMap { if case .failedToPlayToEnd(_, let error) = $0 { error } else { nil } }.first
  }
}
