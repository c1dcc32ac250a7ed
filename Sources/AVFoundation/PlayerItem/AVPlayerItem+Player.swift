import Foundation
import PlayheadEngine

/// A seek that waits for a player.
struct PendingSeek: Sendable {
  var target: SeekTarget
  var handler: (@Sendable (Bool) -> Void)?
}

// What happens between an item and its player.
extension AVPlayerItem {
  /// The player in which the item is current.
  nonisolated var currentPlayer: AVPlayer? { state.withLock { $0.isCurrent ? $0.player : nil } }

  /// The player that plays the item or has it in its queue.
  nonisolated var owner: AVPlayer? { state.withLock { $0.player } }

  /// A player takes the item.
  nonisolated func claim(for player: AVPlayer) {
    let isFree = state.withLock { state in
      guard state.player == nil else { return false }
      state.player = player
      state.isCurrent = false
      return true
    }
    precondition(isFree, "An AVPlayerItem cannot be associated with more than one instance of AVPlayer")
    source.assetLoader.leaveToPlayer()
    applyCriteria(of: player)
    player.conductorIfAny?.tell(self, nil)
    for output in outputList.withLock({ $0 }) { output.begin(with: player) }
  }

  /// The item is what its player plays from now on.
  nonisolated func becomeCurrent() {
    state.withLock { $0.isCurrent = true }
    for output in outputList.withLock({ $0 }) { output.itemBecameCurrent() }
  }

  nonisolated func flushOutputs() {
    for output in outputList.withLock({ $0 }) { output.sequenceWasFlushed() }
  }

  /// Another item takes its place for a while.
  nonisolated func waitAgain(at position: CMTime) {
    state.withLock {
      $0.isCurrent = false
      $0.position = position
      engineItem.setStart(position)
    }
  }

  /// The player lets it go; `player` is nil when it ends, `position` if it was not played. It begins there when it is played again.
  nonisolated func detach(from player: AVPlayer?, at position: CMTime?) {
    let wasHere = state.withLock { $0.player != nil && $0.player === player }
    if wasHere { source.assetLoader.takeFromPlayer() }
    state.withLock {
      guard $0.player === player else { return }
      $0.player = nil
      $0.isCurrent = false
      guard let position else { return }
      $0.position = position
      engineItem.setStart(position)
    }
  }

  /// Where it stands when it was played.
  nonisolated var endPosition: CMTime {
    let duration = engineItem.snapshot.duration
    return engineItem.cut ?? (duration.isNumeric ? duration : .zero)
  }

  /// Whether it failed before anything of it was played.
  nonisolated var isUnplayable: Bool { state.withLock { $0.snapshot.status == .failed && $0.tracks.isEmpty } }

  /// Takes over what the session says, and tells observers. Runs where clients are called.
  nonisolated func publish(_ snapshot: ItemSnapshot) {
    if let info = snapshot.info { source.adopt(info) }
    if let error = snapshot.error { source.assetLoader.playerFailed(error) }
    let old = state.withLock { $0 }
    var new = old
    new.snapshot = snapshot
    // Before it is ready an item shows no tracks.
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

  /// The tracks with new ones for pictures that a stream's other variant describes otherwise; nil where everything is as it was.
  nonisolated private func replacing(_ tracks: [AVPlayerItemTrack], _ snapshot: ItemSnapshot) -> [AVPlayerItemTrack]? {
    guard let picture = snapshot.variantPicture else { return nil }
    var isOther = false
    let tracks = tracks.map { track -> AVPlayerItemTrack in
      guard picture.index == track.source.info.index, picture.naturalSize != track.source.info.naturalSize,
        let asset = track.source.asset
      else { return track }
      isOther = true
      return AVPlayerItemTrack(replacing: track, with: AVAssetTrack(picture, replacing: track.source, asset: asset))
    }
    return isOther ? tracks : nil
  }

  // MARK: Seeking

  nonisolated func startSeek(_ target: SeekTarget, _ completionHandler: ((Bool) -> Void)?) {
    if let player = currentPlayer { return player.startSeek(target, completionHandler) }
    let handler = SeekLedger.handler(completionHandler)
    // Where it waits in a queue it is got ready at this place.
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
