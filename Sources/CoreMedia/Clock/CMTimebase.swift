import Foundation
import Synchronization

/// A timeline that is driven by another one, its source: a clock or a timebase.
///
/// At its anchor the timebase has the time `anchorTime` while the source has `referenceTime`; from there it advances by
/// `rate` for every second of the source:
///
///     time = anchorTime + (source.time - referenceTime) * rate
///
/// A new timebase has time 0 and rate 0. Times are exact at rate 0, and in nanoseconds otherwise.
///
/// Every method may be called from any thread. Notifications are posted on the thread that caused them, before the
/// method returns and without a lock.
///
/// Timebases are equal only if they are identical. The class is an `NSObject`, because Foundation before 6.3 cannot
/// match other objects in notification observations for a specific object.
///
/// `Sendable`: the state is behind a mutex, which is locked only to copy or replace it.
public final class CMTimebase: NSObject, Sendable {
  struct State: Sendable {
    var source: TimeSource
    var rate: Double = 0
    var anchorTime: CMTime = .zero
    var referenceTime: CMTime

    /// Incremented with every change.
    var version = 0

    /// The time while the source has the time `sourceTime`.
    func time(atSourceTime sourceTime: CMTime) -> CMTime {
      guard rate != 0 else { return anchorTime }
      let passed = sourceTime - referenceTime
      let moved = rate == 1 ? passed : CMTimeMultiplyByFloat64(passed, multiplier: rate)
      return anchorTime.inHostUnits + moved.inHostUnits
    }
  }

  let state: Mutex<State>
  let dependents = Mutex<[Dependent]>([])

  /// Whether only the owner of the timebase may change it.
  let isReadOnly: Bool

  /// Creates a timebase that is driven by a clock, with time 0 and rate 0.
  public convenience init(sourceClock: CMClock, allocator: CFAllocator? = kCFAllocatorDefault) throws {
    self.init(source: .clock(sourceClock), isReadOnly: false)
  }

  /// Creates a timebase that is driven by another one, with time 0 and rate 0.
  public convenience init(sourceTimebase: CMTimebase, allocator: CFAllocator? = kCFAllocatorDefault) throws {
    self.init(source: .timebase(sourceTimebase), isReadOnly: false)
  }

  /// Creates a timebase that only `move(rate:anchorTime:referenceTime:)` can change.
  package convenience init(readOnlyWithSourceClock clock: CMClock) {
    self.init(source: .clock(clock), isReadOnly: true)
  }

  private init(source: TimeSource, isReadOnly: Bool) {
    self.isReadOnly = isReadOnly
    state = Mutex(State(source: source, referenceTime: source.time))
    super.init()
    if case .timebase(let parent) = source { parent.add(dependent: self) }
  }
}

extension CMTime {
  /// The time in the timescale of running timebases.
  fileprivate var inHostUnits: CMTime {
    convertScale(CMClock.hostTimescale, method: .default)
  }
}
