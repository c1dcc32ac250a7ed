import Foundation
import PlayheadEngine

/// Shows which interstitial events a player has and which of them is played.
///
/// Any number of monitors look at the same player; all of them have the same `interstitialPlayer`. Notifications are posted on the main
/// queue; their object is the monitor.
open class AVPlayerInterstitialEventMonitor: NSObject, InterstitialEventListing, @unchecked Sendable {
  // Sendable: everything is immutable, but the weak reference, which is only read.
  let conductor: InterstitialConductor
  private weak var player: AVPlayer?

  /// A monitor of a player.
  public init(primaryPlayer: AVPlayer) {
    player = primaryPlayer
    conductor = primaryPlayer.interstitialConductor()
    super.init()
    conductor.add(self)
  }

  /// The player whose items are interrupted; nil when it is gone.
  open weak var primaryPlayer: AVPlayer? { player }

  /// What plays events. A program may look at it, pause it and seek in it, as far as the event's restrictions allow; it follows the
  /// primary player's rate, volume and muting. Its queue is not the program's to change.
  open var interstitialPlayer: AVQueuePlayer { conductor.player }

  /// The event that is played now; nil while the primary item plays.
  open var currentEvent: AVPlayerInterstitialEvent? { conductor.currentEvent }

  /// Whether the event that is played may be skipped now, as its `skipControlTimeRange` says. Looked at four times a second of it.
  open var currentEventSkippableState: AVPlayerInterstitialEvent.SkippableEventState { conductor.skippableState }

  /// What a button that skips the event is to say: the text of the controllers' `localizedStringsBundle` that the event names; nil
  /// where there is none.
  open var currentEventSkipControlLabel: String? { currentEvent.flatMap(conductor.skipLabel) }

  // MARK: Notifications

  /// Posted when `currentEventSkippableState` has changed.
  open class var currentEventSkippableStateDidChangeNotification: NSNotification.Name {
    NSNotification.Name("AVPlayerInterstitialEventMonitorCurrentEventSkippableStateDidChangeNotification")
  }

  /// Posted when an event was skipped (`skipCurrentEvent()`), before it is told that it is over.
  open class var currentEventSkippedNotification: NSNotification.Name {
    NSNotification.Name("AVPlayerInterstitialEventMonitorCurrentEventSkippedNotification")
  }

  /// Posted when an event that has begun is over: played, skipped, cancelled or left by a seek.
  open class var interstitialEventDidFinishNotification: NSNotification.Name {
    NSNotification.Name("AVPlayerInterstitialEventMonitorInterstitialEventDidFinishNotification")
  }

  /// Posted when an event that was got ready is not to be played any more, or cannot be.
  open class var interstitialEventWasUnscheduledNotification: NSNotification.Name {
    NSNotification.Name("AVPlayerInterstitialEventMonitorInterstitialEventWasUnscheduledNotification")
  }

  /// Posted when the events have changed: a program has set others, or a stream has told of others.
  open class var eventsDidChangeNotification: NSNotification.Name {
    NSNotification.Name("AVPlayerInterstitialEventMonitorEventsDidChangeNotification")
  }

  /// Posted when an event begins to be played, and when it is over.
  open class var currentEventDidChangeNotification: NSNotification.Name {
    NSNotification.Name("AVPlayerInterstitialEventMonitorCurrentEventDidChangeNotification")
  }

  /// Posted when the document of a schedule that a stream names has come and its events count, or could not be had or understood. Once
  /// for each schedule, also for those within another one; nothing is asked while a program's own events take the place of the
  /// stream's.
  open class var scheduleRequestCompletedNotification: NSNotification.Name {
    NSNotification.Name("AVPlayerInterstitialEventMonitorScheduleRequestCompletedNotification")
  }

  /// Posted when the list of assets of an event has come, or could not be had.
  open class var assetListResponseStatusDidChangeNotification: NSNotification.Name {
    NSNotification.Name("AVPlayerInterstitialEventMonitorAssetListResponseStatusDidChangeNotification")
  }
}

/// What monitors and controllers have in common. A controller's `events` may be set to nil, so that it has a property of its own, which
/// no subclass of a class with the monitor's could declare.
public protocol InterstitialEventListing {}

extension InterstitialEventListing where Self: AVPlayerInterstitialEventMonitor {
  /// Every event of the player: those that a program has set, else those of the present item's stream.
  public var events: [AVPlayerInterstitialEvent] { conductor.events }
}

/// Sets which interstitial events a player has.
open class AVPlayerInterstitialEventController: AVPlayerInterstitialEventMonitor, @unchecked Sendable {
  // Sendable: as its superclass.

  /// A controller of a player's events. All controllers of one player set the same events.
  public override init(primaryPlayer: AVPlayer) { super.init(primaryPlayer: primaryPlayer) }

  /// The player's events. Set, they take the place of those that streams tell, for all items; they are copied. With nil those of the
  /// streams are back.
  open var events: [AVPlayerInterstitialEvent]! {
    get { conductor.events }
    set { conductor.setEvents(newValue) }
  }

  /// Ends the event that is played. Nothing happens while none is.
  ///
  /// - Parameter resumptionOffset: How far after the event's time the primary item goes on; `.indefinite` for as far as playing has
  ///   taken so far.
  open func cancelCurrentEvent(withResumptionOffset resumptionOffset: CMTime) {
    conductor.cancel(resumptionOffset)
  }

  /// Leaves out the rest of the event that is played, whether or not it may be skipped: others at the same place are played. The
  /// primary item goes on as the event says. Nothing happens while none is played.
  open func skipCurrentEvent() { conductor.skip() }

  /// Texts for buttons that skip events; all controllers of one player have the same.
  open var localizedStringsBundle: Bundle? {
    get { conductor.texts.bundle }
    set { conductor.texts.bundle = newValue }
  }

  /// The table of `localizedStringsBundle` that has the texts; nil for `Localizable`.
  open var localizedStringsTableName: String? {
    get { conductor.texts.table }
    set { conductor.texts.table = newValue }
  }
}
