import Dispatch
import Foundation
import Synchronization

/// The time of layer trees in seconds: the machine's monotonic clock, on which players' host times count as well.
public func CACurrentMediaTime() -> CFTimeInterval { LayerTime.clock.now }

/// Where layers get their time from, and who calls them back. One for the process; a test puts its own in its place for the
/// calls it makes.
package enum LayerTime {
  @TaskLocal package static var clock: any LayerClock = SystemLayerClock()
}

package protocol LayerClock: Sendable {
  var now: CFTimeInterval { get }
  /// Calls `body` where clients are called, at a time or soon after it.
  func call(at time: CFTimeInterval, _ body: @escaping @Sendable () -> Void)
}

private struct SystemLayerClock: LayerClock {
  var now: CFTimeInterval {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  func call(at time: CFTimeInterval, _ body: @escaping @Sendable () -> Void) {
    // A year is as good as never, and can be counted in nanoseconds.
    let delay = max(0, min(time - now, 366 * 86_400))
    DispatchQueue.main.asyncAfter(deadline: .now() + delay, execute: body)
  }
}

/// Carries something that belongs to the thread of a layer tree through a closure that is called there.
struct TreeBound<Content>: @unchecked Sendable {
  // Sendable: only used in calls that `LayerClock` makes where clients are called.
  let content: Content
  init(content: Content) { self.content = content }
}

/// Carries a reference that does not keep its object.
struct WeakTreeBound<Object: AnyObject>: @unchecked Sendable {
  // Sendable: as above.
  weak var object: Object?
  init(_ object: Object) { self.object = object }
}
