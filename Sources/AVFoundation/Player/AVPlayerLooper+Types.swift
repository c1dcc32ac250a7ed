extension AVPlayerLooper {
  /// How far looping has come.
  public enum Status: Int, Sendable {
    /// The item is not open yet.
    case unknown = 0
    /// It loops.
    case ready = 1
    /// It cannot; `error` says why.
    case failed = 2
    /// `disableLooping()` was called.
    case cancelled = 3
  }

  /// Where the looping items stand among those that the queue has already.
  public enum ItemOrdering: Int, Sendable {
    /// Before them.
    case loopingItemsPrecedeExistingItems = 0
    /// Behind them.
    case loopingItemsFollowExistingItems = 1
  }
}
