import Foundation
import PlayheadClock

/// The delivery queue, on which a player calls its clients: in order, one call at a time. The main queue in programs;
/// in tests, the thread that advances the clock.
struct Delivery: Sendable {
  /// The queue of the environment.
  private let base: any EventDelivery

  /// Creates the delivery queue of an environment.
  init(_ base: any EventDelivery) { self.base = base }

  /// Enqueues a call.
  func later(_ call: @escaping @Sendable () -> Void) {
    let address = address
    base.deliver {
      let outer = pthread_getspecific(Self.current)
      pthread_setspecific(Self.current, UnsafeRawPointer(bitPattern: address))
      defer { pthread_setspecific(Self.current, outer) }
      call()
    }
  }

  /// Makes a call immediately on the delivery queue, otherwise enqueues it.
  func nowOrLater(_ call: @escaping @Sendable () -> Void) {
    if isHere { call() } else { later(call) }
  }

  /// Whether the caller is on the delivery queue.
  var isHere: Bool {
    if base.isMainQueue { return MainQueue.isCurrent }
    return address != 0 && UInt(bitPattern: pthread_getspecific(Self.current)) == address
  }

  /// Whether calls for a queue can be made directly: nil is the main queue, where deliveries are made.
  func serves(_ queue: DispatchQueue?) -> Bool {
    // Each access to `DispatchQueue.main` creates another object on Linux; only the label is the same.
    queue.map { $0.label == DispatchQueue.main.label } ?? true
  }

  /// Identifies the delivery queue; 0 for the main queue.
  private var address: UInt {
    base.isMainQueue ? 0 : UInt(bitPattern: Unmanaged.passUnretained(base as AnyObject).toOpaque())
  }

  /// The thread-specific slot that identifies the delivery queue whose call is running.
  private static let current: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()
}
