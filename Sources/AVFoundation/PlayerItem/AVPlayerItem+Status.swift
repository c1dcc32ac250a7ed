extension AVPlayerItem {
  /// Whether an item can be played.
  public enum Status: Int, Sendable {
    /// No player has it, or it is being opened.
    case unknown = 0
    /// It can be played; its duration and tracks are known.
    case readyToPlay = 1
    /// It cannot be played, and never will: make a new one. `error` says why.
    case failed = 2
  }
}
