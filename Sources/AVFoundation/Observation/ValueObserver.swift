import Foundation

/// Evaluates one property, or a chain of properties, and tells its client when the value has become another one.
final class ValueObserver<Root: AnyObject, Value>: PropertyObserver, @unchecked Sendable {
  // Sendable: `known` and `turn` are guarded by `lock`; everything else is constant. `evaluate` only reads properties,
  // and `deliver` is a client's closure, which the observer calls from whatever thread a change is announced on, as
  // documented at `observe`.

  struct Change {
    var isPrior = false
    var old: Value?
    var new: Value?
  }

  private weak var root: Root?
  private let options: NSKeyValueObservingOptions
  private let evaluate: (Root) -> Value
  private let deliver: (Root, Change) -> Void
  private let gate = CallGate()
  private let lock = NSLock()
  /// The value that the client was told of last, or could read when it registered; nil before and after observing.
  private var known: Value?
  private var turn = Turn()

  /// One thread at a time reads the value and calls the client; what another thread announces meanwhile is read and
  /// delivered by the first one afterwards, so that no client gets an old value after a new one.
  private struct Turn {
    var thread: pthread_t?
    /// Calls within calls on that thread.
    var depth = 0
    var pending: Reason?
  }

  init(
    _ root: Root, keyPath: AnyKeyPath?, options: NSKeyValueObservingOptions, evaluate: @escaping (Root) -> Value,
    deliver: @escaping (Root, Change) -> Void
  ) {
    self.root = root
    self.options = options
    self.evaluate = evaluate
    self.deliver = deliver
    super.init(keyPath: keyPath)
  }

  /// Makes the initial call if there is to be one, then observes.
  func start() {
    guard let root, begin(.registered) else { return }
    let value = evaluate(root)
    lock.withLock { known = value }
    if options.contains(.initial) { call(root, Change(new: options.contains(.new) ? value : nil)) }
    // Twice: what changes while the observer is being entered in the table is announced to nobody.
    look(.registered)
    look(.registered)
    while let next = finish() { look(next) }
  }

  override func propertyWillChange() {
    guard options.contains(.prior), let root else { return }
    call(root, Change(isPrior: true, old: options.contains(.old) ? lock.withLock { known } : nil))
  }

  override func propertyDidChange(isAnnouncedByClient: Bool) {
    refresh(isAnnouncedByClient ? .announced : .changed)
  }

  private enum Reason { case registered, changed, announced }

  private func refresh(_ reason: Reason) {
    guard begin(reason) else { return }
    look(reason)
    while let next = finish() { look(next) }
  }

  /// Whether this thread may read and deliver. If not, the thread that does so now does it once more.
  private func begin(_ reason: Reason) -> Bool {
    lock.withLock {
      if let thread = turn.thread, pthread_equal(thread, pthread_self()) == 0 {
        turn.pending = turn.pending == .announced ? .announced : reason
        return false
      }
      turn.thread = pthread_self()
      turn.depth += 1
      return true
    }
  }

  /// What was announced meanwhile; nil where nothing was: then the thread's turn is over.
  private func finish() -> Reason? {
    lock.withLock {
      if turn.depth == 1, let next = turn.pending {
        turn.pending = nil
        return next
      }
      turn.depth -= 1
      if turn.depth == 0 { turn.thread = nil }
      return nil
    }
  }

  private func look(_ reason: Reason) {
    guard gate.isOpen, let root else { return }
    let (value, record) = AccessTracking.recording { evaluate(root) }
    follow(record, from: root)
    lock.lock()
    guard let before = known else { return lock.unlock() }
    let isSame = areEqual(before, value)
    let isNews =
      switch reason {
      // What changed between the first reading and the entry in the table was not announced to this observer.
      case .registered: isSame == false
      case .changed: isSame != true
      case .announced: true
      }
    if isNews { known = value }
    lock.unlock()
    guard isNews else { return }
    call(root, Change(old: options.contains(.old) ? before : nil, new: options.contains(.new) ? value : nil))
  }

  private func call(_ root: Root, _ change: Change) {
    gate.pass { deliver(root, change) }
  }

  override func end() {
    leave()
    gate.close()
    // The value may be an object, which must not live on for the sake of an ended observer.
    lock.withLock { known = nil }
  }
}
