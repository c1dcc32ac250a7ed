import Foundation

/// Observes a player's interstitial events and which of them is playing.
///
/// Any number of monitors can observe one player; all of them have the same `interstitialPlayer`. Notifications are
/// posted on the main queue; their object is the monitor.
open class AVPlayerInterstitialEventMonitor: NSObject, InterstitialEventListing, @unchecked Sendable {
  // Sendable: immutable, except for the weak reference, which is only read.
  let controller: InterstitialPlaybackController
  private weak var player: AVPlayer?

  /// Creates a monitor of a player.
  public init(primaryPlayer: AVPlayer) {
    player = primaryPlayer
    controller = primaryPlayer.interstitialController()
    super.init()
    controller.add(self)
  }

  /// The player whose items are interrupted; nil once it has been released.
  open weak var primaryPlayer: AVPlayer? { player }

  /// The player that plays the events. Clients may observe it, pause it and seek it, within the event's restrictions;
  /// it follows the primary player's rate, volume and muting. Clients must not change its queue.
  open var interstitialPlayer: AVQueuePlayer { controller.player }

  /// The event that is playing; nil while the primary item plays.
  open var currentEvent: AVPlayerInterstitialEvent? { controller.currentEvent }

  /// Whether the current event can be skipped now, according to its `skipControlTimeRange`. Evaluated four times per
  /// second of media time.
  open var currentEventSkippableState: AVPlayerInterstitialEvent.SkippableEventState { controller.skippableState }

  /// The label of a skip button: the string of the controllers' `localizedStringsBundle` that the event refers to; nil
  /// if there is none.
  open var currentEventSkipControlLabel: String? { currentEvent.flatMap(controller.skipLabel) }

  // MARK: Notifications

  /// Posted when `currentEventSkippableState` changes.
  open class var currentEventSkippableStateDidChangeNotification: NSNotification.Name {
    NSNotification.Name("AVPlayerInterstitialEventMonitorCurrentEventSkippableStateDidChangeNotification")
  }

  /// Posted when an event is skipped (`skipCurrentEvent()`), before `interstitialEventDidFinishNotification`.
  open class var currentEventSkippedNotification: NSNotification.Name {
    NSNotification.Name("AVPlayerInterstitialEventMonitorCurrentEventSkippedNotification")
  }

  /// Posted when an event that has started ends: played, skipped, cancelled or left by a seek.
  open class var interstitialEventDidFinishNotification: NSNotification.Name {
    NSNotification.Name("AVPlayerInterstitialEventMonitorInterstitialEventDidFinishNotification")
  }

  /// Posted when a prepared event will not be played, or cannot be played.
  open class var interstitialEventWasUnscheduledNotification: NSNotification.Name {
    NSNotification.Name("AVPlayerInterstitialEventMonitorInterstitialEventWasUnscheduledNotification")
  }

  /// Posted when the events change: the client has set others, or a stream has declared others.
  open class var eventsDidChangeNotification: NSNotification.Name {
    NSNotification.Name("AVPlayerInterstitialEventMonitorEventsDidChangeNotification")
  }

  /// Posted when an event starts and when it ends.
  open class var currentEventDidChangeNotification: NSNotification.Name {
    NSNotification.Name("AVPlayerInterstitialEventMonitorCurrentEventDidChangeNotification")
  }

  /// Posted when a stream's schedule document has been loaded and its events apply, or when it could not be loaded or
  /// parsed. Posted once per schedule, including nested ones; no schedule is requested while events set by the client
  /// replace those of the stream.
  open class var scheduleRequestCompletedNotification: NSNotification.Name {
    NSNotification.Name("AVPlayerInterstitialEventMonitorScheduleRequestCompletedNotification")
  }

  /// Posted when an event's asset list has been loaded or could not be loaded.
  open class var assetListResponseStatusDidChangeNotification: NSNotification.Name {
    NSNotification.Name("AVPlayerInterstitialEventMonitorAssetListResponseStatusDidChangeNotification")
  }
}

/// The `events` property of monitors. A protocol extension, because a controller's `events` can be set to nil: it is a
/// separate property that no subclass could declare if the monitor class itself had it.
///
/// - Note: Not in Apple's API.
public protocol InterstitialEventListing {}

extension InterstitialEventListing where Self: AVPlayerInterstitialEventMonitor {
  /// All events of the player: those that the client has set, or else those of the current item's stream.
  public var events: [AVPlayerInterstitialEvent] { controller.events }
}

/// Sets the interstitial events of a player.
open class AVPlayerInterstitialEventController: AVPlayerInterstitialEventMonitor, @unchecked Sendable {
  // Sendable: as its superclass.

  /// Creates a controller of a player's events. All controllers of one player set the same events.
  public override init(primaryPlayer: AVPlayer) { super.init(primaryPlayer: primaryPlayer) }

  /// The player's events. Events that are set replace those of streams, for all items; they are copied. nil restores
  /// the events of the streams.
  open var events: [AVPlayerInterstitialEvent]! {
    get { controller.events }
    set { controller.setEvents(newValue) }
  }

  /// Ends the current event. Has no effect while no event is playing.
  ///
  /// - Parameter resumptionOffset: The offset from the event's time at which the primary item resumes; `.indefinite`
  ///   for the elapsed playback time of the event.
  open func cancelCurrentEvent(withResumptionOffset resumptionOffset: CMTime) {
    controller.cancel(resumptionOffset)
  }

  /// Skips the rest of the current event, regardless of its skippable state: other events at the same position are
  /// played. The primary item resumes as the event specifies. Has no effect while no event is playing.
  open func skipCurrentEvent() { controller.skip() }

  /// The bundle with the labels of skip buttons, shared by all controllers of a player.
  open var localizedStringsBundle: Bundle? {
    get { controller.texts.bundle }
    set { controller.texts.bundle = newValue }
  }

  /// The strings table of `localizedStringsBundle`; nil for `Localizable`.
  open var localizedStringsTableName: String? {
    get { controller.texts.table }
    set { controller.texts.table = newValue }
  }
}
