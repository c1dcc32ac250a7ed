import CoreMedia
import Synchronization

/// The timed metadata of one item: readers add what they find, the session tells listeners when its time has come.
///
/// Any thread. What is found again after a seek may be added again: it counts once.
package final class TimedMetadataFeed: Sendable {
  private struct State {
    var list = TimedMetadataList()
    /// How early each listener wants to be told, and how often it has begun anew.
    var listeners: [Int: Listener] = [:]
    var listenerCount = 0
    var revision = 0
  }

  struct Listener: Sendable, Equatable {
    var advance = CMTime.zero
    var beginnings = 0
  }

  private let state = Mutex(State())
  private let waiters = Mutex<[any Gate]>([])

  package init() {}

  // MARK: The readers' side

  /// Adds what was found. Its time may be past: listeners are told late rather than never.
  package func add(_ group: TimedMetadata) {
    change { $0.list.add(group) }
  }

  /// A live stream does not hold anything before this time any more. Nobody is told: it is past.
  func forget(before time: CMTime) { state.withLock { $0.list.forget(before: time) } }

  /// Everything that is known, in order of time.
  package var groups: [TimedMetadata] { state.withLock { $0.list.entries.map(\.group) } }

  // MARK: The listeners' side

  /// Whether somebody wants to be told. What costs a request of its own need not be read otherwise.
  package var hasListeners: Bool { state.withLock { !$0.listeners.isEmpty } }

  /// Begins to listen. What holds at the position is told first.
  ///
  /// - Parameter advance: How many seconds before its time a group is to be told.
  /// - Returns: The number that comes back in `SessionEvent.metadataDue`.
  package func listen(advance: Double = 0) -> Int {
    var number = 0
    change { state in
      state.listenerCount += 1
      number = state.listenerCount
      state.listeners[number] = Listener(advance: Self.time(advance))
      return true
    }
    return number
  }

  package func setAdvance(_ seconds: Double, of listener: Int) {
    change { state in
      state.listeners[listener]?.advance = Self.time(seconds)
      return true
    }
  }

  /// Somebody else listens under this number now, who knows nothing yet.
  package func tellAgain(_ listener: Int) {
    change { state in
      state.listeners[listener]?.beginnings += 1
      return true
    }
  }

  package func stopListening(_ listener: Int) {
    change { $0.listeners.removeValue(forKey: listener) != nil }
  }

  private static func time(_ seconds: Double) -> CMTime {
    seconds.isFinite && seconds > 0 ? CMTime(seconds: min(seconds, 1e6), preferredTimescale: 1_000_000) : .zero
  }

  // MARK: The session's side

  /// Grows with every change.
  var revision: Int { state.withLock { $0.revision } }

  var present: (list: TimedMetadataList, listeners: [Int: Listener]) {
    state.withLock { ($0.list, $0.listeners) }
  }

  /// Opens `gate` whenever there is more.
  func addWaiter(_ gate: any Gate) { waiters.withLock { $0.append(gate) } }
  func removeWaiter(_ gate: any Gate) { waiters.withLock { $0.removeAll { $0 === gate } } }

  private func change(_ body: (inout State) -> Bool) {
    let hasChanged = state.withLock { state in
      guard body(&state) else { return false }
      state.revision += 1
      return true
    }
    guard hasChanged else { return }
    for gate in waiters.withLock({ $0 }) { gate.open() }
  }
}
