import CoreMedia
import Synchronization

/// A clock that a test advances.
final class ManualTime: Sendable {
  private let now: Mutex<CMTime>

  init(_ seconds: Double = 1000) {
    now = Mutex(CMTime(seconds: seconds, preferredTimescale: 1_000_000_000))
  }

  func advance(by seconds: Double) {
    now.withLock { $0 = $0 + CMTime(seconds: seconds, preferredTimescale: 1_000_000_000) }
  }

  var clock: CMClock {
    CMClock { [self] in now.withLock { $0 } }
  }
}
