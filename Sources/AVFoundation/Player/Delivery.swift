import Foundation
import PlayheadEngine

/// Where a player calls its clients: in order, one call at a time. On the main queue in programs, in a test on the thread that
/// moves the clock.
struct Delivery: Sendable {
  private let base: any EventDelivery

  init(_ base: any EventDelivery) { self.base = base }

  /// Makes the call when its turn comes.
  func later(_ call: @escaping @Sendable () -> Void) {
    let address = address
    base.deliver {
      let outer = pthread_getspecific(Self.current)
      pthread_setspecific(Self.current, UnsafeRawPointer(bitPattern: address))
      defer { pthread_setspecific(Self.current, outer) }
      call()
    }
  }

  /// Makes the call at once where clients may be called, else when its turn comes.
  func nowOrLater(_ call: @escaping @Sendable () -> Void) {
    if isHere { call() } else { later(call) }
  }

  /// Whether the caller is where clients are called.
  var isHere: Bool {
    if base.isMainQueue { return Thread.isMainThread }
    return address != 0 && UInt(bitPattern: pthread_getspecific(Self.current)) == address
  }

  /// Whether calls for this queue may be made directly: nil stands for the main queue, and that is where deliveries are made.
  func serves(_ queue: DispatchQueue?) -> Bool {
    // Each reading of `DispatchQueue.main` makes another object here; only the label is the same.
    queue.map { $0.label == DispatchQueue.main.label } ?? true
  }

  /// Identifies the delivery: every one but the main queue's has one.
  private var address: UInt {
    base.isMainQueue ? 0 : UInt(bitPattern: Unmanaged.passUnretained(base as AnyObject).toOpaque())
  }

  /// The slot of each thread that says for which delivery it is calling clients.
  private static let current: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()
}
