import CoreMedia
import PlayheadFFmpeg
import Synchronization

/// One player's life. All calls return at once: they leave a command for the session's loop and change the wanted part of the
/// snapshot; what follows comes up as events after a wake-up.
package final class PlaybackSession: Sendable {
  private let shared: SessionShared
  private let thread: EngineThread

  /// `wake` is called on the session's thread after events were added. It should only wake whoever takes them.
  package init(environment: PlaybackEnvironment = .current, wake: @escaping @Sendable () -> Void) {
    let shared = SessionShared(environment: environment, wake: wake)
    self.shared = shared
    thread = EngineThread("playhead.session", clock: environment.clock) { SessionLoop(shared).run() }
  }

  /// The last reference ends playing. Whoever needs to know that every thread has ended calls `close`.
  deinit { shared.post(.close) }

  /// What is wanted and what happens, with every command given so far counted in.
  package var snapshot: SessionSnapshot { shared.snapshot }

  /// The position. Never waits.
  package func currentTime() -> CMTime { shared.currentTime() }

  /// The position at another moment; nil while no item is attached.
  package func itemTime(at host: HostTime) -> CMTime? { shared.itemTime(at: host) }

  /// Takes the events since the last call, oldest first.
  package func takeEvents() -> [SessionEvent] { shared.takeEvents() }

  /// Replaces what plays. The rate stays. Like the other setters it returns the snapshot's revision with this command counted in.
  @discardableResult
  package func setItem(_ item: EngineItem?) -> Int {
    shared.withSnapshot {
      $0.item = item
      return .setItem(item)
    }
  }

  /// The wanted rate; 0 pauses.
  @discardableResult
  package func setRate(_ rate: Float) -> Int {
    shared.withSnapshot {
      $0.rate = rate
      $0.rateCause = nil
      return .setRate(rate)
    }
  }

  /// The wanted rate, and which time of the item it is to be at which moment of the host's clock; times that are no numbers stand for
  /// the present ones.
  @discardableResult
  package func setRate(_ rate: Float, time: CMTime, atHostTime host: CMTime) -> Int {
    shared.withSnapshot {
      $0.rate = rate
      $0.rateCause = nil
      return .setTiedRate(rate, time: time, host: host)
    }
  }

  /// What moves items while they play; nil: the sound device, or the host's clock where there is no sound.
  package func setSourceClock(_ clock: CMClock?) { shared.post(.setSourceClock(clock)) }

  /// Gets everything ready for a rate. A newer request, and any other rate, end one that is not done with `finished: false`.
  package func preroll(for rate: Float, identifier: Int) { shared.post(.preroll(rate, identifier)) }
  package func cancelPrerolls() { shared.post(.cancelPrerolls) }

  @discardableResult
  package func setVolume(_ volume: Float) -> Int {
    let clamped = volume.isNaN ? 0 : max(0, min(1, volume))
    return shared.withSnapshot {
      $0.volume = clamped
      return .setVolume(clamped)
    }
  }

  @discardableResult
  package func setMuted(_ isMuted: Bool) -> Int {
    shared.withSnapshot {
      $0.isMuted = isMuted
      return .setMuted(isMuted)
    }
  }

  /// The device that is heard, as its server calls it; nil for the one that the system has chosen, which also stands in for one
  /// that is not there.
  package func setAudioDevice(_ identifier: String?) { shared.post(.setAudioDevice(identifier)) }

  /// What is to follow the present item where the end action is `.advance`: it is got ready before the present one ends.
  package func setNextItem(_ item: EngineItem?) { shared.post(.setNextItem(item)) }

  /// The choice of tracks of an item was changed while the session has it. What plays follows without a stop.
  package func choiceChanged(of item: EngineItem) { shared.post(.choiceChanged(item)) }

  /// The end times of an item were changed while the session has it.
  package func boundsChanged(of item: EngineItem) { shared.post(.boundsChanged(item)) }

  /// Whether playing that has run out of media goes on by itself as soon as enough has come; else the rate falls to 0 there.
  package func setWaitsToMinimizeStalling(_ waits: Bool) { shared.post(.setWaits(waits)) }

  /// Goes on with what is at hand, if that is anything, where it waits for more.
  package func playNow() { shared.post(.playNow) }

  package func setEndAction(_ action: EndAction) { shared.post(.setEndAction(action)) }

  /// A newer request ends an older one that has not landed with `finished: false`.
  package func seek(_ request: SeekRequest) { shared.post(.seek(request)) }
  package func cancelPendingSeeks() { shared.post(.cancelSeeks) }

  /// Moves a paused item by pictures: +1 shows the next one, −1 the one before.
  package func step(by count: Int) { shared.post(.step(count)) }

  /// `identifier` comes back in `observerFired`.
  package func addObserver(_ observation: TimeObservation, identifier: Int) {
    shared.post(.addObserver(observation, identifier))
  }
  package func removeObserver(_ identifier: Int) { shared.post(.removeObserver(identifier)) }

  /// What is to be played at which place of an item was changed while the session has it.
  package func interstitialsChanged(of item: EngineItem) { shared.post(.interstitialsChanged(item)) }
  /// What was due was played, or could not be. The item goes on `offset` after where it stands.
  package func endInterstitial(_ id: String, offset: CMTime, failures: [MediaError] = []) {
    shared.post(.endInterstitial(id, offset: offset, failures: failures))
  }
  /// While something else is played the sinks of this session show the pictures of another one, which outlives that.
  package func lendPictures(to other: PlaybackSession) { shared.post(.lendPictures(other)) }

  /// Pictures go to every attached sink.
  package func attach(_ sink: any VideoSink) { shared.attach(sink) }
  /// After `detach` has returned nothing more is presented to the sink. Waits for a call of the sink that is under way,
  /// never for the session.
  package func detach(_ sink: any VideoSink) { shared.detach(sink) }

  /// Ends playing and waits until every thread of the session has ended.
  package func close() {
    shared.post(.close)
    thread.join()
  }
}
