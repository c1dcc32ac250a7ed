import AVFAudio
import Foundation

/// Evaluates a property, or a chain of properties, and calls its client when the value has changed.
final class ValueObserver<Root: AnyObject, Value>: PropertyObserver, @unchecked Sendable {
  // Sendable: `known` and `activeEvaluation` are guarded by `lock`; everything else is constant. `evaluate` only reads
  // properties, and `deliver` is a client's closure, which is called on the thread that announces a change, as
  // documented at `observe`.

  /// A change as the client receives it. Values are nil unless the options request them.
  struct Change {
    /// Whether the change is about to happen.
    var isPrior = false
    /// The value before the change.
    var old: Value?
    /// The value after the change.
    var new: Value?
  }

  /// The observed object, which the observer does not retain.
  private weak var root: Root?
  /// The options of the client.
  private let options: NSKeyValueObservingOptions
  /// Reads the property. Accesses during it determine the observed objects.
  private let evaluate: (Root) -> Value
  /// Calls the client.
  private let deliver: (Root, Change) -> Void
  /// The gate that ends the calls.
  private let gate = CallGate()
  /// Guards `known` and `activeEvaluation`. Not held while the client is called.
  private let lock = NSLock()
  /// The value last delivered, or readable at registration; nil before and after observing.
  private var known: Value?
  /// The thread that evaluates, and changes that wait for it.
  private var activeEvaluation = ActiveEvaluation()

  /// Serializes evaluation and delivery: one thread evaluates and calls the client, and repeats this for changes that
  /// other threads announce meanwhile, so that a client never receives an old value after a new one.
  private struct ActiveEvaluation {
    /// The thread that evaluates and calls the client; nil if none does.
    var thread: pthread_t?
    /// The nesting depth of calls on that thread.
    var depth = 0
    /// The strongest reason for another evaluation; nil if there is none.
    var pending: Reason?
  }

  /// Creates an observer that is inactive until `start()`.
  init(
    _ root: Root, keyPath: AnyKeyPath?, options: NSKeyValueObservingOptions, evaluate: @escaping (Root) -> Value,
    deliver: @escaping (Root, Change) -> Void
  ) {
    self.root = root
    self.options = options
    self.evaluate = evaluate
    self.deliver = deliver
    super.init(keyPath: keyPath)
    // Its module is below this one.
    if root is AVAudioSession { _ = AVAudioSession.isObservable }
  }

  /// Makes the initial call if requested, then starts observing.
  func start() {
    guard let root, begin(.registered) else { return }
    let value = evaluate(root)
    lock.withLock { known = value }
    if options.contains(.initial) { call(root, Change(new: options.contains(.new) ? value : nil)) }
    // Twice: changes during the registration in the table are not announced to this observer.
    check(.registered)
    check(.registered)
    while let next = finish() { check(next) }
  }

  override func propertyWillChange() {
    guard options.contains(.prior), let root else { return }
    call(root, Change(isPrior: true, old: options.contains(.old) ? lock.withLock { known } : nil))
  }

  override func propertyDidChange(isAnnouncedByClient: Bool) {
    refresh(isAnnouncedByClient ? .announced : .changed)
  }

  /// `registered` is the start of observing, `changed` a change of a dependency, and `announced` a change that the
  /// client announces, which is delivered even if the value is equal.
  private enum Reason { case registered, changed, announced }

  /// Evaluates on this thread until no change is pending, or leaves that to the thread that is evaluating.
  private func refresh(_ reason: Reason) {
    guard begin(reason) else { return }
    check(reason)
    while let next = finish() { check(next) }
  }

  /// Whether this thread may evaluate and deliver. If not, the thread that is doing so repeats it.
  private func begin(_ reason: Reason) -> Bool {
    lock.withLock {
      if let thread = activeEvaluation.thread, pthread_equal(thread, pthread_self()) == 0 {
        activeEvaluation.pending = activeEvaluation.pending == .announced ? .announced : reason
        return false
      }
      activeEvaluation.thread = pthread_self()
      activeEvaluation.depth += 1
      return true
    }
  }

  /// The reason for another evaluation; nil if there is none, which ends this thread's work.
  private func finish() -> Reason? {
    lock.withLock {
      if activeEvaluation.depth == 1, let next = activeEvaluation.pending {
        activeEvaluation.pending = nil
        return next
      }
      activeEvaluation.depth -= 1
      if activeEvaluation.depth == 0 { activeEvaluation.thread = nil }
      return nil
    }
  }

  /// Evaluates the property once, updates the dependencies and calls the client if the value has changed.
  private func check(_ reason: Reason) {
    guard gate.isOpen, let root else { return }
    let (value, record) = AccessTracking.recording { evaluate(root) }
    follow(record, from: root)
    lock.lock()
    guard let before = known else { return lock.unlock() }
    let isSame = areEqual(before, value)
    let hasChanged =
      switch reason {
      // Changes between the first evaluation and the registration were not announced to this observer.
      case .registered: isSame == false
      case .changed: isSame != true
      case .announced: true
      }
    if hasChanged { known = value }
    lock.unlock()
    guard hasChanged else { return }
    call(root, Change(old: options.contains(.old) ? before : nil, new: options.contains(.new) ? value : nil))
  }

  /// Calls the client unless the observer has ended.
  private func call(_ root: Root, _ change: Change) {
    gate.pass { deliver(root, change) }
  }

  override func end() {
    leave()
    gate.close()
    // The value can be an object, which an ended observer must not retain.
    lock.withLock { known = nil }
  }
}
