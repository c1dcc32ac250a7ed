import Dispatch
import Foundation
import PlayheadBasics

/// Calls a closure for each frame of the display, so that a program can update its drawing at that rate.
///
/// Calls occur at regular times of the system clock, 60 per second by default. A call is skipped while the previous one
/// has not returned. Use a link on one thread at a time.
///
/// - Note: Difference from Apple: Swift on Linux has no selectors, so a link is created with a closure or a method.
public final class CADisplayLink: NSObject {
  /// The program's closure. The dispatch source does not retain the link.
  private let handler: (CADisplayLink) -> Void
  /// The run loops, of which only the first is used for calls.
  private var targets: [Target] = []
  /// The timer; nil while paused or without a run loop.
  private var ticker: DispatchSourceTimer?
  private var isPending = false
  /// Whether the link was invalidated, which is final.
  private var isInvalid = false

  /// A run loop and the mode in which the link is called.
  private struct Target {
    let loop: RunLoop
    let mode: RunLoop.Mode
  }

  /// Creates a link that calls `handler` once it is added to a run loop, and retains it until it is invalidated.
  ///
  /// - Note: Not in Apple's API.
  @_spi(Playhead) public init(handler: @escaping (CADisplayLink) -> Void) {
    self.handler = handler
    super.init()
  }

  /// Creates a link that calls a method of a target: `#selector(View.step(_:))` becomes `View.step(_:)`.
  ///
  /// - Parameters:
  ///   - target: Retained until the link is deallocated.
  ///   - selector: The method as `Class.method(_:)`.
  public convenience init<Target: AnyObject>(target: Target, selector: @escaping (Target) -> (CADisplayLink) -> Void) {
    self.init { selector(target)($0) }
  }

  /// Creates a link that calls a method without a parameter of a target.
  public convenience init<Target: AnyObject>(target: Target, selector: @escaping (Target) -> () -> Void) {
    self.init { _ in selector(target)() }
  }

  /// Creates a link that calls a method of the main actor; add it to the main run loop.
  public convenience init<Target: AnyObject & Sendable>(
    target: Target, selector: @escaping (Target) -> @MainActor (CADisplayLink) -> Void
  ) {
    // The same function without its isolation, as `MainActor.assumeIsolated` makes it.
    let method = unsafeBitCast(selector, to: ((Target) -> (CADisplayLink) -> Void).self)
    self.init { method(target)($0) }
  }

  /// Creates a link that calls a method of the main actor without a parameter; add it to the main run loop.
  public convenience init<Target: AnyObject & Sendable>(
    target: Target, selector: @escaping (Target) -> @MainActor () -> Void
  ) {
    let method = unsafeBitCast(selector, to: ((Target) -> () -> Void).self)
    self.init { _ in method(target)() }
  }

  deinit { ticker?.cancel() }

  /// The display time of the previous frame, in seconds of `CACurrentMediaTime`.
  public private(set) var timestamp: CFTimeInterval = 0

  /// The display time of the frame that is drawn now.
  public private(set) var targetTimestamp: CFTimeInterval = 0

  /// The interval between two calls in seconds.
  public var duration: CFTimeInterval { interval }

  /// Whether calls are suspended.
  public var isPaused = false { didSet { update() } }

  /// The requested calls per second; 0 means 60, which is also the maximum.
  public var preferredFramesPerSecond = 0 { didSet { update() } }

  /// The number of display frames between two calls, at least 1. Setting it sets `preferredFramesPerSecond`.
  @available(*, deprecated, message: "Use preferredFramesPerSecond")
  public var frameInterval: Int {
    get { Int(saturating: (interval * Double(Self.screenRate)).rounded()) }
    set { preferredFramesPerSecond = max(1, Self.screenRate / max(1, newValue)) }
  }

  /// The requested rate range. Setting it sets `preferredFramesPerSecond` to the preferred rate, or to the maximum if
  /// there is none.
  public var preferredFrameRateRange = CAFrameRateRange.default {
    didSet {
      let fps = preferredFrameRateRange.preferred ?? preferredFrameRateRange.maximum
      preferredFramesPerSecond = fps.isFinite && fps > 0 ? Int(saturating: min(1000, fps.rounded())) : 0
    }
  }

  /// Adds the link to a run loop. For the main run loop the calls are made on the main queue.
  public func add(to runloop: RunLoop, forMode mode: RunLoop.Mode) {
    guard !isInvalid, !targets.contains(where: { $0.loop === runloop && $0.mode == mode }) else { return }
    targets.append(Target(loop: runloop, mode: mode))
    update()
  }

  /// Removes the link from a run loop.
  public func remove(from runloop: RunLoop, forMode mode: RunLoop.Mode) {
    targets.removeAll { $0.loop === runloop && $0.mode == mode }
    update()
  }

  /// Stops the calls permanently and releases the run loops.
  public func invalidate() {
    isInvalid = true
    targets = []
    update()
  }

  /// The assumed rate of the display in frames per second.
  private static let screenRate = 60
  /// The interval between two calls in seconds.
  private var interval: Double {
    let fps = preferredFramesPerSecond > 0 ? min(preferredFramesPerSecond, Self.screenRate) : Self.screenRate
    // The interval is a whole number of display frames.
    return Double(max(1, Self.screenRate / fps)) / Double(Self.screenRate)
  }

  /// Replaces the timer after a change of the settings.
  private func update() {
    ticker?.cancel()
    ticker = nil
    guard !targets.isEmpty, !isPaused else { return }
    let source = DispatchSource.makeTimerSource(queue: Self.queue)
    source.schedule(deadline: .now() + interval, repeating: interval, leeway: .milliseconds(1))
    let link = WeakTreeBound(self)
    let loops = TreeBound(content: targets)
    source.setEventHandler {
      guard let target = loops.content.first else { return }
      if target.loop === RunLoop.main {
        DispatchQueue.main.async { link.object?.call() }
      } else {
        target.loop.perform(inModes: [target.mode]) { link.object?.call() }
      }
    }
    source.resume()
    ticker = source
  }

  /// Calls the closure, unless the previous call was less than half an interval ago.
  private func call() {
    guard !isInvalid, !isPaused, !targets.isEmpty else { return }
    let now = CACurrentMediaTime()
    // Calls delayed by a busy loop arrive together; only the first is made.
    guard now - timestamp >= interval / 2 else { return }
    timestamp = now
    targetTimestamp = now + interval
    handler(self)
  }

  /// The queue of all timers. The closures are not called on it.
  private static let queue = DispatchQueue(label: "playhead.display-link")
}
