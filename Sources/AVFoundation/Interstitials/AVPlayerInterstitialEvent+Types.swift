import Foundation

extension AVPlayerInterstitialEvent {
  /// The restrictions that an event puts on playback control.
  public struct Restrictions: OptionSet, Sendable {
    /// The raw value.
    public let rawValue: UInt
    /// Creates a value from its raw value.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// A seek from before the event to after it stops at the event if the event has not been played; during the event
    /// the primary item cannot be seeked forward.
    public static var constrainsSeekingForwardInPrimaryContent: Restrictions { Restrictions(rawValue: 1) }

    /// During the event the interstitial player plays no faster than at its `defaultRate`, seeks only backward and
    /// skips no item.
    public static var requiresPlaybackAtPreferredRateForAdvancement: Restrictions { Restrictions(rawValue: 4) }
  }

  /// The position of an event that is not played at its own time.
  public struct Cue: RawRepresentable, Hashable, Sendable {
    /// The raw value.
    public let rawValue: String
    /// Creates a value from its raw value.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// At its time or date.
    public static let noCue = Cue(rawValue: "AVPlayerInterstitialEventNoCue")
    /// Before the primary item starts, at any start position.
    public static let joinCue = Cue(rawValue: "AVPlayerInterstitialEventJoinCue")
    /// When the primary item has played to its end, before the end is reported.
    public static let leaveCue = Cue(rawValue: "AVPlayerInterstitialEventLeaveCue")
  }

  /// Whether the current event can be skipped now.
  public enum SkippableEventState: Int, Sendable {
    /// It cannot be skipped, or no event is playing.
    case notSkippable = 0
    /// It can be skipped later.
    case notYetEligible = 1
    /// It can be skipped: show a skip button.
    case eligible = 2
    /// The time range in which it could be skipped is over.
    case noLongerEligible = 3
  }

  /// The representation of an event on a timeline.
  public enum TimelineOccupancy: Int, Sendable {
    /// A single point.
    case singlePoint = 0
    /// The duration of the event.
    case fill = 1
  }
}

/// The status of an event's asset list.
public enum AVPlayerInterstitialEventAssetListResponseStatus: Int, Sendable {
  /// The list is available.
  case available = 0
  /// The list was released, and is loaded again when the event plays again.
  case cleared = 1
  /// The list could not be loaded: the event is skipped.
  case unavailable = 2
}
