import Dispatch
import Foundation
import PlayheadBasics

/// Calls a closure for each picture that a screen may show, so that a program can change what it draws at that pace.
///
/// Calls are made at even moments of the machine's clock, sixty a second unless set. Where the last call has not returned, a call is
/// left out. Use a link on one thread at a time.
///
/// - Note: Difference from Apple: Swift on Linux has no selectors, so a link is made with a closure.
public final class CADisplayLink: NSObject {
  private let handler: (CADisplayLink) -> Void
  private var targets: [Target] = []
  private var ticker: DispatchSourceTimer?
  private var isPending = false
  private var isInvalid = false

  private struct Target {
    let loop: RunLoop
    let mode: RunLoop.Mode
  }

  /// A link that calls `handler` once it was added to a run loop, and keeps it until it is invalidated.
  ///
  /// - Note: An addition of this project, in the place of `init(target:selector:)`.
  public init(handler: @escaping (CADisplayLink) -> Void) {
    self.handler = handler
    super.init()
  }

  deinit { ticker?.cancel() }

  /// When the picture before the coming one was shown, in seconds of `CACurrentMediaTime`.
  public private(set) var timestamp: CFTimeInterval = 0

  /// When what is drawn now will be shown.
  public private(set) var targetTimestamp: CFTimeInterval = 0

  /// The time between two calls.
  public var duration: CFTimeInterval { interval }

  /// Whether no calls are made.
  public var isPaused = false { didSet { update() } }

  /// How many calls a second are wanted; 0: sixty, which is also the most.
  public var preferredFramesPerSecond = 0 { didSet { update() } }

  /// How many calls a second are wanted, at least, at most and best. Setting it sets `preferredFramesPerSecond` to the best, or to the
  /// most where there is none.
  public var preferredFrameRateRange = CAFrameRateRange.default {
    didSet {
      let wanted = preferredFrameRateRange.preferred ?? preferredFrameRateRange.maximum
      preferredFramesPerSecond = wanted.isFinite && wanted > 0 ? Int(saturating: min(1000, wanted.rounded())) : 0
    }
  }

  /// Calls in this loop from now on: for the main run loop through the main queue, whoever runs it.
  public func add(to runloop: RunLoop, forMode mode: RunLoop.Mode) {
    guard !isInvalid, !targets.contains(where: { $0.loop === runloop && $0.mode == mode }) else { return }
    targets.append(Target(loop: runloop, mode: mode))
    update()
  }

  /// Calls in this loop no more.
  public func remove(from runloop: RunLoop, forMode mode: RunLoop.Mode) {
    targets.removeAll { $0.loop === runloop && $0.mode == mode }
    update()
  }

  /// Ends the calls for good and lets go of the closure's surroundings with the link.
  public func invalidate() {
    isInvalid = true
    targets = []
    update()
  }

  private static let screenRate = 60
  private var interval: Double {
    let wanted = preferredFramesPerSecond > 0 ? min(preferredFramesPerSecond, Self.screenRate) : Self.screenRate
    // A whole number of the screen's pictures.
    return Double(max(1, Self.screenRate / wanted)) / Double(Self.screenRate)
  }

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

  private func call() {
    guard !isInvalid, !isPaused, !targets.isEmpty else { return }
    let now = CACurrentMediaTime()
    // Calls that waited in the loop come together: one is enough.
    guard now - timestamp >= interval / 2 else { return }
    timestamp = now
    targetTimestamp = now + interval
    handler(self)
  }

  private static let queue = DispatchQueue(label: "playhead.display-link")
}
