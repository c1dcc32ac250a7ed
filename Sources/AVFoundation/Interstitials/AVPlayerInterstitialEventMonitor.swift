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

  // MARK: Notifications

  /// Posted when the events have changed: a program has set others, or a stream has told of others.
  open class var eventsDidChangeNotification: NSNotification.Name {
    NSNotification.Name("AVPlayerInterstitialEventMonitorEventsDidChangeNotification")
  }

  /// Posted when an event begins to be played, and when it is over.
  open class var currentEventDidChangeNotification: NSNotification.Name {
    NSNotification.Name("AVPlayerInterstitialEventMonitorCurrentEventDidChangeNotification")
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
}
