import AVFoundation
import Foundation
import PlayheadItems

/// The file that plays: its item, and the requests that concern only this file.
@MainActor final class OpenedFile {
  /// A change that the player handles.
  enum Event {
    /// The item is ready to play.
    case ready
    /// The item, or the requested part of it, has been played.
    case ended
    /// The item could not be opened, or not be played to its end.
    case failed(MediaError)
  }

  /// The item, which belongs to the player.
  let item: AVPlayerItem
  /// Whether the item has been ready to play.
  private(set) var isReady = false
  /// The target of the seek in progress, in seconds; nil if there is none.
  private(set) var seekTarget: Double?
  /// The number of the last seek. Completions of earlier seeks are ignored.
  private var lastSeek = 0
  /// The player that has the item.
  private let player: AVPlayer
  /// Called on the main queue with each event. After `ended` or `failed` it is not called again.
  private let onEvent: (Event) -> Void
  /// Whether the end or the failure has been reported.
  private var isOver = false
  /// The observation of the status.
  private var status: NSKeyValueObservation?
  /// The observers of the end and the failure.
  private var tokens: [any NSObjectProtocol] = []
  /// The time observer of `end(at:)`.
  private var endObserver: Any?

  /// Observes an item. The caller passes it to the player afterwards, unless it is current already.
  init(_ item: AVPlayerItem, of player: AVPlayer, onEvent: @escaping (Event) -> Void) {
    self.item = item
    self.player = player
    self.onEvent = onEvent
    let center = NotificationCenter.default
    // Players notify on the main queue.
    status = item.observe(\.status) { [weak self] _, _ in MainActor.assumeIsolated { self?.reportStatus() } }
    tokens = [
      center.addObserver(forName: AVPlayerItem.didPlayToEndTimeNotification, object: item, queue: nil) {
        [weak self] _ in MainActor.assumeIsolated { self?.finish(.ended) }
      },
      center.addObserver(forName: AVPlayerItem.failedToPlayToEndTimeNotification, object: item, queue: nil) {
        [weak self] _ in MainActor.assumeIsolated { self?.fail() }
      },
    ]
  }

  /// Ends the observation. No event follows.
  func close() {
    isOver = true
    status?.invalidate()
    for token in tokens { NotificationCenter.default.removeObserver(token) }
    tokens = []
    if let endObserver { player.removeTimeObserver(endObserver) }
    endObserver = nil
  }

  /// Starts a seek. A later one replaces it before it completes.
  func seek(_ target: SeekTarget) {
    lastSeek += 1
    seekTarget = target.seconds
    let (number, tolerance) = (lastSeek, Self.time(target.tolerance))
    player.seek(to: Self.time(target.seconds), toleranceBefore: tolerance, toleranceAfter: tolerance) {
      [weak self] _ in
      guard let self, number == lastSeek else { return }
      seekTarget = nil
    }
  }

  /// Whether `end(at:)` has been called.
  var hasEndTime: Bool { endObserver != nil }

  /// Reports the end when playback crosses a position.
  func end(at seconds: Double) {
    endObserver = player.addBoundaryTimeObserver(forTimes: [NSValue(time: Self.time(seconds))], queue: nil) {
      [weak self] in self?.finish(.ended)
    }
  }

  /// Reports that the item is ready to play, once, or that it has failed. Called for changes of the status, and for an
  /// item that was opened before it was observed.
  func reportStatus() {
    switch item.status {
    case .unknown: break
    case .readyToPlay:
      guard !isReady else { return }
      isReady = true
      onEvent(.ready)
    case .failed: fail()
    }
  }

  /// Reports the failure of the item.
  private func fail() {
    finish(.failed(item.failure ?? MediaError(.notMedia, url: (item.asset as? AVURLAsset)?.url ?? URL(filePath: "/"))))
  }

  /// Reports the end or the failure, whichever comes first.
  private func finish(_ event: Event) {
    guard !isOver else { return }
    isOver = true
    onEvent(event)
  }

  /// Microseconds: finer than any key or option can specify.
  private static func time(_ seconds: Double) -> CMTime { CMTime(seconds: seconds, preferredTimescale: 1_000_000) }
}
