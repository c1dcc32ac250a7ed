import Foundation

/// How changes of layers are animated: for how long, at what pace, or not at all.
///
/// Settings count for the thread that makes them, from `begin()` to the matching `commit()`. Without `begin()` they count until the
/// main queue has run what it was running, and on other threads until `flush()`. Changes of the model count at once; only their
/// animations take time.
open class CATransaction: NSObject {
  /// Begins a transaction within the present one; it starts with its settings.
  open class func begin() { TransactionStack.current.begin() }

  /// Ends the transaction that was begun last. One too many does nothing.
  open class func commit() { TransactionStack.current.commit() }

  /// Ends the settings that were made outside of any transaction. Nothing happens within one.
  open class func flush() { TransactionStack.current.endImplicit() }

  /// Keeps other threads from changing layers between `lock` and `unlock`, where they do the same. May be nested.
  open class func lock() { treeLock.lock() }

  /// Ends what `lock` began.
  open class func unlock() { treeLock.unlock() }

  /// How long animations without a duration take; a quarter of a second unless set.
  open class func animationDuration() -> CFTimeInterval { TransactionStack.current.settings.duration }

  /// Sets how long animations without a duration take. What is no number or negative counts as 0: at once.
  open class func setAnimationDuration(_ dur: CFTimeInterval) {
    TransactionStack.current.change { $0.duration = dur > 0 ? dur : 0 }
  }

  /// The pace of implicit animations; nil: the `default` one.
  open class func animationTimingFunction() -> CAMediaTimingFunction? { TransactionStack.current.settings.pace }

  /// Sets the pace of implicit animations.
  open class func setAnimationTimingFunction(_ function: CAMediaTimingFunction?) {
    TransactionStack.current.change { $0.pace = function }
  }

  /// Whether changes take effect without animation.
  open class func disableActions() -> Bool { TransactionStack.current.settings.isDisabled }

  /// Sets whether changes take effect without animation.
  open class func setDisableActions(_ flag: Bool) { TransactionStack.current.change { $0.isDisabled = flag } }

  /// What is called when the animations of the transaction are over.
  open class func completionBlock() -> (() -> Void)? { TransactionStack.current.completion?.block }

  /// Sets what is called, on the main queue, when all animations that are added from now on in this transaction are over or
  /// removed; when there are none, after the transaction.
  open class func setCompletionBlock(_ block: (() -> Void)?) {
    TransactionStack.current.setCompletion(block.map(TransactionCompletion.init))
  }

  /// A setting by its name, or a value that was set for a key.
  open class func value(forKey key: String) -> Any? {
    switch key {
    case kCATransactionAnimationDuration: animationDuration()
    case kCATransactionDisableActions: disableActions()
    case kCATransactionAnimationTimingFunction: animationTimingFunction()
    case kCATransactionCompletionBlock: completionBlock()
    default: TransactionStack.current.settings.others[key]
    }
  }

  /// Sets a setting by its name, or any value for a key of the program's own.
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

  private static let treeLock = NSRecursiveLock()

  /// Whom an animation that is added now has to tell when it is over.
  static func completions() -> [TransactionCompletion] { TransactionStack.current.completionsForAnimation() }
}

/// The name of `CATransaction`'s duration.
public let kCATransactionAnimationDuration = "animationDuration"
/// The name of `CATransaction`'s switch for animations.
public let kCATransactionDisableActions = "disableActions"
/// The name of `CATransaction`'s pace.
public let kCATransactionAnimationTimingFunction = "animationTimingFunction"
/// The name of `CATransaction`'s completion block.
public let kCATransactionCompletionBlock = "completionBlock"
