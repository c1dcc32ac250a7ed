import CoreMedia
import Foundation
import PlayheadSamples

/// Lets a clock follow a timebase of the program: its rate changes and jumps, until the link is released.
final class TimebaseLink: @unchecked Sendable {
  // Sendable: constants.
  private let timebase: CMTimebase
  private let clock: SampleClock
  private var tokens: [any NSObjectProtocol] = []

  /// Follows a timebase from now on.
  init(_ timebase: CMTimebase, _ clock: SampleClock) {
    self.timebase = timebase
    self.clock = clock
    let center = NotificationCenter.default
    for name in [CMTimebase.effectiveRateChanged, CMTimebase.timeJumped] {
      tokens.append(
        center.addObserver(forName: name, object: timebase, queue: nil) { [weak timebase, weak clock] _ in
          if let timebase, let clock { Self.copy(timebase, to: clock) }
        })
    }
    Self.copy(timebase, to: clock)
  }

  deinit { for token in tokens { NotificationCenter.default.removeObserver(token) } }

  /// Corrects the clock if it has moved away: the timebase may have another source than the host clock.
  func update() {
    guard abs((timebase.time - clock.time).seconds) > Self.tolerance else { return }
    Self.copy(timebase, to: clock)
  }

  /// Less than a frame.
  private static let tolerance = 0.005

  private static func copy(_ timebase: CMTimebase, to clock: SampleClock) {
    clock.run(rate: timebase.effectiveRate, through: timebase.time)
  }
}
