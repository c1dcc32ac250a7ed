import Foundation
import PlayheadItems
import Synchronization

/// Plays a queue of items.
///
/// The current item is the first of the queue. A finished item leaves the queue; after the last one there is no current
/// item, and the rate is unchanged. The next item is opened during the last seconds of the current one: its audio
/// follows without a gap, sample-accurately, and its first frame follows the last one.
///
/// Any thread; all calls return immediately. At the end of an item, clients are notified in this order: the last call
/// of periodic observers, `currentItem`, `didPlayToEndTime` of the item that has left.
///
/// An item that cannot be opened is skipped if it follows another one; a first item remains current and is `failed`.
@preconcurrency @MainActor
open class AVQueuePlayer: AVPlayer {
  /// Creates a player with an empty queue.
  public nonisolated override init() {
    super.init()
    setActionAtItemEnd(.advance)
  }

  /// Creates a player with a queue.
  ///
  /// - Parameter items: The items in playback order. Duplicates, and items that have a player, are a programmer error.
  public nonisolated init(items: [AVPlayerItem]) {
    super.init()
    setActionAtItemEnd(.advance)
    for item in items { enqueue(item, after: nil) }
  }

  /// Creates a player with one item in its queue.
  public nonisolated override init(playerItem item: AVPlayerItem?) {
    super.init(playerItem: item)
    setActionAtItemEnd(.advance)
  }

  /// Creates a player with a new item for the resource at a URL in its queue.
  public nonisolated override init(url URL: URL) {
    super.init(url: URL)
    setActionAtItemEnd(.advance)
  }

  package nonisolated override init(environment: PlaybackEnvironment) {
    super.init(environment: environment)
    setActionAtItemEnd(.advance)
  }

  /// The current queue: the current item and the items after it.
  nonisolated open func items() -> [AVPlayerItem] {
    state.withLock { state in state.item.map { [$0] + state.following } ?? state.following }
  }

  /// Whether an item can be inserted: it has no player, and the item to insert it after is in this queue.
  ///
  /// - Parameters:
  ///   - item: The item to insert.
  ///   - afterItem: The item to insert it after; nil for the end of the queue.
  nonisolated open func canInsert(_ item: AVPlayerItem, after afterItem: AVPlayerItem?) -> Bool {
    canEnqueue(item, after: afterItem)
  }

  /// Inserts an item. In an empty queue it becomes current, and plays if the rate is not 0.
  ///
  /// - Parameters:
  ///   - item: One for which `canInsert(_:after:)` is false is a programmer error. An item that was played before
  ///     starts at its position, which is its end: seek it to zero.
  ///   - afterItem: The item to insert it after; nil for the end of the queue.
  nonisolated open func insert(_ item: AVPlayerItem, after afterItem: AVPlayerItem?) { enqueue(item, after: afterItem) }

  /// Removes an item from the queue; the current one as `advanceToNextItem()` does. Has no effect if it is not in the
  /// queue.
  nonisolated open func remove(_ item: AVPlayerItem) {
    if mayAdvance { dequeue(item) }
  }

  /// Empties the queue. The rate is unchanged, so that an item inserted later plays.
  nonisolated open func removeAllItems() {
    if mayAdvance { emptyQueue() }
  }

  /// Ends the current item without posting its end and plays the next one at the same rate. After the last one the
  /// queue is empty.
  nonisolated open func advanceToNextItem() {
    guard mayAdvance, let item = state.withLock({ $0.item }) else { return }
    leaveHead(item)
  }

  /// Replaces the current item and keeps the rest of the queue. With nil, the next item replaces it.
  nonisolated open override func replaceCurrentItem(with item: AVPlayerItem?) {
    if item == nil, let current = state.withLock({ $0.item }) { leaveHead(current) } else { attach(item) }
  }

  nonisolated override var hasQueue: Bool { true }
}
