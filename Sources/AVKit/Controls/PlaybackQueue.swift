import AVFoundation

/// What stands before and after the item that plays. Programs with a list of their own bring their own.
@MainActor package protocol PlaybackQueue: AnyObject {
  var hasNext: Bool { get }
  var hasPrevious: Bool { get }
  func next()
  func previous()
}

/// The queue of a queue player. It does not keep what was played, so there is no way back but to the item's own start.
@MainActor final class QueuePlayerQueue: PlaybackQueue {
  private weak var player: AVQueuePlayer?

  init(_ player: AVQueuePlayer) { self.player = player }

  var hasNext: Bool { (player?.items().count ?? 0) > 1 }
  var hasPrevious: Bool { false }
  func next() { player?.advanceToNextItem() }
  func previous() { player?.seek(to: .zero) }
}
