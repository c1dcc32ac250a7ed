import PlayheadBasics
import Synchronization

/// The time within which a resource must open, depending on the bytes received so far.
///
/// The low-speed limit requires 64 bytes a second of each transfer; a server just above it could prolong an opening for
/// hours. A large header over a slow link is legitimate: each 4 KiB allow another second, so that 32 kbit/s (half the
/// rate of a modem) opens a header of any size within the longest time.
package struct OpeningLimit: Sendable, Equatable {
  /// The base limit in seconds.
  package var seconds: Double
  /// The number of bytes that extend the limit by a second.
  package var bytesPerSecond: Int
  /// The maximum limit in seconds.
  package var longest: Double

  /// Creates a limit; times are in seconds.
  package init(seconds: Double, bytesPerSecond: Int, longest: Double) {
    (self.seconds, self.bytesPerSecond, self.longest) = (seconds, bytesPerSecond, longest)
  }

  /// The default limit.
  package static let standard = OpeningLimit(seconds: 60, bytesPerSecond: 4096, longest: 600)

  /// The time limit in seconds for an opening that has received so many bytes.
  package func seconds(after bytes: Int) -> Double {
    min(longest, seconds + Double(bytes) / Double(max(1, bytesPerSecond)))
  }

  /// The same rule on a clock that runs faster or slower.
  package func scaled(by factor: Double) -> OpeningLimit {
    OpeningLimit(
      seconds: seconds * factor, bytesPerSecond: Int(saturating: Double(bytesPerSecond) / factor),
      longest: longest * factor)
  }
}

/// The time and the bytes used for opening one resource and everything it references. Every transfer of the opening
/// counts its bytes here.
package final class OpeningBudget: Sendable {
  /// The state behind the lock.
  private struct State {
    /// The bytes received by all transfers of the opening.
    var bytes = 0
    /// Whether the resource is open: then nothing fails any more.
    var hasEnded = false
  }

  /// The start of the opening, in seconds of `NetworkTime`.
  private let began: Double
  /// Changed by the network thread and by the thread that opens the resource.
  private let state = Mutex(State())

  /// Begins the opening.
  package init(now: Double = NetworkTime.now) { began = now }

  /// Counts bytes. Returns a failure for their transfer if the opening has taken too long.
  package func received(_ count: Int, within limit: OpeningLimit, now: Double = NetworkTime.now) -> HTTPFailure? {
    state.withLock { state in
      guard !state.hasEnded else { return nil }
      state.bytes = state.bytes.addingSaturated(count)
      guard now - began > limit.seconds(after: state.bytes) else { return nil }
      return .openingTooSlow(bytes: state.bytes, seconds: now - began)
    }
  }

  /// Stops counting: the resource is open.
  package func end() { state.withLock { $0.hasEnded = true } }
}
