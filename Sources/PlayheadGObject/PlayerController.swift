import AVFoundation
import AVKit
import CPlayheadGObject
import PlayheadBasics

/// The implementation of a `PlayheadPlayer`: a queue player with GTK's conventions. The C object owns it.
///
/// The last item remains at its end, as in `GtkMediaStream`: the player pauses instead of removing it.
@MainActor final class PlayerController {
  let player = AVQueuePlayer()
  private let object: PlayerObject
  private let items = QueuedItems()
  /// The tracks of the current item; nil without one.
  private var tracks: ItemTracks?
  /// The item that `tracks` belong to.
  private weak var describedItem: AVPlayerItem?
  /// The item that has played to its end, without a seek since then.
  private weak var endedItem: AVPlayerItem?
  /// The current item that cannot be played, and the reason.
  private var failure: PlayerFailure?
  /// The item that `failure` belongs to; nil if a string was not a URI.
  private weak var failedItem: AVPlayerItem?
  /// Whether the current item starts again at its end.
  private(set) var loops = false
  /// The properties as they were notified last.
  private var published = PlayerSnapshot()
  private var observations: [NSKeyValueObservation] = []
  private var tokens: [any NSObjectProtocol] = []
  private var timeObserver: Any?

  /// The interval at which the position is notified.
  private static let positionInterval = CMTime(value: 1, timescale: 10)

  /// - Parameter object: The `PlayheadPlayer *`, which is not retained.
  init(_ object: UnsafeMutableRawPointer) {
    installMainLoopIntegrationIfNeeded()
    self.object = PlayerObject(object)
    items.onChange = { [weak self] in self?.publish() }
    items.onFailure = { [weak self] in self?.itemFailed($0, $1) }
    // Players notify on the main queue.
    observations = [
      player.observe(\.currentItem) { [weak self] _, _ in MainActor.assumeIsolated { self?.publish() } },
      player.observe(\.timeControlStatus) { [weak self] _, _ in MainActor.assumeIsolated { self?.publish() } },
      player.observe(\.rate) { [weak self] _, _ in MainActor.assumeIsolated { self?.publish() } },
    ]
    tokens = [
      observe(AVPlayerItem.didPlayToEndTimeNotification) { controller, item, _ in controller.itemEnded(item) },
      observe(AVPlayerItem.failedToPlayToEndTimeNotification) { controller, item, error in
        controller.items.fail(item, error)
      },
      observe(AVPlayerItem.timeJumpedNotification) { controller, _, _ in
        controller.object.notify(PLAYHEAD_PROPERTY_POSITION)
      },
    ]
    timeObserver = player.addPeriodicTimeObserver(forInterval: Self.positionInterval, queue: .main) {
      [weak self] _ in MainActor.assumeIsolated { self?.object.notify(PLAYHEAD_PROPERTY_POSITION) }
    }
  }

  /// Observes a notification of items, which is posted on the main queue.
  private func observe(
    _ name: Notification.Name, _ body: @escaping @MainActor (PlayerController, AVPlayerItem, (any Error)?) -> Void
  ) -> any NSObjectProtocol {
    NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { [weak self] note in
      let item = note.object as? AVPlayerItem
      let error = note.userInfo?[AVPlayerItemFailedToPlayToEndTimeErrorKey] as? any Error
      MainActor.assumeIsolated {
        guard let self, let item, self.items.contains(item) else { return }
        body(self, item, error)
      }
    }
  }

  /// Stops playback. No call reaches the C object afterwards.
  func close() {
    object.invalidate()
    observations = []
    for token in tokens { NotificationCenter.default.removeObserver(token) }
    tokens = []
    if let timeObserver { player.removeTimeObserver(timeObserver) }
    timeObserver = nil
    tracks = nil
    player.pause()
    player.removeAllItems()
    items.retain([])
  }

  // MARK: Items

  /// Replaces the item and the queue; nil removes them.
  func setURI(_ uri: String?) {
    player.removeAllItems()
    (endedItem, failure, failedItem) = (nil, nil, nil)
    if let uri { append(uri) }
    publish()
  }

  /// Appends an item to the queue.
  func enqueue(_ uri: String) {
    append(uri)
    publish()
  }

  /// Appends an item, or reports a string that is not a URI after this call has returned.
  private func append(_ uri: String) {
    guard let url = URL(string: uri), url.scheme != nil else {
      let failure = PlayerFailure.invalidURI(uri)
      if player.currentItem == nil { self.failure = failure }
      DispatchQueue.main.async { [weak self] in MainActor.assumeIsolated { self?.object.emit(failure) } }
      return
    }
    // The next item replaces a string that was not a URI.
    if failedItem == nil { failure = nil }
    let item = AVPlayerItem(url: url)
    items.add(item)
    player.insert(item, after: nil)
  }

  /// Continues with the next item of the queue. Does nothing without one.
  func advance() {
    guard player.items().count > 1 else { return }
    player.advanceToNextItem()
    publish()
  }

  /// Removes the items that follow the current one.
  func clearQueue() {
    for item in player.items().dropFirst() { player.remove(item) }
    publish()
  }

  /// Starts the item again, or reports its end.
  private func itemEnded(_ item: AVPlayerItem) {
    guard item === player.currentItem else { return }
    if loops {
      player.seek(to: .zero, toleranceBefore: .zero, toleranceAfter: .zero)
      return
    }
    endedItem = item
    publish()
    object.emitEnded()
  }

  /// Reports an item that cannot be played.
  private func itemFailed(_ item: AVPlayerItem, _ error: (any Error)?) {
    let failure = PlayerFailure(error)
    if item === player.currentItem {
      guard item !== failedItem else { return }
      (self.failure, failedItem) = (failure, item)
    }
    publish()
    object.emit(failure)
  }

  // MARK: Playback

  /// Starts or pauses playback. An item that has ended starts again.
  func setPlaying(_ isPlaying: Bool) {
    if isPlaying {
      if endedItem != nil, endedItem === player.currentItem { seek(to: 0, isExact: true) { _ in } }
      player.play()
    } else {
      player.pause()
    }
    publish()
  }

  /// Sets the speed of playback; 0 and values that are not numbers are ignored.
  func setRate(_ rate: Double) {
    guard rate.isFinite, rate != 0 else { return }
    player.defaultRate = Float(max(-8, min(16, rate)))
    if player.rate != 0 { player.rate = player.defaultRate }
    publish()
  }

  /// Sets whether the current item starts again at its end.
  func setLoops(_ loops: Bool) {
    self.loops = loops
    publish()
  }

  /// Sets the volume from 0 to 1.
  func setVolume(_ volume: Double) {
    player.volume = Float(volume)
    publish()
  }

  /// Mutes audio.
  func setMuted(_ isMuted: Bool) {
    player.isMuted = isMuted
    publish()
  }

  /// Seeks to a position in microseconds. `completion` is called once: with false if something else came first.
  func seek(to position: Int64, isExact: Bool, completion: @escaping (Bool) -> Void) {
    guard player.currentItem != nil else { return completion(false) }
    endedItem = nil
    let tolerance = isExact ? CMTime.zero : .positiveInfinity
    player.seek(
      to: PlayerTime.time(microseconds: position), toleranceBefore: tolerance, toleranceAfter: tolerance,
      completionHandler: completion)
    publish()
  }

  /// Cancels seeks in progress: their handlers are called with false.
  func cancelSeeks() { player.currentItem?.cancelPendingSeeks() }

  /// Moves the item by frames.
  func step(_ frames: Int) {
    endedItem = nil
    player.currentItem?.step(byCount: frames)
    publish()
  }

  /// The position in microseconds.
  var position: Int64 { PlayerTime.microseconds(player.currentTime()) ?? 0 }

  // MARK: Tracks

  /// The kinds of tracks, with the values of `PlayheadTrackKind`.
  enum TrackKind: Int32 {
    case audio = 0
    case subtitle = 1
  }

  /// Selects a track by its index; nil for none.
  func select(_ kind: TrackKind, _ index: Int?) {
    switch kind {
    case .audio: if let index { tracks?.selectAudio(index) }
    case .subtitle: tracks?.selectSubtitles(index)
    }
    publish()
  }

  /// Adds a subtitle file to the current item and selects it; reports one that cannot be read.
  func addSubtitles(_ uri: String) {
    guard let tracks, let url = URL(string: uri) else { return }
    Task { [weak self] in
      do {
        try await tracks.addSubtitles(contentsOf: url)
        self?.publish()
      } catch {
        self?.object.emit(PlayerFailure(error))
      }
    }
  }

  // MARK: Notification

  /// The current properties.
  var snapshot: PlayerSnapshot {
    let item = player.currentItem
    let failure = item == nil || item === failedItem ? failure : nil
    var snapshot = PlayerSnapshot()
    snapshot.uri = (item?.asset as? AVURLAsset)?.url.absoluteString
    snapshot.isPlaying = player.rate != 0
    snapshot.rate = Double(player.defaultRate)
    snapshot.state = PlayerState(
      item: item?.status, control: player.timeControlStatus, hasEnded: item != nil && item === endedItem,
      hasFailed: failure != nil)
    snapshot.duration = item.flatMap { PlayerTime.microseconds($0.duration) } ?? -1
    snapshot.isSeekable = item?.seekableTimeRanges.isEmpty == false
    snapshot.volume = Double(player.volume)
    snapshot.isMuted = player.isMuted
    snapshot.loops = loops
    let size = item?.presentationSize ?? .zero
    snapshot.size = VideoSize(width: Int32(saturating: size.width), height: Int32(saturating: size.height))
    snapshot.queueLength = UInt32(max(0, player.items().count - 1))
    snapshot.failure = failure
    guard let tracks, item === describedItem else { return snapshot }
    snapshot.title = tracks.title
    (snapshot.audio, snapshot.subtitles) = (tracks.audio, tracks.subtitles)
    return snapshot
  }

  /// Notifies the properties that have changed. A handler may change the player again, or release it.
  private func publish() {
    followItem()
    let current = snapshot
    let changes = current.changes(since: published)
    let previous = published
    published = current
    if current.audio.tracks != previous.audio.tracks { setTracks(current.audio, .audio) }
    if current.subtitles.tracks != previous.subtitles.tracks { setTracks(current.subtitles, .subtitle) }
    for property in changes { object.notify(property) }
  }

  /// Replaces the list of tracks in C.
  private func setTracks(_ list: ItemTracks.List, _ kind: TrackKind) {
    object.setTracks(list.tracks.map { ($0.name, $0.language) }, kind: kind.rawValue)
  }

  /// Sets what depends on the current item and on its place in the queue.
  private func followItem() {
    let item = player.currentItem
    let queue = player.items()
    items.retain(queue)
    let action: AVPlayer.ActionAtItemEnd = loops ? .none : queue.count > 1 ? .advance : .pause
    if player.actionAtItemEnd != action { player.actionAtItemEnd = action }
    if item !== describedItem || (item == nil) != (tracks == nil) {
      describedItem = item
      tracks = item.map { ItemTracks($0) }
      tracks?.onChange = { [weak self] in self?.publish() }
    }
    tracks?.load()
  }
}
