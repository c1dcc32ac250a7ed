import Foundation

/// The transactions of one thread, the innermost last.
final class TransactionStack {
  struct Settings {
    /// Apple's default: long enough to be visible, short enough not to delay the user.
    var duration: CFTimeInterval = 0.25
    /// The timing function of implicit animations; nil means `default`.
    var easing: CAMediaTimingFunction?
    /// Whether changes take effect without animations.
    var isDisabled = false
    /// The values of custom keys.
    var others: [String: Any] = [:]
  }

  private struct Level {
    /// The settings, initially those of the outer transaction.
    var settings: Settings
    /// The completion block; nil if none is set.
    var completion: TransactionCompletion?
    /// Whether it was opened implicitly and ends by itself.
    var isImplicit: Bool
  }

  /// The open transactions, the innermost last; empty outside of any.
  private var levels: [Level] = []

  /// The settings of the innermost transaction, or the default ones.
  var settings: Settings { levels.last?.settings ?? Settings() }
  /// The completion block of the innermost transaction.
  var completion: TransactionCompletion? { levels.last?.completion }

  /// Begins an explicit transaction.
  func begin() { levels.append(Level(settings: settings, isImplicit: false)) }

  /// Ends the innermost transaction if it is explicit.
  func commit() {
    guard let last = levels.last, !last.isImplicit else { return }
    levels.removeLast()
    last.completion?.close()
  }

  /// Changes the settings of the innermost transaction; begins an implicit one if there is none.
  func change(_ change: (inout Settings) -> Void) {
    openImplicitIfNeeded()
    change(&levels[levels.count - 1].settings)
  }

  /// Replaces the completion block. The previous one then depends only on the animations added so far.
  func setCompletion(_ completion: TransactionCompletion?) {
    openImplicitIfNeeded()
    levels[levels.count - 1].completion?.close()
    levels[levels.count - 1].completion = completion
  }

  /// The completions of all open transactions, each of which counts one more animation.
  func completionsForAnimation() -> [TransactionCompletion] {
    let completions = levels.compactMap(\.completion)
    for completion in completions { completion.animationBegan() }
    return completions
  }

  /// Ends the implicit transaction, unless an explicit one is open inside it.
  func endImplicit() {
    guard levels.count == 1, let first = levels.first, first.isImplicit else { return }
    levels = []
    first.completion?.close()
  }

  /// Begins an implicit transaction if there is none. On the main thread it ends with the current work of the main
  /// queue.
  private func openImplicitIfNeeded() {
    guard levels.isEmpty else { return }
    levels = [Level(settings: Settings(), isImplicit: true)]
    guard Thread.isMainThread else { return }
    let clock = LayerTime.clock
    clock.call(at: clock.now) { TransactionStack.current.endImplicit() }
  }

  // MARK: Thread-local storage

  /// The transactions of the calling thread.
  static var current: TransactionStack {
    if let pointer = pthread_getspecific(slot) {
      return Unmanaged<TransactionStack>.fromOpaque(pointer).takeUnretainedValue()
    }
    let stack = TransactionStack()
    pthread_setspecific(slot, Unmanaged.passRetained(stack).toOpaque())
    return stack
  }

  /// The thread-specific storage. The transactions are released when their thread ends.
  private static let slot: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key) { pointer in
      guard let pointer else { return }
      Unmanaged<TransactionStack>.fromOpaque(pointer).release()
    }
    return key
  }()
}

/// Counts the animations that a completion block depends on.
final class TransactionCompletion {
  /// The program's block, which is called once on the main queue.
  let block: () -> Void
  /// The number of animations that have not ended.
  private var running = 0
  /// Whether no more animations can be added.
  private var isClosed = false
  /// Whether the call of the block is scheduled.
  private var isCalled = false

  /// Creates a completion without animations.
  init(_ block: @escaping () -> Void) { self.block = block }

  /// Counts an animation that was added.
  func animationBegan() { running += 1 }

  /// Counts an animation that has ended or was removed.
  func animationEnded() {
    running -= 1
    callIfDone()
  }

  /// No further animations will be added.
  func close() {
    isClosed = true
    callIfDone()
  }

  /// Schedules the block once there is nothing left to wait for.
  private func callIfDone() {
    guard isClosed, running == 0, !isCalled else { return }
    isCalled = true
    let bound = TreeBound(content: block)
    let clock = LayerTime.clock
    clock.call(at: clock.now) { bound.content() }
  }
}
