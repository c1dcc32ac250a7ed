import CoreMedia

/// What a player wants and does at one moment.
package struct SessionSnapshot: Sendable {
  package enum TimeControl: Sendable, Equatable { case paused, waiting(WaitingReason), playing }
  package enum WaitingReason: Sendable, Equatable {
    case toMinimizeStalls, evaluatingBufferingRate, noItemToPlay
    /// Something else is played at this place of the item.
    case interstitialEvent
  }

  /// Why a rate is not the one that was asked for any more.
  package enum RateCause: Sendable {
    /// Faster than a live stream comes there was nothing left to play.
    case reachedLiveEdge
    /// Backward there was nothing left of a live stream's window.
    case reachedWindowStart
  }

  /// The wanted rate: what was asked for, also while nothing moves yet.
  package var rate: Float = 0
  /// There where the session itself has set `rate` and it is not zero.
  package var rateCause: RateCause?
  package var timeControl = TimeControl.paused
  package var volume: Float = 1
  package var isMuted = false
  /// nil while no item is attached.
  package var item: EngineItem?
  /// How many commands that change what is wanted are counted in: an event's snapshot with a smaller number than the session's
  /// own is older than the last command.
  package var revision = 0
  package init() {}
}

/// Where a seek may land.
package struct SeekRequest: Sendable {
  package var time: CMTime
  /// `.positiveInfinity` on both sides: whatever is quickest, usually a keyframe before `time`. Zero: the picture that covers it.
  package var toleranceBefore: CMTime
  package var toleranceAfter: CMTime
  /// Returned in `SessionEvent.seekFinished`.
  package var identifier: Int

  /// Of a seek that the session itself wanted: nobody waits for it.
  static let ownIdentifier = Int.min

  package init(time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime, identifier: Int) {
    self.time = time
    self.toleranceBefore = toleranceBefore
    self.toleranceAfter = toleranceAfter
    self.identifier = identifier
  }
}

/// What happened, in order. The face takes them with `PlaybackSession.takeEvents()` after a wake-up.
package enum SessionEvent: Sendable {
  /// The session's snapshot changed to this.
  case sessionChanged(SessionSnapshot)
  /// The item's snapshot changed to this.
  case itemChanged(EngineItem, ItemSnapshot)
  /// `true` where this seek ended by itself; exactly once for every request.
  case seekFinished(identifier: Int, finished: Bool)
  /// `true` where playing could begin at once; exactly once for every request.
  case prerollFinished(identifier: Int, finished: Bool)
  /// The position stepped: a seek landed, an item started.
  case timeJumped(EngineItem, to: CMTime)
  /// Media did not come in time: the position stands until enough has come, and goes on by itself.
  case stalled(EngineItem)
  /// There is a new entry in the item's log: of what is fetched, of what went wrong.
  case logGrew(EngineItem, access: Bool, errors: Bool)
  /// The time of metadata has come for one of those who listen to the item's feed.
  case metadataDue(EngineItem, listener: Int, [TimedMetadata])
  /// Other metadata holds at the position than before.
  case metadataPresent(EngineItem, [TimedMetadata])
  case playedToEnd(EngineItem)
  case failedToPlayToEnd(EngineItem, MediaError)
  /// The document of a schedule has come, or could not be had.
  case scheduleAnswered(EngineItem, ScheduleAnswer)
  /// Something else is to be played soon.
  case interstitialNear(EngineItem, String)
  /// The item waits at this place until `endInterstitial` says that what is due was played.
  case interstitialDue(EngineItem, String, at: CMTime)
  /// What is played instead of the item is not wanted any more: somebody has seeked, or there is another item.
  case interstitialDropped(String)
  /// An observer's moment was reached while playing, or the position stepped, or playing started or stopped (periodic only).
  case observerFired(identifier: Int, time: CMTime)
}

/// When a time observer wants to be called.
package enum TimeObservation: Sendable {
  /// At multiples of the interval on the item's timeline, at jumps, and when playing starts or stops.
  case periodic(CMTime)
  /// When one of these is crossed while playing.
  case boundary([CMTime])
}

/// What becomes of playing when an item ends.
package enum EndAction: Sendable {
  case pause
  /// The position stays at the end, the rate as it is.
  case none
  /// The next item follows without a gap; without one the player has no item.
  case advance
}
