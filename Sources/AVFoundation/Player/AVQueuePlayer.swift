import Foundation
import PlayheadEngine

/// Plays items one after the other.
///
/// The current item is the first of the queue. An item that was played leaves the queue; after the last one there is no current
/// item, and the rate stays as it was. While an item plays its last seconds the next one is opened: its sound follows without a
/// gap, to the sample, and its first picture follows the last one.
///
/// Everything may be called on any thread and returns at once. The order in which clients are told at the end of an item is: the
/// last call of periodic observers, `currentItem`, `didPlayToEndTime` of the item that has left.
///
/// An item that cannot be opened is passed over when its turn comes after another; the very first stays current and is `failed`.
@preconcurrency @MainActor
open class AVQueuePlayer: AVPlayer {
  /// A player with an empty queue.
  public nonisolated override init() {
    super.init()
    setActionAtItemEnd(.advance)
  }

  /// A player with a queue.
  ///
  /// - Parameter items: In the order in which they are played. One that is there twice, or that another player has, is a
  ///   programmer's error.
  public nonisolated init(items: [AVPlayerItem]) {
    super.init()
    setActionAtItemEnd(.advance)
    for item in items { enqueue(item, after: nil) }
  }

  /// A player with one item in its queue.
  public nonisolated override init(playerItem item: AVPlayerItem?) {
    super.init(playerItem: item)
    setActionAtItemEnd(.advance)
  }

  /// A player with a new item for the resource at a URL in its queue.
  public nonisolated override init(url URL: URL) {
    super.init(url: URL)
    setActionAtItemEnd(.advance)
  }

  package nonisolated override init(environment: PlaybackEnvironment) {
    super.init(environment: environment)
    setActionAtItemEnd(.advance)
  }

  /// The queue as it is now: the current item, then what follows.
  nonisolated open func items() -> [AVPlayerItem] {
    state.withLock { state in state.item.map { [$0] + state.following } ?? state.following }
  }

  /// Whether an item can be inserted: nobody has it, and what it shall follow is in this queue.
  ///
  /// - Parameter afterItem: nil: the end of the queue.
  nonisolated open func canInsert(_ item: AVPlayerItem, after afterItem: AVPlayerItem?) -> Bool {
    canEnqueue(item, after: afterItem)
  }

  /// Inserts an item. In an empty queue it becomes current, and plays if the rate is not 0.
  ///
  /// - Parameters:
  ///   - item: One for which `canInsert(_:after:)` is false is a programmer's error. One that was played before begins where it
  ///     stands, which is its end: seek it to zero.
  ///   - afterItem: What it follows; nil: the end of the queue.
  nonisolated open func insert(_ item: AVPlayerItem, after afterItem: AVPlayerItem?) { enqueue(item, after: afterItem) }

  /// Takes an item out of the queue; the current one as `advanceToNextItem()` does. Nothing happens if it is not in the queue.
  nonisolated open func remove(_ item: AVPlayerItem) {
    if mayAdvance { dequeue(item) }
  }

  /// Empties the queue. The rate stays, so that an item inserted later plays.
  nonisolated open func removeAllItems() {
    if mayAdvance { emptyQueue() }
  }

  /// Ends the current item, without an end being posted, and goes on with the next at the same rate. After the last one the queue
  /// is empty.
  nonisolated open func advanceToNextItem() {
    guard mayAdvance, let item = state.withLock({ $0.item }) else { return }
    leaveHead(item)
  }

  /// Puts another item in the current one's place and keeps the rest of the queue. With nil the next one takes its place.
  nonisolated open override func replaceCurrentItem(with item: AVPlayerItem?) {
    if item == nil, let current = state.withLock({ $0.item }) { leaveHead(current) } else { attach(item) }
  }

  nonisolated override var hasQueue: Bool { true }
}
