import Foundation

extension AVPlayer {
  /// Whether the player can play, independent of its item.
  public enum Status: Int, Sendable {
    /// It has had no item yet.
    case unknown = 0
    /// It can play items.
    case readyToPlay = 1
    /// It can no longer play; create a new one.
    case failed = 2
  }

  /// The state of playback.
  public enum TimeControlStatus: Int, Sendable {
    /// The rate is 0.
    case paused = 0
    /// The rate is not 0, but playback is waiting; `reasonForWaitingToPlay` has the reason.
    case waitingToPlayAtSpecifiedRate = 1
    /// Playback is in progress.
    case playing = 2
  }

  /// The action at the end of an item.
  public enum ActionAtItemEnd: Int, Sendable {
    /// The next item becomes current; only in queues.
    case advance = 0
    /// The rate becomes 0.
    case pause = 1
    /// None: position and rate are unchanged.
    case none = 2
  }

  /// The reason why playback is waiting.
  public struct WaitingReason: RawRepresentable, Hashable, Sendable {
    /// The raw value.
    public let rawValue: String
    /// Creates a value from its raw value.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Too little media is buffered to play without a stall.
    public static let toMinimizeStalls = WaitingReason(rawValue: "AVPlayerWaitingToMinimizeStallsReason")
    /// The item is being opened. Short: no indication to the user is needed.
    public static let evaluatingBufferingRate = WaitingReason(
      rawValue: "AVPlayerWaitingWhileEvaluatingBufferingRateReason")
    /// An interstitial event is playing at this position of the item.
    public static let interstitialEvent = WaitingReason(rawValue: "AVPlayerWaitingDuringInterstitialEventReason")
    /// There is no item.
    public static let noItemToPlay = WaitingReason(rawValue: "AVPlayerWaitingWithNoItemToPlayReason")
  }

  /// The reason for a rate change.
  public struct RateDidChangeReason: RawRepresentable, Hashable, Sendable {
    /// The raw value.
    public let rawValue: String
    /// Creates a value from its raw value.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A client set the rate.
    public static let setRateCalled = RateDidChangeReason(rawValue: "AVPlayerRateDidChangeReasonSetRateCalled")
    /// A client requested an unsupported rate, or the item failed.
    public static let setRateFailed = RateDidChangeReason(rawValue: "AVPlayerRateDidChangeReasonSetRateFailed")
    /// A live stream played faster than real time has reached the live edge: the rate is 1 from there on.
    public static let playheadReachedLiveEdge = RateDidChangeReason(
      rawValue: "AVPlayerRateDidChangeReasonPlayheadReachedLiveEdge")
    /// A live stream played backward has reached the start of its seekable range: the rate is 1 from there on.
    public static let reversePlaybackReachedStartOfSeekableRange = RateDidChangeReason(
      rawValue: "AVPlayerRateDidChangeReasonReversePlaybackReachedStartOfSeekableRange")
    /// The audio session was interrupted.
    public static let audioSessionInterrupted = RateDidChangeReason(
      rawValue: "AVPlayerRateDidChangeReasonAudioSessionInterrupted")
    /// The app moved to the background. Never reported: programs on Linux are not suspended there.
    public static let appBackgrounded = RateDidChangeReason(rawValue: "AVPlayerRateDidChangeReasonAppBackgrounded")
  }

  /// Posted on the main queue when the rate has changed. The object is the player.
  public nonisolated static let rateDidChangeNotification = NSNotification.Name("AVPlayerRateDidChangeNotification")

  /// Posted on the main queue when `eligibleForHDRPlayback` has changed. There is no object.
  public nonisolated static let eligibleForHDRPlaybackDidChangeNotification = NSNotification.Name(
    "AVPlayerEligibleForHDRPlaybackDidChangeNotification")

  /// The key of the reason, a `RateDidChangeReason`, in the user info of `rateDidChangeNotification`. Absent at the end
  /// of an item.
  public nonisolated static let rateDidChangeReasonKey = "AVPlayerRateDidChangeReasonKey"
}
