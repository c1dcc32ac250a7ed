import PlayheadClock
import Testing

@testable import AVKit

@Suite("Frames that an X server presents")
struct PresentationQueueTests {
  /// A frame whose release can be seen.
  private final class Frame {}

  private static func time(_ milliseconds: Int64) -> HostTime { HostTime.zero + .milliseconds(milliseconds) }

  @Test("Shared memory is retained until the server no longer reads it, in either order of the reports")
  func retainsSharedMemory() {
    for idleFirst in [true, false] {
      var queue = PresentationQueue<Frame>(capacity: 4, copies: false)
      var frame: Frame? = Frame()
      weak let retained = frame
      let serial = queue.submit(frame!, in: 7, at: Self.time(5))
      frame = nil
      if idleFirst { queue.idle(serial, at: Self.time(10)) }
      #expect((retained == nil) == idleFirst)
      #expect(queue.complete(serial, at: Self.time(11)) == Self.time(5))
      #expect((retained == nil) == idleFirst)
      if !idleFirst { queue.idle(serial, at: Self.time(12)) }
      #expect(retained == nil)
      #expect(!queue.contains(pixmap: 7))
    }
  }

  @Test("Memory that was copied is released when the frame was shown, and its pixmap later")
  func releasesCopies() {
    var queue = PresentationQueue<Frame>(capacity: 3, copies: true)
    var frame: Frame? = Frame()
    weak let retained = frame
    let serial = queue.submit(frame!, in: 7, at: Self.time(5))
    frame = nil
    #expect(retained != nil)
    _ = queue.complete(serial, at: Self.time(11))
    #expect(retained == nil)
    #expect(queue.contains(pixmap: 7))
    queue.idle(serial, at: Self.time(20))
    #expect(!queue.contains(pixmap: 7))
  }

  @Test("Unknown and repeated reports change nothing")
  func ignoresUnknownReports() {
    var queue = PresentationQueue<Int>(capacity: 2, copies: false)
    let serial = queue.submit(1, in: 7, at: Self.time(5))
    #expect(queue.complete(serial &+ 1, at: Self.time(6)) == nil)
    queue.idle(serial &+ 1, at: Self.time(6))
    #expect(queue.contains(pixmap: 7))
    #expect(queue.complete(serial, at: Self.time(7)) == Self.time(5))
    #expect(queue.complete(serial, at: Self.time(8)) == nil)
    queue.idle(serial, at: Self.time(9))
    queue.idle(serial, at: Self.time(9))
    #expect(queue.complete(serial, at: Self.time(9)) == nil)
  }

  @Test("The number of frames in flight is limited, and a server without reports is noticed")
  func noticesStalledServer() {
    var queue = PresentationQueue<Int>(capacity: 2, copies: false)
    // A frame that was shown long ago.
    queue.idle(queue.submit(0, in: 6, at: Self.time(0)), at: Self.time(1))
    let first = queue.submit(1, in: 7, at: Self.time(5000))
    #expect(queue.hasCapacity && !queue.isStalled(at: Self.time(9000)))
    _ = queue.submit(2, in: 8, at: Self.time(5900))
    #expect(!queue.hasCapacity)
    #expect(!queue.isStalled(at: Self.time(8000)))
    #expect(queue.isStalled(at: Self.time(8001)))
    queue.idle(first, at: Self.time(8002))
    #expect(queue.hasCapacity && !queue.isStalled(at: Self.time(20000)))
  }

  @Test("Lost reports of shown frames do not accumulate")
  func forgetsLostReports() {
    var queue = PresentationQueue<Int>(capacity: 2, copies: false)
    var serials: [UInt32] = []
    for index in 0..<100 {
      serials.append(queue.submit(index, in: 7, at: Self.time(Int64(index))))
      queue.idle(serials[index], at: Self.time(Int64(index)))
    }
    #expect(serials.filter { queue.complete($0, at: Self.time(200)) != nil }.count <= 8)
  }

  @Test("A frame that is shown at once has no refresh, and counts once with the same frame at the next refresh")
  func immediateFrames() {
    var queue = PresentationQueue<Int>(capacity: 2, copies: false)
    let first = queue.submit(1, in: 7, isImmediate: true, at: Self.time(5))
    let second = queue.submit(1, in: 7, at: Self.time(5))
    #expect(queue.hasCapacity)
    #expect(queue.complete(first, at: Self.time(6)) == nil)
    queue.idle(first, at: Self.time(6))
    #expect(queue.contains(pixmap: 7))
    #expect(queue.complete(second, at: Self.time(20)) == Self.time(5))
    queue.idle(second, at: Self.time(20))
    #expect(!queue.contains(pixmap: 7))
  }
}
