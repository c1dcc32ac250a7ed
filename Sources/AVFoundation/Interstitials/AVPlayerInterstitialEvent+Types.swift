import Foundation

extension AVPlayerInterstitialEvent {
  /// What may not be done about an event.
  public struct Restrictions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// A seek from before the event to after it ends at the event, as long as it was not played; while it is played the primary item
    /// cannot be seeked forward.
    public static var constrainsSeekingForwardInPrimaryContent: Restrictions { Restrictions(rawValue: 1) }

    /// While it is played the interstitial player plays no faster than at its `defaultRate`, seeks only backward and passes over no item.
    public static var requiresPlaybackAtPreferredRateForAdvancement: Restrictions { Restrictions(rawValue: 4) }
  }

  /// Where an event is played, if not at its time.
  public struct Cue: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// At its time or date.
    public static let noCue = Cue(rawValue: "AVPlayerInterstitialEventNoCue")
    /// Before the primary item begins, wherever that is.
    public static let joinCue = Cue(rawValue: "AVPlayerInterstitialEventJoinCue")
    /// When the primary item was played to its end, before that is told.
    public static let leaveCue = Cue(rawValue: "AVPlayerInterstitialEventLeaveCue")
  }

  /// Whether the event that is played may be skipped now.
  public enum SkippableEventState: Int, Sendable {
    /// It may not be skipped, or none is played.
    case notSkippable = 0
    /// It may be skipped later.
    case notYetEligible = 1
    /// It may be skipped: a button belongs on the screen.
    case eligible = 2
    /// The time in which it might have been skipped is over.
    case noLongerEligible = 3
  }

  /// How a program that draws a timeline may show an event.
  public enum TimelineOccupancy: Int, Sendable {
    /// As a point.
    case singlePoint = 0
    /// As long as it lasts.
    case fill = 1
  }
}

/// What has become of the list of assets of an event.
public enum AVPlayerInterstitialEventAssetListResponseStatus: Int, Sendable {
  /// It is there.
  case available = 0
  /// It is no longer kept, and fetched anew when the event is played again.
  case cleared = 1
  /// It could not be had: the event is passed over.
  case unavailable = 2
}
