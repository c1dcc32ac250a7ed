import CoreMedia
import PlayheadItems
import PlayheadRoutes

/// The requested and the actual state of a player at one moment.
package struct SessionSnapshot: Sendable {
  /// Whether the player is paused, waiting or playing.
  package enum TimeControl: Sendable, Equatable { case paused, waiting(WaitingReason), playing }
  /// The reason for waiting.
  package enum WaitingReason: Sendable, Equatable {
    /// Media is being buffered or a seek is in progress; the item is being opened; there is no item.
    case toMinimizeStalls, evaluatingBufferingRate, noItemToPlay
    /// An interstitial plays at this position of the item.
    case interstitialEvent
  }

  /// Why the session has replaced the requested rate.
  package enum RateCause: Sendable {
    /// Playback faster than real time has reached the edge of a live stream.
    case reachedLiveEdge
    /// Reverse playback has reached the start of a live stream's window.
    case reachedWindowStart
  }

  /// The requested rate, also while nothing moves yet.
  package var rate: Float = 0
  /// The cause, if the session itself has set `rate` and it is not zero.
  package var rateCause: RateCause?
  /// Whether the player is paused, waiting or playing.
  package var timeControl = TimeControl.paused
  /// The volume, from 0 to 1.
  package var volume: Float = 1
  /// Whether audio is muted.
  package var isMuted = false
  /// nil while no item is attached.
  package var item: EngineItem?
  /// The number of client commands that the snapshot includes. An event's snapshot with a smaller number than the
  /// session's own is older than the last command.
  package var revision = 0
  /// Paused at full volume, without an item.
  package init() {}
}

/// A seek: its target and tolerances.
package struct SeekRequest: Sendable {
  /// The target.
  package var time: CMTime
  /// `.positiveInfinity` on both sides: the fastest result, usually a keyframe before `time`. Zero: the frame that
  /// covers it.
  package var toleranceBefore: CMTime
  /// The tolerance after `time`.
  package var toleranceAfter: CMTime
  /// Returned in `SessionEvent.seekFinished`.
  package var identifier: Int

  /// The identifier of the session's own seeks, whose completion is not reported.
  static let ownIdentifier = Int.min

  /// Creates a request.
  package init(time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime, identifier: Int) {
    self.time = time
    self.toleranceBefore = toleranceBefore
    self.toleranceAfter = toleranceAfter
    self.identifier = identifier
  }
}

/// The events of a session, in order. Clients take them with `PlaybackSession.takeEvents()` after a wake-up.
package enum SessionEvent: Sendable {
  /// The session's snapshot changed to this.
  case sessionChanged(SessionSnapshot)
  /// The item's snapshot changed to this.
  case itemChanged(EngineItem, ItemSnapshot)
  /// `true` if this seek reached its target; exactly once for every request.
  case seekFinished(identifier: Int, finished: Bool)
  /// `true` if playback can start at once; exactly once for every request.
  case prerollFinished(identifier: Int, finished: Bool)
  /// The position jumped: a seek completed, an item started.
  case timeJumped(EngineItem, to: CMTime)
  /// Media did not arrive in time: the position stops until enough is buffered, and resumes by itself.
  case stalled(EngineItem)
  /// The item's access log or error log has new entries.
  case logGrew(EngineItem, access: Bool, errors: Bool)
  /// Timed metadata is due for a listener of the item's feed.
  case metadataDue(EngineItem, listener: Int, [TimedMetadata])
  /// The set of metadata that is valid at the position has changed.
  case metadataPresent(EngineItem, [TimedMetadata])
  /// The item has played to its end, or in reverse to its start.
  case playedToEnd(EngineItem)
  /// The item ended before the end that its index declares, or it failed after it was ready to play.
  case failedToPlayToEnd(EngineItem, MediaError)
  /// The document of a schedule has arrived, or could not be loaded.
  case scheduleLoaded(EngineItem, ScheduleLoadResult)
  /// An interstitial is due soon.
  case interstitialNear(EngineItem, String)
  /// An interstitial is due: the item waits at this time until `endInterstitial` reports its end.
  case interstitialDue(EngineItem, String, at: CMTime)
  /// The interstitial is cancelled because of a seek or another item.
  case interstitialDropped(String)
  /// A device has failed to play items in place of this computer, which plays again.
  case externalPlaybackFailed(PlaybackRoute, MediaError)
  /// An observer's time was reached during playback, or the position jumped, or playback started or stopped (periodic
  /// only).
  case observerFired(identifier: Int, time: CMTime)
}

/// The action at the end of an item.
package enum EndAction: Sendable {
  /// The rate becomes 0 and the position stays at the end.
  case pause
  /// The position stays at the end, the rate as it is.
  case none
  /// The next item follows without a gap; if there is none, the player has no item.
  case advance
}
