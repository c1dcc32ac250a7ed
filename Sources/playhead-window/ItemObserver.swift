import AVFoundation
import Foundation

/// Observes the status, the end and the failure of one item.
@MainActor final class ItemObserver {
  /// Observes the status.
  private let status: NSKeyValueObservation
  /// The observers of the end and the failure.
  private let tokens: [any NSObjectProtocol]

  /// - Parameters:
  ///   - onStatus: The status changed.
  ///   - onEnd: The item has played to its end.
  ///   - onFailure: The item failed before its end.
  init(
    _ item: AVPlayerItem, onStatus: @escaping @MainActor () -> Void, onEnd: @escaping @MainActor () -> Void,
    onFailure: @escaping @MainActor (NSError?) -> Void
  ) {
    // Players notify on the main queue.
    status = item.observe(\.status, options: [.new]) { _, _ in MainActor.assumeIsolated { onStatus() } }
    let center = NotificationCenter.default
    tokens = [
      center.addObserver(forName: AVPlayerItem.didPlayToEndTimeNotification, object: item, queue: nil) { _ in
        MainActor.assumeIsolated { onEnd() }
      },
      center.addObserver(forName: AVPlayerItem.failedToPlayToEndTimeNotification, object: item, queue: nil) { note in
        let error = note.userInfo?[AVPlayerItemFailedToPlayToEndTimeErrorKey] as? NSError
        MainActor.assumeIsolated { onFailure(error) }
      },
    ]
  }

  /// Ends the observation.
  func invalidate() {
    status.invalidate()
    for token in tokens { NotificationCenter.default.removeObserver(token) }
  }
}
