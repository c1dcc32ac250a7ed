import Foundation

/// Evaluates one property, or a chain of properties, and tells its client when the value has become another one.
final class ValueObserver<Root: AnyObject, Value>: PropertyObserver, @unchecked Sendable {
  // Sendable: `known` is guarded by `lock`; everything else is constant. `evaluate` only reads properties, and `deliver` is a
  // client's closure, which the observer calls from whatever thread a change is announced on, as documented at `observe`.

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
    guard let root else { return }
    let value = evaluate(root)
    lock.withLock { known = value }
    if options.contains(.initial) { call(root, Change(new: options.contains(.new) ? value : nil)) }
    refresh(.registered)
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
