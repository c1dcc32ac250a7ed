extension AVPlayerItem {
  /// The status of an item.
  public enum Status: Int, Sendable {
    /// It has no player, or is being opened.
    case unknown = 0
    /// It can be played; its duration and tracks are known.
    case readyToPlay = 1
    /// It has failed permanently; create a new item. `error` has the cause.
    case failed = 2
  }
}
