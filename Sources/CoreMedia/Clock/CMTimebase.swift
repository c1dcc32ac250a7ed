import Foundation
import Synchronization

/// A timeline that is moved by another one, its source: a clock or a timebase.
///
/// At its anchor the timebase shows `anchorTime` while the source shows `referenceTime`; from there on it moves by `rate` for
/// every second of the source:
///
///     time = anchorTime + (source.time - referenceTime) * rate
///
/// A new timebase shows 0 and stands still. Times are exact while it stands still, and in nanoseconds while it moves.
///
/// Every method may be called from any thread. Notifications are posted on the thread that caused them, before the method
/// returns and without a lock held.
///
/// Two are equal only if they are the same. An `NSObject`, because Foundation before 6.3 knows no other object again when somebody
/// observes the notifications of this one alone.
///
/// `Sendable`: the state is behind a mutex, which is held only to copy or replace it.
public final class CMTimebase: NSObject, Sendable {
  struct State: Sendable {
    var source: TimeSource
    var rate: Double = 0
    var anchorTime: CMTime = .zero
    var referenceTime: CMTime

    /// Grows with every change.
    var version = 0

    /// The time while the source shows `sourceTime`.
    func time(atSourceTime sourceTime: CMTime) -> CMTime {
      guard rate != 0 else { return anchorTime }
      let passed = sourceTime - referenceTime
      let moved = rate == 1 ? passed : CMTimeMultiplyByFloat64(passed, multiplier: rate)
      return anchorTime.inHostUnits + moved.inHostUnits
    }
  }

  let state: Mutex<State>
  let dependents = Mutex<[Dependent]>([])

  /// Whether only the object that the timebase belongs to may change it.
  let isReadOnly: Bool

  /// A timebase moved by a clock, at time 0 and standing still.
  public convenience init(sourceClock: CMClock, allocator: CFAllocator? = kCFAllocatorDefault) throws {
    self.init(source: .clock(sourceClock), isReadOnly: false)
  }

  /// A timebase moved by another one, at time 0 and standing still.
  public convenience init(sourceTimebase: CMTimebase, allocator: CFAllocator? = kCFAllocatorDefault) throws {
    self.init(source: .timebase(sourceTimebase), isReadOnly: false)
  }

  /// A timebase that programs can read but only `move(rate:anchorTime:referenceTime:)` can change.
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
  /// The time in the units that moving timebases count in.
  fileprivate var inHostUnits: CMTime {
    convertScale(CMClock.hostTimescale, method: .default)
  }
}
