import Synchronization
import Testing

@testable import PlayheadNetworking

@Suite("Waking the network thread")
struct NetworkWakerTests {
  /// The stack address in a call.
  private static func depth(_ place: UnsafeRawPointer) -> Int { Int(bitPattern: place) }

  @Test("the thousandth call has the stack depth of the first")
  func depth() {
    let waker = NetworkWaker()
    let depths = Mutex<(first: Int?, last: Int)>((nil, 0))
    waker.open {
      var here: UInt8 = 0
      let depth = withUnsafePointer(to: &here) { Self.depth(UnsafeRawPointer($0)) }
      depths.withLock { $0 = ($0.first ?? depth, depth) }
    }
    // Deep enough to be detected, not so deep that the stack overflows.
    for _ in 0..<1000 { waker.wake() }
    let (first, last) = depths.withLock { $0 }
    #expect(first == last)
  }

  @Test("no call before it is open, nor after it is closed")
  func closed() {
    let waker = NetworkWaker()
    let calls = Mutex(0)
    waker.wake()
    waker.open { calls.withLock { $0 += 1 } }
    waker.wake()
    waker.close()
    waker.wake()
    #expect(calls.withLock { $0 } == 1)
  }
}
