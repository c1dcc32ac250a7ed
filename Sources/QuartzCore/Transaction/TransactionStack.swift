import Foundation

/// The transactions of one thread, the innermost last.
final class TransactionStack {
  struct Settings {
    /// Apple's default: long enough to be visible, short enough not to delay the user.
    var duration: CFTimeInterval = 0.25
    var easing: CAMediaTimingFunction?
    var isDisabled = false
    var others: [String: Any] = [:]
  }

  private struct Level {
    var settings: Settings
    var completion: TransactionCompletion?
    /// Whether it was opened implicitly and ends by itself.
    var isImplicit: Bool
  }

  private var levels: [Level] = []

  var settings: Settings { levels.last?.settings ?? Settings() }
  var completion: TransactionCompletion? { levels.last?.completion }

  func begin() { levels.append(Level(settings: settings, isImplicit: false)) }

  func commit() {
    guard let last = levels.last, !last.isImplicit else { return }
    levels.removeLast()
    last.completion?.close()
  }

  func change(_ change: (inout Settings) -> Void) {
    openImplicitIfNeeded()
    change(&levels[levels.count - 1].settings)
  }

  func setCompletion(_ completion: TransactionCompletion?) {
    openImplicitIfNeeded()
    levels[levels.count - 1].completion?.close()
    levels[levels.count - 1].completion = completion
  }

  func completionsForAnimation() -> [TransactionCompletion] {
    let completions = levels.compactMap(\.completion)
    for completion in completions { completion.animationBegan() }
    return completions
  }

  func endImplicit() {
    guard levels.count == 1, let first = levels.first, first.isImplicit else { return }
    levels = []
    first.completion?.close()
  }

  private func openImplicitIfNeeded() {
    guard levels.isEmpty else { return }
    levels = [Level(settings: Settings(), isImplicit: true)]
    guard Thread.isMainThread else { return }
    let clock = LayerTime.clock
    clock.call(at: clock.now) { TransactionStack.current.endImplicit() }
  }

  // MARK: Thread-local storage

  static var current: TransactionStack {
    if let pointer = pthread_getspecific(slot) {
      return Unmanaged<TransactionStack>.fromOpaque(pointer).takeUnretainedValue()
    }
    let stack = TransactionStack()
    pthread_setspecific(slot, Unmanaged.passRetained(stack).toOpaque())
    return stack
  }

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
  let block: () -> Void
  private var running = 0
  private var isClosed = false
  private var isCalled = false

  init(_ block: @escaping () -> Void) { self.block = block }

  func animationBegan() { running += 1 }

  func animationEnded() {
    running -= 1
    callIfDone()
  }

  /// No further animations will be added.
  func close() {
    isClosed = true
    callIfDone()
  }

  private func callIfDone() {
    guard isClosed, running == 0, !isCalled else { return }
    isCalled = true
    let bound = TreeBound(content: block)
    let clock = LayerTime.clock
    clock.call(at: clock.now) { bound.content() }
  }
}
