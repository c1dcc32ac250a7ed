import Dispatch
import Foundation
import Synchronization

/// The media time of layer trees in seconds: the system's monotonic clock, which players' host times use too.
public func CACurrentMediaTime() -> CFTimeInterval { LayerTime.clock.now }

/// The clock of layers, one for the process. Tests substitute their own for the calls that they make.
package enum LayerTime {
  /// The clock that layers use.
  @TaskLocal package static var clock: any LayerClock = SystemLayerClock()
}

/// A clock with scheduled calls.
package protocol LayerClock: Sendable {
  /// The current media time in seconds.
  var now: CFTimeInterval { get }
  /// Calls `body` on the main queue, at a time or soon after it.
  func call(at time: CFTimeInterval, _ body: @escaping @Sendable () -> Void)
}

/// The clock of the system: monotonic, stopped while the computer sleeps.
private struct SystemLayerClock: LayerClock {
  var now: CFTimeInterval {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  func call(at time: CFTimeInterval, _ body: @escaping @Sendable () -> Void) {
    // A year is long enough to mean never, and fits into nanoseconds.
    let delay = max(0, min(time - now, 366 * 86_400))
    DispatchQueue.main.asyncAfter(deadline: .now() + delay, execute: body)
  }
}

/// Carries a value that belongs to the thread of a layer tree through a closure that is called on that thread.
struct TreeBound<Content>: @unchecked Sendable {
  // Sendable: only used in calls that `LayerClock` makes on the main queue.
  /// The value, which is only used on the main queue.
  let content: Content
  init(content: Content) { self.content = content }
}

/// Carries a weak reference through such a closure.
struct WeakTreeBound<Object: AnyObject>: @unchecked Sendable {
  // Sendable: as above.
  /// The object, which is only used on the main queue.
  weak var object: Object?
  init(_ object: Object) { self.object = object }
}
