import CoreMedia
import PlayheadClock
import PlayheadItems
import PlayheadPipeline
import PlayheadRoutes
import Synchronization

/// The playback session of one player. All calls return at once: they post a command to the session's loop and update
/// the requested values in the snapshot. Results arrive as events after a wake-up.
package final class PlaybackSession: Sendable {
  /// The command queue, the snapshot and the events. The loop's thread references it until the loop has ended.
  private let shared: SessionShared
  /// The thread of the session's loop. It does not reference the session, so that the last reference can end playback.
  private let thread: EngineThread

  /// `wake` is called on the session's thread after events were added. It should only wake the thread that takes them.
  package init(environment: PlaybackEnvironment = .current, wake: @escaping @Sendable () -> Void) {
    let shared = SessionShared(environment: environment, wake: wake)
    self.shared = shared
    thread = EngineThread("playhead.session", clock: environment.clock) { SessionLoop(shared).run() }
  }

  /// The last reference ends playback. Callers that need to know that every thread has ended call `close`.
  deinit { shared.post(.close) }

  /// The requested and the actual state, including every command posted so far.
  package var snapshot: SessionSnapshot { shared.snapshot }

  /// The current position. Never blocks.
  package func currentTime() -> CMTime { shared.currentTime() }

  /// The position of an item; the one at which the session has left it if the client has not been notified yet.
  package func currentTime(of item: EngineItem) -> CMTime { shared.currentTime(of: item) }

  /// The position at another host time; nil while no item is attached.
  ///
  /// - Parameter host: A time of the environment's clock, in the past or in the future.
  package func itemTime(at host: HostTime) -> CMTime? { shared.itemTime(at: host) }

  /// Takes the events since the last call, oldest first.
  package func takeEvents() -> [SessionEvent] { shared.takeEvents() }

  /// Replaces the item. The rate stays. Like the other setters it returns the revision of the snapshot that includes
  /// this command.
  @discardableResult
  package func setItem(_ item: EngineItem?) -> Int {
    shared.withSnapshot {
      $0.item = item
      return .setItem(item)
    }
  }

  /// Sets the requested rate; 0 pauses.
  @discardableResult
  package func setRate(_ rate: Float) -> Int {
    shared.withSnapshot {
      $0.rate = rate
      $0.rateCause = nil
      return .setRate(rate)
    }
  }

  /// Sets the requested rate, and anchors a time of the item to a host time. A time that is not numeric stands for the
  /// current one.
  @discardableResult
  package func setRate(_ rate: Float, time: CMTime, atHostTime host: CMTime) -> Int {
    shared.withSnapshot {
      $0.rate = rate
      $0.rateCause = nil
      return .setAnchoredRate(rate, time: time, host: host)
    }
  }

  /// Sets the clock that drives items; nil for the audio device, or the host clock where there is no audio.
  package func setSourceClock(_ clock: CMClock?) { shared.post(.setSourceClock(clock)) }

  /// Prepares playback at a rate. A newer request, or a change of the rate, completes an unfinished one with `finished:
  /// false`.
  ///
  /// - Parameters:
  ///   - rate: The rate to prepare for. 0 stands for 1.
  ///   - identifier: Returned in `SessionEvent.prerollFinished`, once for each call.
  package func preroll(for rate: Float, identifier: Int) { shared.post(.preroll(rate, identifier)) }
  /// Completes an unfinished preroll with `finished: false`.
  package func cancelPrerolls() { shared.post(.cancelPrerolls) }

  /// The largest volume, which amplifies quiet audio.
  package static let loudest: Float = 1.5

  /// Sets the volume, clamped to 0…1.5; NaN counts as 0. The output reaches it within 10 ms. Returns the revision.
  @discardableResult
  package func setVolume(_ volume: Float) -> Int {
    let clamped = volume.isNaN ? 0 : max(0, min(Self.loudest, volume))
    return shared.withSnapshot {
      $0.volume = clamped
      return .setVolume(clamped)
    }
  }

  /// Mutes or unmutes the audio. The volume is unaffected. Returns the revision.
  @discardableResult
  package func setMuted(_ isMuted: Bool) -> Int {
    shared.withSnapshot {
      $0.isMuted = isMuted
      return .setMuted(isMuted)
    }
  }

  /// Sets the audio device, as its server names it; nil for the system default, which is also the fallback for an
  /// unavailable device.
  package func setAudioDevice(_ identifier: String?) { shared.post(.setAudioDevice(identifier)) }

  /// Adapts the rate to the display, by at most half a percent, so that frames and refreshes keep in step. The
  /// requested rate stays.
  package func setAdaptsToDisplay(_ adapts: Bool) { shared.post(.setAdaptsToDisplay(adapts)) }

  /// Plays items on a renderer in place of this computer, from the current position on; nil: on this computer again.
  package func setRenderer(_ renderer: (any RemoteRenderer)?) { shared.post(.setRenderer(renderer)) }

  /// Sets the item that follows the current one where the end action is `.advance`. It is prepared before the current
  /// item ends.
  package func setNextItem(_ item: EngineItem?) { shared.post(.setNextItem(item)) }

  /// The track selection of an item was changed while the session has it. Playback follows without interruption.
  package func trackSelectionChanged(of item: EngineItem) { shared.post(.trackSelectionChanged(item)) }

  /// The end times of an item were changed while the session has it.
  package func boundsChanged(of item: EngineItem) { shared.post(.boundsChanged(item)) }

  /// Whether playback that has stalled resumes by itself as soon as enough media is buffered; otherwise the rate falls
  /// to 0 on a stall.
  package func setWaitsToMinimizeStalling(_ waits: Bool) { shared.post(.setWaits(waits)) }

  /// Resumes with the buffered media, if any, while waiting for more.
  package func playNow() { shared.post(.playNow) }

  /// Sets the action at the end of an item.
  package func setEndAction(_ action: EndAction) { shared.post(.setEndAction(action)) }

  /// Starts a seek. A newer request completes an unfinished one with `finished: false`.
  package func seek(_ request: SeekRequest) { shared.post(.seek(request)) }
  /// Completes pending seeks with `finished: false`.
  package func cancelPendingSeeks() { shared.post(.cancelSeeks) }

  /// Steps a paused item by frames: +1 shows the next one, −1 the previous one. Ignored during playback.
  package func step(by count: Int) { shared.post(.step(count)) }

  /// Adds a time observer. `identifier` is returned in `observerFired`.
  package func addObserver(_ observation: TimeObservation, identifier: Int) {
    shared.post(.addObserver(observation, identifier))
  }
  /// Removes a time observer.
  package func removeObserver(_ identifier: Int) { shared.post(.removeObserver(identifier)) }

  /// The interstitials of an item were changed while the session has it.
  package func interstitialsChanged(of item: EngineItem) { shared.post(.interstitialsChanged(item)) }
  /// The interstitial that was due has played, or failed. The item resumes `offset` after its position.
  package func endInterstitial(_ id: String, offset: CMTime, failures: [MediaError] = []) {
    shared.post(.endInterstitial(id, offset: offset, failures: failures))
  }
  /// Redirects the sinks of this session to another one during an interstitial. The other session outlives it.
  package func redirectSinks(to other: PlaybackSession) { shared.post(.redirectSinks(other)) }

  /// Attaches a sink. Every attached sink shows the frames.
  package func attach(_ sink: any VideoSink) { shared.attach(sink) }
  /// Detaches a sink. After it has returned nothing more is presented to the sink. Waits for a call of the sink in
  /// progress, never for the session.
  package func detach(_ sink: any VideoSink) { shared.detach(sink) }

  /// Ends playback and waits until every thread of the session has ended.
  package func close() {
    shared.post(.close)
    thread.join()
  }
}

extension PlaybackSession: VideoSinkHost {}
