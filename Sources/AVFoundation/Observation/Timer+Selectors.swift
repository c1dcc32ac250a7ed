import Foundation

// Timers with a method instead of a closure: `#selector(Player.tick(_:))` becomes `Player.tick(_:)`. `userInfo` must be
// the literal nil: Foundation's timers on Linux store none.
extension Timer {
  /// Creates a timer that calls a method of a target, and adds it to the current run loop.
  ///
  /// - Parameters:
  ///   - ti: The interval in seconds.
  ///   - aTarget: Retained until the timer is invalidated.
  ///   - selector: The method as `Class.method(_:)`.
  ///   - userInfo: nil.
  ///   - yesOrNo: Whether the timer fires repeatedly.
  @discardableResult
  public class func scheduledTimer<Target: AnyObject>(
    timeInterval ti: TimeInterval, target aTarget: Target, selector: @escaping (Target) -> (Timer) -> Void,
    userInfo: Never?, repeats yesOrNo: Bool
  ) -> Timer {
    scheduled(ti, yesOrNo, SelectorCall(aTarget) { selector($0)($1) })
  }

  /// Creates a timer that calls a method without a parameter, and adds it to the current run loop.
  @discardableResult
  public class func scheduledTimer<Target: AnyObject>(
    timeInterval ti: TimeInterval, target aTarget: Target, selector: @escaping (Target) -> () -> Void,
    userInfo: Never?, repeats yesOrNo: Bool
  ) -> Timer {
    scheduled(ti, yesOrNo, SelectorCall(aTarget) { target, _ in selector(target)() })
  }

  /// Creates a timer that calls a method of the main actor, and adds it to the current run loop, which must be the main
  /// one.
  @discardableResult
  public class func scheduledTimer<Target: AnyObject & Sendable>(
    timeInterval ti: TimeInterval, target aTarget: Target, selector: @escaping (Target) -> @MainActor (Timer) -> Void,
    userInfo: Never?, repeats yesOrNo: Bool
  ) -> Timer {
    // The same function without its isolation, as `MainActor.assumeIsolated` makes it.
    let method = unsafeBitCast(selector, to: ((Target) -> (Timer) -> Void).self)
    return scheduled(ti, yesOrNo, SelectorCall(aTarget) { method($0)($1) })
  }

  /// Creates a timer that calls a method of the main actor without a parameter, and adds it to the current run loop,
  /// which must be the main one.
  @discardableResult
  public class func scheduledTimer<Target: AnyObject & Sendable>(
    timeInterval ti: TimeInterval, target aTarget: Target, selector: @escaping (Target) -> @MainActor () -> Void,
    userInfo: Never?, repeats yesOrNo: Bool
  ) -> Timer {
    let method = unsafeBitCast(selector, to: ((Target) -> () -> Void).self)
    return scheduled(ti, yesOrNo, SelectorCall(aTarget) { target, _ in method(target)() })
  }

  /// Creates a timer that calls a method of a target once the timer is added to a run loop. Parameters as above.
  public convenience init<Target: AnyObject>(
    timeInterval ti: TimeInterval, target aTarget: Target, selector: @escaping (Target) -> (Timer) -> Void,
    userInfo: Never?, repeats yesOrNo: Bool
  ) {
    let call = SelectorCall(aTarget) { selector($0)($1) }
    self.init(timeInterval: ti, repeats: yesOrNo) { call.perform($0) }
  }

  /// Creates a timer that calls a method of the main actor once the timer is added to the main run loop.
  public convenience init<Target: AnyObject & Sendable>(
    timeInterval ti: TimeInterval, target aTarget: Target, selector: @escaping (Target) -> @MainActor (Timer) -> Void,
    userInfo: Never?, repeats yesOrNo: Bool
  ) {
    let method = unsafeBitCast(selector, to: ((Target) -> (Timer) -> Void).self)
    let call = SelectorCall(aTarget) { method($0)($1) }
    self.init(timeInterval: ti, repeats: yesOrNo) { call.perform($0) }
  }

  private class func scheduled<Target>(_ interval: TimeInterval, _ repeats: Bool, _ call: SelectorCall<Target>) -> Timer
  {
    scheduledTimer(withTimeInterval: interval, repeats: repeats) { call.perform($0) }
  }
}

/// A target and its method.
private final class SelectorCall<Target: AnyObject>: Sendable {
  // Sendable: made and called on the thread of the timer's run loop.
  private nonisolated(unsafe) let target: Target
  private nonisolated(unsafe) let method: (Target, Timer) -> Void

  init(_ target: Target, _ method: @escaping (Target, Timer) -> Void) {
    self.target = target
    self.method = method
  }

  /// Calls the method.
  func perform(_ timer: Timer) { method(target, timer) }
}
