import AVFoundation
import Testing

/// As in programs, without a manual clock: nothing is played here, and nothing waits for time.
@Suite("§0.2 threads")
struct DeliveryThreadTests {
  /// Marks the main queue, on any thread that serves it.
  private struct Mark: @unchecked Sendable {
    // Sendable: only its identity counts.
    let key = DispatchSpecificKey<Bool>()
    init() { DispatchQueue.main.setSpecific(key: key, value: true) }
  }

  private static let mark = Mark()
  private static var isOnMainQueue: Bool { DispatchQueue.getSpecific(key: mark.key) == true }

  @Test("§0.2 changes on other threads are delivered to observers on the main queue")
  func observers() async {
    let player = AVPlayer()
    var token: NSKeyValueObservation?
    let isMain = await withCheckedContinuation { (continuation: CheckedContinuation<Bool, Never>) in
      token = player.observe(\.rate, options: .new) { _, _ in continuation.resume(returning: Self.isOnMainQueue) }
      Thread.detachNewThread { player.rate = 1 }
    }
    token?.invalidate()
    #expect(isMain)
  }

  @Test("§0.2 notifications are posted on the main queue")
  func notifications() async {
    let player = AVPlayer()
    var token: (any NSObjectProtocol)?
    let isMain = await withCheckedContinuation { (continuation: CheckedContinuation<Bool, Never>) in
      token = NotificationCenter.default.addObserver(
        forName: AVPlayer.rateDidChangeNotification, object: player, queue: nil
      ) { _ in continuation.resume(returning: Self.isOnMainQueue) }
      Thread.detachNewThread { player.rate = 1 }
    }
    if let token { NotificationCenter.default.removeObserver(token) }
    #expect(isMain)
  }

  @Test("§0.2 completion handlers of seeks are called on the main queue")
  func seeks() async {
    let player = AVPlayer()
    let isMain = await withCheckedContinuation { (continuation: CheckedContinuation<Bool, Never>) in
      Thread.detachNewThread {
        player.seek(to: .zero) { _ in continuation.resume(returning: Self.isOnMainQueue) }
      }
    }
    #expect(isMain)
  }
}
