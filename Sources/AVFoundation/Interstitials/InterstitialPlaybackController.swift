import CoreMedia
import Foundation
import PlayheadEngine
import PlayheadStreaming
import Synchronization

/// Plays a player's interstitial events when the session reports that they are due. One per player with events.
final class InterstitialPlaybackController: Sendable {
  private struct State: Sendable {
    weak var primary: AVPlayer?
    /// The events set by the client; nil if those of streams apply.
    var program: [AVPlayerInterstitialEvent]?
    /// The events of the current item's stream.
    var stream: [AVPlayerInterstitialEvent] = []
    var playback: InterstitialPlayback?
    var skippable = AVPlayerInterstitialEvent.SkippableEventState.notSkippable
    var monitors: [MonitorReference] = []
  }

  private struct MonitorReference: Sendable {
    weak var monitor: AVPlayerInterstitialEventMonitor?
  }

  private let state: Mutex<State>
  let player: AVQueuePlayer
  let core: PlayerCore
  let texts = InterstitialTexts()
  /// Identifies the playback session in asset list requests.
  private let sessionID = UUID().uuidString

  init(_ primary: AVPlayer) {
    core = primary.core
    player = AVQueuePlayer(environment: primary.core.environment)
    state = Mutex(State(primary: primary))
  }

  // MARK: State

  var events: [AVPlayerInterstitialEvent] { state.withLock { $0.program ?? $0.stream } }

  var currentEvent: AVPlayerInterstitialEvent? {
    state.withLock { $0.playback.flatMap { $0.hasBegun ? $0.event : nil } }
  }

  var skippableState: AVPlayerInterstitialEvent.SkippableEventState { state.withLock { $0.skippable } }

  /// Sets the skippable state. Returns false if it is unchanged.
  func setSkippable(_ skippable: AVPlayerInterstitialEvent.SkippableEventState) -> Bool {
    state.withLock { state in
      defer { state.skippable = skippable }
      return state.skippable != skippable
    }
  }

  var monitors: [AVPlayerInterstitialEventMonitor] { state.withLock { $0.monitors.compactMap(\.monitor) } }

  func skipLabel(of event: AVPlayerInterstitialEvent) -> String? {
    event.skipControlLocalizedLabelBundleKey.flatMap(texts.text)
  }

  func add(_ monitor: AVPlayerInterstitialEventMonitor) {
    state.withLock { state in
      state.monitors.removeAll { $0.monitor == nil }
      state.monitors.append(MonitorReference(monitor: monitor))
    }
    if let item = state.withLock({ $0.primary })?.currentItem { _ = adoptStream(of: item) }
  }

  func setEvents(_ events: [AVPlayerInterstitialEvent]?) {
    let copies = events?.compactMap { $0.copy() as? AVPlayerInterstitialEvent }
    let (old, primary) = state.withLock { state in
      defer { state.program = copies }
      return (state.program ?? [], state.primary)
    }
    for item in Set((old + (copies ?? [])).compactMap(\.primaryItem)) { updateEvents(item, primary) }
    for item in primary?.allItems ?? [] { updateEvents(item, primary) }
    post(AVPlayerInterstitialEventMonitor.eventsDidChangeNotification)
    core.delivery.nowOrLater { [self] in unschedule() }
  }

  /// Discards a prepared event that is no longer among the events.
  private func unschedule() {
    let playback = state.withLock { state -> InterstitialPlayback? in
      guard let playback = state.playback, !playback.hasBegun else { return nil }
      guard !(state.program ?? state.stream).contains(where: { $0 === playback.event }) else { return nil }
      state.playback = nil
      return playback
    }
    guard let playback else { return }
    playback.close()
    if playback.isPrepared { postUnscheduled(playback.event, nil) }
  }

  /// Passes the client's events to an item before it starts.
  func updateEvents(_ item: AVPlayerItem, _ primary: AVPlayer?) {
    let points = state.withLock { state in
      state.program.map { events in events.filter { $0.primaryItem === item }.compactMap(\.values.point) }
    }
    guard item.engineItem.interstitials.program != points else { return }
    item.engineItem.changeInterstitials { $0.program = points }
    primary?.session.interstitialsChanged(of: item.engineItem)
  }

  /// Adopts changes of the current item's stream events.
  func follow(_ item: AVPlayerItem) {
    if adoptStream(of: item), state.withLock({ $0.program == nil }) {
      post(AVPlayerInterstitialEventMonitor.eventsDidChangeNotification)
      core.delivery.nowOrLater { [self] in unschedule() }
    }
  }

  private func adoptStream(of item: AVPlayerItem) -> Bool {
    let tags = item.engineItem.interstitialTags
    return state.withLock { state in
      let isSame = state.stream.map(\.values.tag) == tags && state.stream.allSatisfy { $0.primaryItem === item }
      guard !isSame, !(tags.isEmpty && state.stream.isEmpty) else { return false }
      let known = state.stream
      state.stream = tags.map { tag in
        // An unchanged event remains the same object, with its loaded asset list.
        known.first { $0.values.tag == tag && $0.primaryItem === item }
          ?? AVPlayerInterstitialEvent(InterstitialEventState(tag, of: item))
      }
      return true
    }
  }

  // MARK: Event playback

  /// Prepares an event that is due soon.
  func prepare(_ id: String, of item: AVPlayerItem) {
    guard state.withLock({ $0.playback == nil }) else { return }
    _ = makePlayback(id, item)
  }

  /// Starts an event that the primary item waits for.
  func begin(_ id: String, of item: AVPlayerItem) {
    var playback = state.withLock { $0.playback }
    if playback?.event.identifier != id || playback?.hasBegun == true {
      playback?.close()
      playback = makePlayback(id, item)
    }
    guard let primary = state.withLock({ $0.primary }) else { return }
    // The events may have changed meanwhile and no longer contain it.
    guard let playback else { return primary.session.endInterstitial(id, offset: .zero) }
    playback.begin()
    post(AVPlayerInterstitialEventMonitor.currentEventDidChangeNotification)
    progressed(playback, .zero)
    primary.session.lendSinks(to: player.session)
    follow(primary)
    playback.play()
  }

  private func makePlayback(_ id: String, _ item: AVPlayerItem) -> InterstitialPlayback? {
    if events.isEmpty { _ = adoptStream(of: item) }
    guard let event = events.first(where: { $0.identifier == id && $0.primaryItem === item }) else { return nil }
    let playback = InterstitialPlayback(
      event, player: player, core: core,
      onProgress: { [weak self] playback, played in self?.progressed(playback, played) },
      onEnd: { [weak self] playback, played in self?.end(playback, item, played) })
    state.withLock { $0.playback = playback }
    if let list = event.values.assetList {
      fetch(list, for: playback, of: item)
    } else {
      playback.adopt(event.templateItems)
    }
    return playback
  }

  private func fetch(_ list: URL, for playback: InterstitialPlayback, of item: AVPlayerItem) {
    InterstitialAssetLoad.begin(
      list, from: playback.event.values.tag?.base.url, for: item.engineItem, session: sessionID,
      environment: core.environment
    ) { [weak self, core] result in
      core.delivery.later { [weak self] in self?.adopt(result, for: playback) }
    }
  }

  private func adopt(_ result: Result<InterstitialAssetList, MediaError>, for playback: InterstitialPlayback) {
    let event = playback.event
    switch result {
    case .success(let list):
      event.change { $0.adopt(list) }
      postAssetList(.available, event)
      playback.adopt(event.templateItems)
    case .failure(let error):
      postAssetList(.unavailable, event, error.forClients)
      playback.fail(error)
    }
  }

  private func end(_ playback: InterstitialPlayback, _ item: AVPlayerItem, _ played: InterstitialPlayback.Played) {
    let primary = state.withLock { state -> AVPlayer? in
      guard state.playback === playback else { return nil }
      state.playback = nil
      return state.primary
    }
    guard let primary else { return }
    if playback.hasBegun { isOver(playback.event, played.playout, isEntire: played.isEntire) }
    if !played.hasPlayed, let error = played.failures.last { postUnscheduled(playback.event, error.forClients) }
    let isLive = item.engineItem.snapshot.duration.isNumeric == false
    let offset =
      played.hasPlayed
      ? played.offset ?? playback.event.values.resumption(elapsed: played.elapsed, isLive: isLive) : .zero
    primary.session.endInterstitial(playback.event.identifier, offset: offset, failures: played.failures)
  }

  /// Ends the playback of an event that is no longer needed.
  func drop(_ id: String) {
    let playback = state.withLock { state -> InterstitialPlayback? in
      guard state.playback?.event.identifier == id else { return nil }
      defer { state.playback = nil }
      return state.playback
    }
    guard let playback else { return }
    let playout = playback.playout
    playback.close()
    if playback.hasBegun { isOver(playback.event, playout, isEntire: false) }
  }

  func skip() {
    core.delivery.nowOrLater { [self] in
      guard let playback = state.withLock({ $0.playback }), playback.hasBegun else { return }
      post(
        AVPlayerInterstitialEventMonitor.currentEventSkippedNotification,
        [AVPlayerInterstitialEventMonitorCurrentEventSkippedEventKey: playback.event])
      playback.finish()
    }
  }

  func cancel(_ offset: CMTime) {
    core.delivery.nowOrLater { [self] in
      guard let playback = state.withLock({ $0.playback }), playback.hasBegun else { return }
      playback.finish(offset: offset)
    }
  }

  /// Applies the primary player's rate, volume and muting to the interstitial player.
  func follow(_ primary: AVPlayer) {
    guard let playback = state.withLock({ $0.playback }), playback.hasBegun else { return }
    let settings = primary.state.withLock { ($0.rate, $0.volume, $0.isMuted) }
    if player.volume != settings.1 { player.volume = settings.1 }
    if player.isMuted != settings.2 { player.isMuted = settings.2 }
    playback.setRate(settings.0)
  }

  /// Ends playback when the primary player has been released.
  func close() {
    let playback = state.withLock { state in
      defer { state.playback = nil }
      return state.playback
    }
    playback?.close()
  }
}
