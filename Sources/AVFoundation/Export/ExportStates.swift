import Foundation
import PlayheadBasics
import PlayheadClock
import PlayheadItems
import Synchronization

/// Delivers the states of an export to the sequences that programs observe. Any thread.
final class ExportStates: Sendable {
  typealias State = AVAssetExportSession.State
  /// The status and the part that is written.
  typealias Snapshot = (status: AVAssetExportSession.Status, part: Double)

  /// One sequence.
  private struct Observer {
    let continuation: AsyncStream<State>.Continuation
    /// The time between reports of progress; nil: only changes of the status are reported.
    let interval: HostDuration?
    let progress = Progress(totalUnitCount: 1000)
    var last: AVAssetExportSession.Status?
    var next: HostTime
  }

  private struct Values {
    var observers: [Int: Observer] = [:]
    var number = 0
  }

  private let values = Mutex(Values())

  /// A sequence of the states from the present one on.
  func observe(interval: TimeInterval, _ current: @escaping @Sendable () -> Snapshot) -> AsyncStream<State> {
    AsyncStream { continuation in
      let now = PlaybackEnvironment.current.clock.now
      let number = values.withLock { values in
        values.number += 1
        values.observers[values.number] = Observer(
          continuation: continuation, interval: interval.isFinite ? .seconds(max(0, interval)) : nil, next: now)
        return values.number
      }
      continuation.onTermination = { [weak self] _ in
        self?.values.withLock { _ = $0.observers.removeValue(forKey: number) }
      }
      report(current)
    }
  }

  /// Reports the present status, and its progress where it is due.
  func report(_ current: () -> Snapshot) {
    let now = PlaybackEnvironment.current.clock.now
    // Read under the lock, so that no observer sees states in another order.
    let ended = values.withLock { values -> [AsyncStream<State>.Continuation] in
      let snapshot = current()
      guard let kind = Kind(snapshot.status) else {
        defer { values.observers = [:] }
        return values.observers.values.map(\.continuation)
      }
      for (number, observer) in values.observers {
        var observer = observer
        observer.progress.completedUnitCount = Int64(saturating: snapshot.part * 1000)
        let isDue = observer.interval != nil && now >= observer.next
        guard snapshot.status != observer.last || isDue else { continue }
        observer.last = snapshot.status
        if let interval = observer.interval { observer.next = now + interval }
        values.observers[number] = observer
        observer.continuation.yield(kind.state(observer.progress))
      }
      return []
    }
    for continuation in ended { continuation.finish() }
  }

  /// A status that is reported; the others end the sequence.
  private enum Kind {
    case pending, waiting, exporting

    init?(_ status: AVAssetExportSession.Status) {
      switch status {
      case .unknown: self = .pending
      case .waiting: self = .waiting
      case .exporting: self = .exporting
      case .completed, .failed, .cancelled: return nil
      }
    }

    func state(_ progress: Progress) -> State {
      switch self {
      case .pending: .pending
      case .waiting: .waiting
      case .exporting: .exporting(progress: progress)
      }
    }
  }
}
