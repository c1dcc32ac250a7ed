import AVFoundation
import Foundation

/// The item of the next file of a playlist, queued after the current one: its audio follows without a gap, and its
/// first frame follows the last one.
///
/// The player advances only while an item is queued. Without one it keeps the current item at its end, as for the last
/// file of a list, whose last frame stays on the screen.
@MainActor package final class NextItem {
  private let player: AVQueuePlayer
  /// The action at the end of an item that no other follows.
  private let lastAction: AVPlayer.ActionAtItemEnd
  /// The queued item and the URL of its file; nil if none.
  private var queued: (url: URL, item: AVPlayerItem)?

  /// Creates a queue without an item.
  ///
  /// - Parameter lastAction: The player's action at the end of an item that no other follows.
  package init(_ player: AVQueuePlayer, lastAction: AVPlayer.ActionAtItemEnd) {
    (self.player, self.lastAction) = (player, lastAction)
    player.actionAtItemEnd = lastAction
  }

  /// Queues the item of a file after the current item, in place of another file's. Has no effect if an item of this
  /// file is queued, or without a current item.
  ///
  /// - Parameters:
  ///   - url: The URL of the file; nil queues none.
  ///   - item: Creates the item.
  package func queue(_ url: URL?, item: () -> AVPlayerItem) {
    guard url != queued?.url else { return }
    remove()
    guard let url, let current = player.currentItem else { return }
    let next = item()
    player.insert(next, after: current)
    player.actionAtItemEnd = .advance
    queued = (url, next)
  }

  /// Removes the queued item: the player keeps the current one at its end.
  package func remove() {
    guard let queued else { return }
    self.queued = nil
    player.actionAtItemEnd = lastAction
    if queued.item !== player.currentItem { player.remove(queued.item) }
  }

  /// Returns the item to which the player has advanced if it is that of a file; otherwise removes the queued item, and
  /// returns nil: the caller opens the file.
  package func take(_ url: URL) -> AVPlayerItem? {
    guard let queued, queued.url == url, queued.item === player.currentItem, queued.item.status != .failed
    else {
      remove()
      return nil
    }
    self.queued = nil
    player.actionAtItemEnd = lastAction
    return queued.item
  }
}
