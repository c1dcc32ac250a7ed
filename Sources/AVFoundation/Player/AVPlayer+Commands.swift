import Foundation
import PlayheadEngine
import Synchronization

// The common implementation of the public methods.
extension AVPlayer {
  /// Changes the state and notifies observers: immediately on the delivery queue, otherwise in order.
  ///
  /// - Parameters:
  ///   - command: Sends a command to the session, based on the state after the change; returns its revision, or nil
  ///     without a command. It is sent atomically with the change, so that resulting events do not find the old state.
  ///   - reason: The reason for a rate change.
  ///   - isRefusal: Whether to report a rate request although the rate is unchanged.
  ///   - repeated: A property that observers receive even if its value is unchanged.
  nonisolated func update(
    sending command: ((PlayerState) -> Int?)? = nil, reason: RateDidChangeReason? = nil, isRefusal: Bool = false,
    repeating repeated: ObservableKey? = nil, _ change: (inout PlayerState) -> Void
  ) {
    let isHere = core.delivery.isHere
    if isHere {
      announcePending()
      let old = state.withLock { $0 }
      var new = old
      change(&new)
      KeyValueChanges.willChange(new.announcement(since: old, repeating: repeated).allKeys, of: self)
    }
    var isFirstPending = false
    let announcement = state.withLock { state in
      let old = state
      change(&state)
      if let revision = command?(state) { state.revision = revision }
      var announcement = state.announcement(since: old, repeating: repeated)
      if state.rate != old.rate || isRefusal { announcement.rateReason = .some(reason) }
      if !isHere { isFirstPending = state.addPending(announcement) }
      return announcement
    }
    guard !announcement.isEmpty else { return }
    defer { if announcement.isChange { interstitialControllerIfAny?.follow(self) } }
    if isHere {
      announceDidChange(announcement)
    } else if isFirstPending {
      core.delivery.later { [weak self] in self?.announcePending() }
    }
  }

  /// Announces changes made on other threads. Runs on the delivery queue, before later events are reported.
  nonisolated func announcePending() {
    let pending = state.withLock { state in
      defer { state.pending = [] }
      return state.pending
    }
    for announcement in pending {
      KeyValueChanges.willChange(announcement.allKeys, of: self)
      announceDidChange(announcement)
    }
  }

  nonisolated private func announceDidChange(_ announcement: PlayerAnnouncement) {
    KeyValueChanges.didChange(announcement.keys, of: self)
    KeyValueChanges.didChange(announcement.repeatedKeys, of: self, isRepeated: true)
    postRateChange(announcement)
  }

  nonisolated private func postRateChange(_ announcement: PlayerAnnouncement) {
    guard let reason = announcement.rateReason else { return }
    NotificationCenter.default.post(
      name: Self.rateDidChangeNotification, object: self, userInfo: reason.map { [Self.rateDidChangeReasonKey: $0] })
  }

  nonisolated func setRate(
    _ rate: Float, reason: RateDidChangeReason, repeating repeated: ObservableKey? = nil,
    sending command: (() -> Int)? = nil
  ) {
    var hasTurned = false
    update(
      sending: { [session] _ in command?() ?? session.setRate(rate) }, reason: reason,
      isRefusal: reason == .setRateFailed, repeating: repeated
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

  /// Starts the pending seek of an item that has become current by a client's call.
  nonisolated func begin(_ item: AVPlayerItem?) {
    guard let item else { return }
    if let seek = item.takePendingSeek() { startSeek(seek.target, seek.handler) }
  }

  /// Makes the player ready after its first item. Called before the session has the item, so that this is reported
  /// before all that follows.
  nonisolated func becomeReady() {
    guard state.withLock({ $0.status }) == .unknown else { return }
    core.delivery.later { [weak self] in self?.update { $0.status = .readyToPlay } }
  }

  nonisolated func startSeek(_ target: SeekTarget, _ completionHandler: ((Bool) -> Void)?) {
    let number = core.seeks.open(CompletionHandlerRegistry.handler(completionHandler))
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
    // Sendable: called on one serial queue, as the documentation requires.
    nonisolated(unsafe) let call = block
    let observer = TimeObserver(queue: core.delivery.serves(queue) ? nil : queue) { call($0) }
    let identifier = core.timeObservers.add(observer)
    session.addObserver(observation, identifier: identifier)
    return TimeObserverToken(identifier: identifier, player: self)
  }

  /// Removes a time observer. Returns whether it existed.
  @discardableResult
  nonisolated func endTimeObserver(_ identifier: Int) -> Bool {
    guard let observer = core.timeObservers.remove(identifier) else { return false }
    session.removeObserver(identifier)
    observer.end()
    return true
  }
}
