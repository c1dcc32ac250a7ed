import Foundation

/// The base class of animations, with timing, a timing function and a delegate.
///
/// A layer copies the animation that is added to it, so an animation can be changed and reused without effect on the
/// layer. Use an animation on one thread at a time.
open class CAAnimation: NSObject, NSCopying, CAMediaTiming, CAAction {
  // MARK: Timing

  /// The start in the layer's time; 0 means the time at which it is added.
  open var beginTime: CFTimeInterval = 0
  /// The duration of one repetition in seconds; 0 means the transaction's duration (a quarter of a second by default),
  /// or within a group the group's duration.
  open var duration: CFTimeInterval = 0
  /// The speed relative to the parent time.
  open var speed: Float = 1
  /// The offset of the start within the animation.
  open var timeOffset: CFTimeInterval = 0
  /// The number of repetitions.
  open var repeatCount: Float = 0
  /// The total duration of the repetitions; 0 means that `repeatCount` applies.
  open var repeatDuration: CFTimeInterval = 0
  /// Whether each repetition also runs in reverse.
  open var autoreverses = false
  /// The effect before the start and after the end.
  open var fillMode = CAMediaTimingFillMode.removed

  /// The timing function of a repetition; nil is linear.
  open var timingFunction: CAMediaTimingFunction?

  /// The object that is notified of start and end. Retained by the animation.
  open var delegate: (any CAAnimationDelegate)?

  /// Whether the layer removes the animation when it has ended.
  open var isRemovedOnCompletion = true

  /// Creates an animation with the default settings.
  public override init() { super.init() }

  /// An animation with the same settings.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = makeEmptyCopy()
    copy.adopt(self)
    return copy
  }

  /// The default value of a property: `duration` 0, `speed` 1, `fillMode` removed, `removedOnCompletion` true; nil for
  /// unknown keys.
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

  // MARK: For subclasses in this module

  /// Creates an animation of the same class of this module.
  func makeEmptyCopy() -> CAAnimation { CAAnimation() }

  /// Copies all settings of another animation of the same class.
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

  /// Changes the values that a layer presents, for a time within the animation.
  ///
  /// - Parameters:
  ///   - values: The values without this animation.
  ///   - time: Seconds between 0 and `duration`.
  ///   - duration: The duration of one repetition.
  ///   - run: The number of completed repetitions.
  func apply(to values: inout LayerValues, at time: Double, of duration: Double, run: Int) {}

  /// The progress of a repetition after the timing function; 1 if the duration is 0.
  func progress(at time: Double, of duration: Double) -> Double {
    let part = duration > 0 ? (duration.isFinite ? time / duration : 0) : 1
    return timingFunction?.value(at: part) ?? part
  }
}

/// Methods called when an animation starts and stops, on the main queue.
public protocol CAAnimationDelegate: NSObjectProtocol {
  /// Called when the animation has started. `anim` is the layer's copy.
  func animationDidStart(_ anim: CAAnimation)
  /// Called when the animation has ended (`flag` is true), or was removed earlier.
  func animationDidStop(_ anim: CAAnimation, finished flag: Bool)
}

extension CAAnimationDelegate {
  /// The default implementation does nothing.
  public func animationDidStart(_ anim: CAAnimation) {}
  /// The default implementation does nothing.
  public func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {}
}
