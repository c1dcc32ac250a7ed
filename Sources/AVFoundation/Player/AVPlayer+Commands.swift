import Foundation
import PlayheadEngine

// What the public methods have in common.
extension AVPlayer {
  /// Changes the state and tells observers: at once where clients are called, else in turn.
  nonisolated func update(_ change: @escaping @Sendable (inout PlayerState) -> Void) {
    let isHere = core.delivery.isHere
    if isHere {
      let old = state.withLock { $0 }
      var new = old
      change(&new)
      KeyValueChanges.willChange(new.changes(since: old), of: self)
    }
    let keys = state.withLock { state in
      let old = state
      change(&state)
      return state.changes(since: old)
    }
    guard !keys.isEmpty else { return }
    if isHere { return KeyValueChanges.didChange(keys, of: self) }
    core.delivery.later { [weak self] in
      guard let self else { return }
      KeyValueChanges.willChange(keys, of: self)
      KeyValueChanges.didChange(keys, of: self)
    }
  }

  nonisolated func setRate(_ rate: Float, reason: RateDidChangeReason) {
    let old = state.withLock { $0.rate }
    let revision = session.setRate(rate)
    update {
      guard revision > $0.revision else { return }
      $0.expect(rate: rate, item: $0.item)
      $0.revision = revision
    }
    if rate != old || reason == .setRateFailed { postRateChange(reason) }
  }

  nonisolated func postRateChange(_ reason: RateDidChangeReason?) {
    let userInfo = reason.map { [Self.rateDidChangeReasonKey: $0] }
    core.delivery.nowOrLater { [weak self] in
      guard let self else { return }
      NotificationCenter.default.post(name: Self.rateDidChangeNotification, object: self, userInfo: userInfo)
    }
  }

  nonisolated func attach(_ item: AVPlayerItem?) {
    let old = state.withLock { $0.item }
    guard item !== old else { return }
    item?.claim(for: self)
    old?.detach(from: self, at: session.currentTime())
    let revision = session.setItem(item?.engineItem)
    update {
      guard revision > $0.revision else { return }
      $0.expect(rate: $0.rate, item: item)
      $0.revision = revision
    }
    guard let item else { return }
    if let seek = item.takePendingSeek() { startSeek(seek.target, seek.handler) }
    guard state.withLock({ $0.status }) == .unknown else { return }
    core.delivery.later { [weak self] in self?.update { $0.status = .readyToPlay } }
  }

  nonisolated func startSeek(_ target: SeekTarget, _ completionHandler: ((Bool) -> Void)?) {
    let number = core.seeks.open(SeekLedger.handler(completionHandler))
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
