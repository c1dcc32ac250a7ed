import PlayheadBasics
import Synchronization

/// The time within which a resource must be open, by how many bytes its server has sent by then.
///
/// The low-speed limit asks for 64 bytes a second of each transfer; a server just above it would keep an opening going for hours.
/// A large header over a slow link is no fault: each 4 KiB allow another second, so that 32 kbit/s (half of what a modem carries)
/// opens a header of any size within the longest time.
package struct OpeningLimit: Sendable, Equatable {
  /// Seconds that are allowed however few bytes come.
  package var seconds: Double
  /// Bytes that allow another second.
  package var bytesPerSecond: Int
  /// Seconds that are allowed however many bytes come.
  package var longest: Double

  package init(seconds: Double, bytesPerSecond: Int, longest: Double) {
    (self.seconds, self.bytesPerSecond, self.longest) = (seconds, bytesPerSecond, longest)
  }

  package static let usual = OpeningLimit(seconds: 60, bytesPerSecond: 4096, longest: 600)

  /// The seconds after which an opening that has brought so many bytes fails.
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

/// The time and the bytes that the opening of one resource has taken, with all that it names. Every transfer that belongs to it
/// counts its bytes here.
package final class OpeningBudget: Sendable {
  private struct State {
    var bytes = 0
    var hasEnded = false
  }

  private let began: Double
  private let state = Mutex(State())

  package init(now: Double = NetworkTime.now) { began = now }

  /// Counts bytes. The failure of the transfer that brought them, if the opening has taken too long.
  package func received(_ count: Int, within limit: OpeningLimit, now: Double = NetworkTime.now) -> HTTPFailure? {
    state.withLock { state in
      guard !state.hasEnded else { return nil }
      state.bytes = state.bytes.addingSaturated(count)
      guard now - began > limit.seconds(after: state.bytes) else { return nil }
      return .openingTooSlow(bytes: state.bytes, seconds: now - began)
    }
  }

  /// The resource is open: nothing is counted any more.
  package func end() { state.withLock { $0.hasEnded = true } }
}
