import Foundation
import Synchronization
import TestSupport
import Testing

@testable import AVFoundation

/// Changes that are announced on one thread while another one registers, or delivers.
@Suite struct ObservationOrderTests {
  private final class Box: NSObject, @unchecked Sendable {
    // Sendable: an atomic.
    let value = Atomic<Int>(0)
  }

  /// Runs a body on another thread and waits for it.
  private static func elsewhere(_ body: @escaping @Sendable () -> Void) {
    let thread = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      body()
      thread.signal()
    }
    thread.wait()
  }

  /// The value changes twice while the observer is being registered: the second change is announced by another thread
  /// after the registering thread has read the first value and before it has delivered it.
  @Test func deliversChangeDuringRegistrationLast() {
    let box = Box()
    let events = Collected<Int>()
    let reads = Mutex(0)
    let observers = Mutex<[PropertyObserver]>([])
    let observer = ValueObserver<Box, Int>(box, keyPath: nil, options: [.initial, .new]) { box in
      AccessTracking.note("value", of: box)
      let value = box.value.load(ordering: .sequentiallyConsistent)
      let count = reads.withLock {
        $0 += 1; return $0
      }
      if count == 1 { box.value.store(1, ordering: .sequentiallyConsistent) }
      if count == 2 {
        // The registering thread has read 1.
        box.value.store(2, ordering: .sequentiallyConsistent)
        Self.elsewhere {
          for observer in observers.withLock({ $0 }) { observer.propertyDidChange(isAnnouncedByClient: false) }
        }
      }
      return value
    } deliver: { _, change in
      if let new = change.new { events.add(new) }
    }
    observers.withLock { $0 = [observer] }
    observer.start()
    observer.end()
    #expect(events.all == [0, 1, 2])
  }

  /// While a client is called with one value another thread announces the next one.
  @Test func deliversChangeDuringCallbackAfterIt() {
    let box = Box()
    let events = Collected<Int>()
    let observers = Mutex<[PropertyObserver]>([])
    let observer = ValueObserver<Box, Int>(box, keyPath: nil, options: [.new]) { box in
      AccessTracking.note("value", of: box)
      return box.value.load(ordering: .sequentiallyConsistent)
    } deliver: { box, change in
      guard let new = change.new else { return }
      if new == 1 {
        box.value.store(2, ordering: .sequentiallyConsistent)
        Self.elsewhere {
          for observer in observers.withLock({ $0 }) { observer.propertyDidChange(isAnnouncedByClient: false) }
        }
      }
      events.add(new)
    }
    observers.withLock { $0 = [observer] }
    observer.start()
    box.value.store(1, ordering: .sequentiallyConsistent)
    observer.propertyDidChange(isAnnouncedByClient: false)
    observer.end()
    #expect(events.all == [1, 2])
  }
}
