import Foundation
import PlayheadItems
import PlayheadMedia
import Synchronization

/// A seek that is deferred until a player has the item.
struct PendingSeek: Sendable {
  var target: SeekTarget
  var handler: (@Sendable (Bool) -> Void)?
}

// The relation between an item and its player.
extension AVPlayerItem {
  /// The player whose current item this is.
  nonisolated var currentPlayer: AVPlayer? { state.withLock { $0.isCurrent ? $0.player : nil } }

  /// The player that plays the item or has it in its queue.
  nonisolated var owner: AVPlayer? { state.withLock { $0.player } }

  /// Assigns the item to a player.
  nonisolated func claim(for player: AVPlayer) {
    let isFree = state.withLock { state in
      guard state.player == nil else { return false }
      state.player = player
      state.isCurrent = false
      return true
    }
    precondition(isFree, "An AVPlayerItem cannot be associated with more than one instance of AVPlayer")
    source.assetLoader.addPlayer()
    applyCriteria(of: player)
    player.interstitialControllerIfAny?.updateEvents(self, nil)
    for output in outputList.withLock({ $0 }) { output.begin(with: player) }
  }

  /// Makes the item its player's current item.
  nonisolated func becomeCurrent() {
    state.withLock { $0.isCurrent = true }
    for output in outputList.withLock({ $0 }) { output.itemBecameCurrent() }
  }

  nonisolated func flushOutputs() {
    for output in outputList.withLock({ $0 }) { output.sequenceWasFlushed() }
  }

  /// Returns the item to the queue when another item is inserted before it.
  nonisolated func returnToQueue(at position: CMTime) {
    state.withLock {
      $0.isCurrent = false
      $0.position = position
      engineItem.setStart(position)
    }
  }

  /// Removes the item from its player. `player` is nil if it is being deallocated; `position` is nil if the item was
  /// not played, otherwise its next playback starts there.
  nonisolated func detach(from player: AVPlayer?, at position: CMTime?) {
    let wasHere = state.withLock { $0.player != nil && $0.player === player }
    if wasHere { source.assetLoader.removePlayer() }
    state.withLock {
      guard $0.player === player else { return }
      $0.player = nil
      $0.isCurrent = false
      guard let position else { return }
      $0.position = position
      engineItem.setStart(position)
    }
  }

  /// The position after it has played to its end.
  nonisolated var endPosition: CMTime {
    let duration = engineItem.snapshot.duration
    return engineItem.cut ?? (duration.isNumeric ? duration : .zero)
  }

  /// Whether it failed before any of it was played.
  nonisolated var isUnplayable: Bool { state.withLock { $0.snapshot.status == .failed && $0.tracks.isEmpty } }

  /// Adopts the session's snapshot and notifies observers. Runs on the delivery queue.
  nonisolated func publish(_ snapshot: ItemSnapshot) {
    if let info = snapshot.info { source.adopt(info) }
    if let error = snapshot.error { source.assetLoader.playerFailed(error) }
    let old = state.withLock { $0 }
    var new = old
    new.snapshot = snapshot
    // The tracks are available once the item is ready.
    if snapshot.status == .ready && old.tracks.isEmpty {
      new.tracks = source.tracks.map { AVPlayerItemTrack($0, of: self) }
    }
    if let tracks = replacing(new.tracks, snapshot) { new.tracks = tracks }
    if old.error == nil { new.error = snapshot.error?.forClients }
    let keys = new.changes(since: old)
    KeyValueChanges.willChange(keys, of: self)
    let (tracks, error) = (new.tracks, new.error)
    state.withLock {
      $0.snapshot = snapshot
      $0.tracks = tracks
      $0.error = error
    }
    KeyValueChanges.didChange(keys, of: self)
    if snapshot.status == .ready { feedCollectors() }
    if snapshot.recommendedOffset != old.snapshot.recommendedOffset {
      NotificationCenter.default.post(name: Self.recommendedTimeOffsetFromLiveDidChangeNotification, object: self)
    }
  }

  /// The tracks with a new video track for another variant's frame size; nil if nothing has changed.
  nonisolated private func replacing(_ tracks: [AVPlayerItemTrack], _ snapshot: ItemSnapshot) -> [AVPlayerItemTrack]? {
    guard let video = snapshot.variantVideo else { return nil }
    var isOther = false
    let tracks = tracks.map { track -> AVPlayerItemTrack in
      guard video.index == track.source.info.index, video.naturalSize != track.source.info.naturalSize,
        let asset = track.source.asset
      else { return track }
      isOther = true
      return AVPlayerItemTrack(replacing: track, with: AVAssetTrack(video, replacing: track.source, asset: asset))
    }
    return isOther ? tracks : nil
  }

  // MARK: Seeking

  nonisolated func startSeek(_ target: SeekTarget, _ completionHandler: ((Bool) -> Void)?) {
    if let player = currentPlayer { return player.startSeek(target, completionHandler) }
    let handler = CompletionHandlerRegistry.handler(completionHandler)
    // An item that waits in a queue is prepared at this position.
    engineItem.setStart(target.time)
    owner?.startChanged(of: self)
    let superseded = pendingSeek.withLock { pending in
      defer { pending = PendingSeek(target: target, handler: handler) }
      return pending
    }
    answer(superseded)
  }

  nonisolated func takePendingSeek() -> PendingSeek? {
    pendingSeek.withLock { pending in
      defer { pending = nil }
      return pending
    }
  }

  nonisolated func dropPendingSeek() { answer(takePendingSeek()) }

  nonisolated private func answer(_ seek: PendingSeek?) {
    guard let handler = seek?.handler else { return }
    Delivery(PlaybackEnvironment.current.delivery).nowOrLater { handler(false) }
  }
}
