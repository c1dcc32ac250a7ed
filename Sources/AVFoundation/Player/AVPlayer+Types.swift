import Foundation

extension AVPlayer {
  /// Whether a player can play at all. It says nothing about its item.
  public enum Status: Int, Sendable {
    /// No item was given to it yet.
    case unknown = 0
    /// It can play items.
    case readyToPlay = 1
    /// It cannot play any more; make a new one.
    case failed = 2
  }

  /// Whether time passes.
  public enum TimeControlStatus: Int, Sendable {
    /// The rate is 0.
    case paused = 0
    /// It is to play and cannot yet; `reasonForWaitingToPlay` says why.
    case waitingToPlayAtSpecifiedRate = 1
    /// It plays.
    case playing = 2
  }

  /// What happens when an item has been played.
  public enum ActionAtItemEnd: Int, Sendable {
    /// The next item becomes current; only for queues.
    case advance = 0
    /// The rate becomes 0.
    case pause = 1
    /// Nothing: the position stays at the end, the rate as it is.
    case none = 2
  }

  /// Why a player that is to play waits.
  public struct WaitingReason: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// There is too little media at hand to go on without a stop.
    public static let toMinimizeStalls = WaitingReason(rawValue: "AVPlayerWaitingToMinimizeStallsReason")
    /// The item is being opened. Short: nothing needs to be shown for it.
    public static let evaluatingBufferingRate = WaitingReason(
      rawValue: "AVPlayerWaitingWhileEvaluatingBufferingRateReason")
    /// An interstitial event is played at this place of the item.
    public static let interstitialEvent = WaitingReason(rawValue: "AVPlayerWaitingDuringInterstitialEventReason")
    /// There is no item.
    public static let noItemToPlay = WaitingReason(rawValue: "AVPlayerWaitingWithNoItemToPlayReason")
  }

  /// Why a rate changed.
  public struct RateDidChangeReason: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The program asked for it.
    public static let setRateCalled = RateDidChangeReason(rawValue: "AVPlayerRateDidChangeReasonSetRateCalled")
    /// The program asked for a rate that cannot be had, or the item failed.
    public static let setRateFailed = RateDidChangeReason(rawValue: "AVPlayerRateDidChangeReasonSetRateFailed")
    /// A live stream was played faster than it comes, and there was nothing left ahead of its edge: the rate is 1 from there on.
    public static let playheadReachedLiveEdge = RateDidChangeReason(
      rawValue: "AVPlayerRateDidChangeReasonPlayheadReachedLiveEdge")
    /// A live stream was played backward to the beginning of what its server still has: the rate is 1 from there on.
    public static let reversePlaybackReachedStartOfSeekableRange = RateDidChangeReason(
      rawValue: "AVPlayerRateDidChangeReasonReversePlaybackReachedStartOfSeekableRange")
    /// Something else needed the sound device.
    public static let audioSessionInterrupted = RateDidChangeReason(
      rawValue: "AVPlayerRateDidChangeReasonAudioSessionInterrupted")
    /// The program was sent to the background. Programs on Linux are not stopped there, so it is never given.
    public static let appBackgrounded = RateDidChangeReason(rawValue: "AVPlayerRateDidChangeReasonAppBackgrounded")
  }

  /// Posted on the main queue when the rate has changed. The object is the player.
  public nonisolated static let rateDidChangeNotification = NSNotification.Name("AVPlayerRateDidChangeNotification")

  /// The key of the reason, a `RateDidChangeReason`, in the information of `rateDidChangeNotification`. The end of an item gives none.
  public nonisolated static let rateDidChangeReasonKey = "AVPlayerRateDidChangeReasonKey"
}
