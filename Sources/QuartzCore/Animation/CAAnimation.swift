import Foundation

/// What animations have in common: timing, pace, a delegate.
///
/// A layer copies what is added to it, so an animation may be changed and used again; what was added stays as it was. Use an
/// animation on one thread at a time.
open class CAAnimation: NSObject, NSCopying, CAMediaTiming, CAAction {
  // MARK: Timing

  /// When it begins, in the layer's time; 0: when it is added.
  open var beginTime: CFTimeInterval = 0
  /// How long one run takes, in seconds; 0: as long as the transaction says, a quarter of a second unless set, and within a group as
  /// long as the group.
  open var duration: CFTimeInterval = 0
  /// How fast it runs.
  open var speed: Float = 1
  /// Where in itself it begins.
  open var timeOffset: CFTimeInterval = 0
  /// How many runs.
  open var repeatCount: Float = 0
  /// For how long runs follow each other; 0: as many as `repeatCount` says.
  open var repeatDuration: CFTimeInterval = 0
  /// Whether each run goes back as well.
  open var autoreverses = false
  /// What it does before and after.
  open var fillMode = CAMediaTimingFillMode.removed

  /// The pace of a run; nil: even.
  open var timingFunction: CAMediaTimingFunction?

  /// Who is told when it starts and stops. Kept by the animation.
  open var delegate: (any CAAnimationDelegate)?

  /// Whether the layer lets go of it when it is over.
  open var isRemovedOnCompletion = true

  public override init() { super.init() }

  /// An animation with the same settings.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = makeEmptyCopy()
    copy.adopt(self)
    return copy
  }

  /// The value that a property has in a new animation: `duration` 0, `speed` 1, `fillMode` removed, `removedOnCompletion` true; nil for
  /// all others.
  open class func defaultValue(forKey key: String) -> Any? {
    switch key {
    case "duration", "beginTime", "timeOffset", "repeatDuration": 0.0
    case "speed": Float(1)
    case "repeatCount": Float(0)
    case "autoreverses": false
    case "fillMode": CAMediaTimingFillMode.removed
    case "removedOnCompletion": true
    default: nil
    }
  }

  /// Adds the animation to the layer under the key of the event.
  open func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
    (anObject as? CALayer)?.add(self, forKey: event)
  }

  // MARK: For subclasses of this module

  /// A new animation of the same class of this module.
  func makeEmptyCopy() -> CAAnimation { CAAnimation() }

  /// Takes over all settings of another animation of the same class.
  func adopt(_ other: CAAnimation) {
    beginTime = other.beginTime
    duration = other.duration
    speed = other.speed
    timeOffset = other.timeOffset
    repeatCount = other.repeatCount
    repeatDuration = other.repeatDuration
    autoreverses = other.autoreverses
    fillMode = other.fillMode
    timingFunction = other.timingFunction
    delegate = other.delegate
    isRemovedOnCompletion = other.isRemovedOnCompletion
  }

  /// Changes what a layer shows, for a moment in the animation's own run.
  ///
  /// - Parameters:
  ///   - values: What the layer would show without it.
  ///   - time: Between 0 and `duration`, in seconds.
  ///   - duration: Of one run.
  ///   - run: How many runs have ended.
  func apply(to values: inout LayerValues, at time: Double, of duration: Double, run: Int) {}

  /// How much of a run has passed, with the pace counted in: what has no length is over.
  func progress(at time: Double, of duration: Double) -> Double {
    let part = duration > 0 ? (duration.isFinite ? time / duration : 0) : 1
    return timingFunction?.value(at: part) ?? part
  }
}

/// Is told when an animation starts and stops, where players call their clients: on the main queue.
public protocol CAAnimationDelegate: NSObjectProtocol {
  /// The animation has begun. It is the layer's copy.
  func animationDidStart(_ anim: CAAnimation)
  /// The animation is over (`flag`), or was removed before.
  func animationDidStop(_ anim: CAAnimation, finished flag: Bool)
}

extension CAAnimationDelegate {
  public func animationDidStart(_ anim: CAAnimation) {}
  public func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {}
}
