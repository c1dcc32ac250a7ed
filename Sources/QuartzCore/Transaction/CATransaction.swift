import Foundation

/// The settings of layer changes: the duration and timing function of their animations, or none.
///
/// Settings apply to the calling thread, from `begin()` to the matching `commit()`. Without `begin()` they apply until
/// the main queue has finished its current work, and on other threads until `flush()`. Model values change at once;
/// only the presentation is animated.
open class CATransaction: NSObject {
  /// Begins a nested transaction, which inherits the current settings.
  open class func begin() { TransactionStack.current.begin() }

  /// Ends the innermost transaction. An unmatched call has no effect.
  open class func commit() { TransactionStack.current.commit() }

  /// Ends the implicit transaction. Has no effect inside an explicit one.
  open class func flush() { TransactionStack.current.endImplicit() }

  /// Acquires a recursive lock, by which threads can exclude each other from changing layers.
  open class func lock() { treeLock.lock() }

  /// Releases the lock.
  open class func unlock() { treeLock.unlock() }

  /// The duration of animations without one of their own; a quarter of a second by default.
  open class func animationDuration() -> CFTimeInterval { TransactionStack.current.settings.duration }

  /// Sets the duration of animations without one of their own. Negative and undefined values count as 0.
  open class func setAnimationDuration(_ dur: CFTimeInterval) {
    TransactionStack.current.change { $0.duration = dur > 0 ? dur : 0 }
  }

  /// The timing function of implicit animations; nil means `default`.
  open class func animationTimingFunction() -> CAMediaTimingFunction? { TransactionStack.current.settings.easing }

  /// Sets the timing function of implicit animations.
  open class func setAnimationTimingFunction(_ function: CAMediaTimingFunction?) {
    TransactionStack.current.change { $0.easing = function }
  }

  /// Whether changes take effect without animations.
  open class func disableActions() -> Bool { TransactionStack.current.settings.isDisabled }

  /// Sets whether changes take effect without animations.
  open class func setDisableActions(_ flag: Bool) { TransactionStack.current.change { $0.isDisabled = flag } }

  /// The completion block of the transaction.
  open class func completionBlock() -> (() -> Void)? { TransactionStack.current.completion?.block }

  /// Sets a block that is called on the main queue when all animations added from now on in this transaction have ended
  /// or been removed; if there are none, after the transaction.
  open class func setCompletionBlock(_ block: (() -> Void)?) {
    TransactionStack.current.setCompletion(block.map(TransactionCompletion.init))
  }

  /// The value of a setting by its key, or a value that was set for a custom key.
  open class func value(forKey key: String) -> Any? {
    switch key {
    case kCATransactionAnimationDuration: animationDuration()
    case kCATransactionDisableActions: disableActions()
    case kCATransactionAnimationTimingFunction: animationTimingFunction()
    case kCATransactionCompletionBlock: completionBlock()
    default: TransactionStack.current.settings.others[key]
    }
  }

  /// Sets a setting by its key, or a value for a custom key.
  open class func setValue(_ anObject: Any?, forKey key: String) {
    switch key {
    case kCATransactionAnimationDuration:
      if case .number(let duration)? = anObject.flatMap({ AnimatedValue($0, like: .number(0)) }) {
        setAnimationDuration(duration)
      }
    case kCATransactionDisableActions:
      if case .flag(let flag)? = anObject.flatMap({ AnimatedValue($0, like: .flag(false)) }) { setDisableActions(flag) }
    case kCATransactionAnimationTimingFunction: setAnimationTimingFunction(anObject as? CAMediaTimingFunction)
    case kCATransactionCompletionBlock: setCompletionBlock(anObject as? () -> Void)
    default: TransactionStack.current.change { $0.others[key] = anObject }
    }
  }

  /// The lock of `lock()` and `unlock()`. Layers themselves do not acquire it.
  private static let treeLock = NSRecursiveLock()

  /// The completions that an animation added now must notify when it ends.
  static func completions() -> [TransactionCompletion] { TransactionStack.current.completionsForAnimation() }
}

/// The key of the animation duration.
public let kCATransactionAnimationDuration = "animationDuration"
/// The key of the setting that disables actions.
public let kCATransactionDisableActions = "disableActions"
/// The key of the timing function.
public let kCATransactionAnimationTimingFunction = "animationTimingFunction"
/// The key of the completion block.
public let kCATransactionCompletionBlock = "completionBlock"
