import CoreMedia
import PlayheadClock
import Synchronization

/// The timed metadata of one item: demuxers add what they find, the session delivers it to listeners when it is due.
///
/// Thread-safe. Metadata that is found again after a seek may be added again: duplicates are ignored.
package final class TimedMetadataFeed: Sendable {
  /// The state under the feed's lock.
  private struct State {
    var list = TimedMetadataList()
    /// The listeners, with their advance intervals and how often each was reset.
    var listeners: [Int: Listener] = [:]
    /// The number of listeners ever added, which is the identifier of the newest.
    var listenerCount = 0
    /// Increases with every change of the list or of the listeners.
    var revision = 0
  }

  /// A listener of the feed.
  package struct Listener: Sendable, Equatable {
    /// How long before its start a group is delivered; never negative.
    package var advance = CMTime.zero
    /// How often the listener was reset. A new value begins its delivery anew.
    package var beginnings = 0
  }

  /// Not locked while gates are opened.
  private let state = Mutex(State())
  /// The gates of the sessions that deliver this feed.
  private let waiters = Mutex<[any Gate]>([])

  /// A feed without metadata and listeners.
  package init() {}

  // MARK: For demuxers

  /// Adds metadata. Its time may be past: listeners receive it late rather than never.
  package func add(_ group: TimedMetadata) {
    change { $0.list.add(group) }
  }

  /// Removes metadata that has slid out of a live stream's window. Listeners are not notified.
  package func forget(before time: CMTime) { state.withLock { $0.list.forget(before: time) } }

  /// All known metadata, in order of time.
  package var groups: [TimedMetadata] { state.withLock { $0.list.entries.map(\.group) } }

  // MARK: For listeners

  /// Whether there are any listeners. Otherwise metadata that costs a request of its own is not read.
  package var hasListeners: Bool { state.withLock { !$0.listeners.isEmpty } }

  /// Adds a listener. The metadata that is valid at the position is delivered first.
  ///
  /// - Parameter advance: How many seconds before its time a group is delivered.
  /// - Returns: The identifier that is returned in `SessionEvent.metadataDue`.
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

  /// Changes how many seconds before its time a group is delivered to `listener`.
  package func setAdvance(_ seconds: Double, of listener: Int) {
    change { state in
      state.listeners[listener]?.advance = Self.time(seconds)
      return true
    }
  }

  /// Resets a listener: another client uses this identifier now and has received nothing yet.
  package func resetListener(_ listener: Int) {
    change { state in
      state.listeners[listener]?.beginnings += 1
      return true
    }
  }

  /// Removes a listener.
  package func stopListening(_ listener: Int) {
    change { $0.listeners.removeValue(forKey: listener) != nil }
  }

  /// Converts seconds to a time of at most a million seconds; zero if negative or not finite.
  private static func time(_ seconds: Double) -> CMTime {
    seconds.isFinite && seconds > 0 ? CMTime(seconds: min(seconds, 1e6), preferredTimescale: 1_000_000) : .zero
  }

  // MARK: For the session

  /// Increases with every change.
  package var revision: Int { state.withLock { $0.revision } }

  /// A consistent copy of the list and the listeners, for one step of delivery.
  package var present: (list: TimedMetadataList, listeners: [Int: Listener]) {
    state.withLock { ($0.list, $0.listeners) }
  }

  /// Opens `gate` whenever the feed changes.
  package func addWaiter(_ gate: any Gate) { waiters.withLock { $0.append(gate) } }
  /// Removes a gate added by `addWaiter`.
  package func removeWaiter(_ gate: any Gate) { waiters.withLock { $0.removeAll { $0 === gate } } }

  /// Changes the state, and opens the waiting gates if `body` returns true.
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
