import AVFoundation
import Foundation

/// Observes the status, the end and the failure of one item at a time, and a position of the player.
@MainActor final class ItemObserver {
  /// Called when the status has changed.
  var onStatus: (() -> Void)?
  /// Called when the item has played to its end.
  var onEnd: (() -> Void)?
  /// Called when the item has failed before its end.
  var onFailure: ((NSError?) -> Void)?
  /// Observes the status.
  private var status: NSKeyValueObservation?
  /// The observers of the end and the failure.
  private var tokens: [any NSObjectProtocol] = []
  /// Retains the observer of a position.
  private var timeObserver: Any?

  /// Creates an observer without an item.
  init() {}

  /// Observes an item in place of the previous one. Its present status is not reported.
  func observe(_ item: AVPlayerItem) {
    status?.invalidate()
    for token in tokens { NotificationCenter.default.removeObserver(token) }
    // Players notify on the main queue.
    status = item.observe(\.status, options: [.new]) { [weak self] _, _ in
      MainActor.assumeIsolated { self?.onStatus?() }
    }
    let center = NotificationCenter.default
    tokens = [
      center.addObserver(forName: AVPlayerItem.didPlayToEndTimeNotification, object: item, queue: nil) {
        [weak self] _ in MainActor.assumeIsolated { self?.onEnd?() }
      },
      center.addObserver(forName: AVPlayerItem.failedToPlayToEndTimeNotification, object: item, queue: nil) {
        [weak self] note in
        let error = note.userInfo?[AVPlayerItemFailedToPlayToEndTimeErrorKey] as? NSError
        MainActor.assumeIsolated { self?.onFailure?(error) }
      },
    ]
  }

  /// Calls a closure when playback crosses a position in seconds, in place of an earlier one.
  func observe(_ player: AVPlayer, at seconds: Double, onTime: @escaping @MainActor () -> Void) {
    let time = CMTime(seconds: seconds, preferredTimescale: 1000)
    timeObserver = player.addBoundaryTimeObserver(forTimes: [NSValue(time: time)], queue: nil) {
      MainActor.assumeIsolated { onTime() }
    }
  }
}
