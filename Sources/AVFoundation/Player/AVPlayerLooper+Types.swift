extension AVPlayerLooper {
  /// The state of looping.
  public enum Status: Int, Sendable {
    /// The item has not been opened yet.
    case unknown = 0
    /// Looping is in progress.
    case ready = 1
    /// Looping has failed; `error` has the cause.
    case failed = 2
    /// `disableLooping()` was called.
    case cancelled = 3
  }

  /// The order of the looping items relative to the existing items of the queue.
  public enum ItemOrdering: Int, Sendable {
    /// Before them.
    case loopingItemsPrecedeExistingItems = 0
    /// After them.
    case loopingItemsFollowExistingItems = 1
  }
}
