import Foundation
import PlayheadEngine

// What the public methods have in common.
extension AVPlayer {
  /// Changes the state and tells observers: at once where clients are called, else in turn.
  ///
  /// - Parameters:
  ///   - command: Tells the session what is wanted, from the state as it is after the change; returns the number of its command,
  ///     nil if it gave none. It is given in one step with the change, so that no event which follows from it finds the old state.
  ///   - reason: Why the rate changes, if it does.
  ///   - isRefusal: Whether the rate stays and that is to be told.
  nonisolated func update(
    sending command: ((PlayerState) -> Int?)? = nil, reason: RateDidChangeReason? = nil, isRefusal: Bool = false,
    _ change: (inout PlayerState) -> Void
  ) {
    let isHere = core.delivery.isHere
    if isHere {
      announcePending()
      let old = state.withLock { $0 }
      var new = old
      change(&new)
      KeyValueChanges.willChange(new.changes(since: old), of: self)
    }
    var isFirstPending = false
    let announcement = state.withLock { state in
      let old = state
      change(&state)
      if let revision = command?(state) { state.revision = revision }
      var announcement = PlayerAnnouncement(keys: state.changes(since: old))
      if state.rate != old.rate || isRefusal { announcement.rateReason = .some(reason) }
      if !isHere { isFirstPending = state.addPending(announcement) }
      return announcement
    }
    guard !announcement.isEmpty else { return }
    defer { conductorIfAny?.follow(self) }
    if isHere {
      KeyValueChanges.didChange(announcement.keys, of: self)
      postRateChange(announcement)
    } else if isFirstPending {
      core.delivery.later { [weak self] in self?.announcePending() }
    }
  }

  /// Tells what was changed elsewhere. Runs where clients are called, before anything that came later is told.
  nonisolated func announcePending() {
    let pending = state.withLock { state in
      defer { state.pending = [] }
      return state.pending
    }
    for announcement in pending {
      KeyValueChanges.willChange(announcement.keys, of: self)
      KeyValueChanges.didChange(announcement.keys, of: self)
      postRateChange(announcement)
    }
  }

  nonisolated private func postRateChange(_ announcement: PlayerAnnouncement) {
    guard let reason = announcement.rateReason else { return }
    NotificationCenter.default.post(
      name: Self.rateDidChangeNotification, object: self, userInfo: reason.map { [Self.rateDidChangeReasonKey: $0] })
  }

  nonisolated func setRate(_ rate: Float, reason: RateDidChangeReason, sending command: (() -> Int)? = nil) {
    var hasTurned = false
    update(
      sending: { [session] _ in command?() ?? session.setRate(rate) }, reason: reason,
      isRefusal: reason == .setRateFailed
    ) {
      hasTurned = hasTurned || (rate != 0 && $0.isBackward != (rate < 0))
      $0.expect(rate: rate, item: $0.item)
    }
    if hasTurned { currentItem?.flushOutputs() }
  }

  nonisolated func attach(_ item: AVPlayerItem?) {
    let old = state.withLock { $0.item }
    guard item !== old else { return }
    item?.claim(for: self)
    old?.detach(from: self, at: session.currentTime())
    item?.becomeCurrent()
    if item != nil { becomeReady() }
    update(sending: sendHead) {
      $0.expect(rate: $0.rate, item: item)
      $0.isHeadReached = false
    }
    begin(item)
  }

  /// What follows when another item has become current by the program's will.
  nonisolated func begin(_ item: AVPlayerItem?) {
    guard let item else { return }
    if let seek = item.takePendingSeek() { startSeek(seek.target, seek.handler) }
  }

  /// The first item was given to the player. Called before the session knows of it, so that this is told before all that follows.
  nonisolated func becomeReady() {
    guard state.withLock({ $0.status }) == .unknown else { return }
    core.delivery.later { [weak self] in self?.update { $0.status = .readyToPlay } }
  }

  nonisolated func startSeek(_ target: SeekTarget, _ completionHandler: ((Bool) -> Void)?) {
    let number = core.seeks.open(SeekLedger.handler(completionHandler))
    guard mayAdvance || target.time <= currentTime() else {
      return core.delivery.nowOrLater { [core] in core.seeks.close(number)?(false) }
    }
    session.seek(
      SeekRequest(
        time: target.time, toleranceBefore: target.toleranceBefore, toleranceAfter: target.toleranceAfter,
        identifier: number))
  }

  nonisolated func addTimeObserver(
    _ observation: TimeObservation, _ queue: DispatchQueue?, _ block: @escaping (CMTime) -> Void
  ) -> Any {
    // Sendable: called on one serial queue, as the documentation asks.
    nonisolated(unsafe) let call = block
    let observer = TimeObserver(queue: core.delivery.serves(queue) ? nil : queue) { call($0) }
    let identifier = core.timeObservers.add(observer)
    session.addObserver(observation, identifier: identifier)
    return TimeObserverToken(identifier: identifier, player: self)
  }

  /// Returns whether there was one with this number.
  @discardableResult
  nonisolated func endTimeObserver(_ identifier: Int) -> Bool {
    guard let observer = core.timeObservers.remove(identifier) else { return false }
    session.removeObserver(identifier)
    observer.end()
    return true
  }
}
