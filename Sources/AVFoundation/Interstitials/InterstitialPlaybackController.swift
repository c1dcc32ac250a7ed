import CoreMedia
import Foundation
import PlayheadEngine
import PlayheadItems
import PlayheadNetworking
import PlayheadStreaming
import Synchronization

/// Plays a player's interstitial events when the session reports that they are due. One per player with events.
final class InterstitialPlaybackController: Sendable {
  /// The events and the playback in progress.
  private struct State: Sendable {
    /// The player whose items the events interrupt. Weak: it retains this controller.
    weak var primary: AVPlayer?
    /// The events set by the client; nil if those of streams apply.
    var program: [AVPlayerInterstitialEvent]?
    /// The events of the current item's stream.
    var stream: [AVPlayerInterstitialEvent] = []
    /// The playback that is being prepared or in progress; nil otherwise.
    var playback: InterstitialPlayback?
    /// Whether the current event can be skipped now.
    var skippable = AVPlayerInterstitialEvent.SkippableEventState.notSkippable
    /// The monitors, notified of every change.
    var monitors: [MonitorReference] = []
  }

  /// A monitor, which the client retains.
  private struct MonitorReference: Sendable {
    weak var monitor: AVPlayerInterstitialEventMonitor?
  }

  /// The state, locked because clients set events on any thread. Not created by the initializer, because Swift 6.0
  /// fails to compile the assignment of a lock over a structure with a weak property.
  private let state = Mutex(State())
  /// The player of all events. Its sinks are borrowed from the primary player during an event.
  let player: AVQueuePlayer
  /// The session, clock and delivery queue of the primary player.
  let core: PlayerCore
  /// The labels of skip controls.
  let texts = InterstitialTexts()
  /// Identifies the playback session in asset list requests.
  private let sessionID = UUID().uuidString

  /// Creates the controller of a player, and the interstitial player with the same environment.
  init(_ primary: AVPlayer) {
    core = primary.core
    player = AVQueuePlayer(environment: primary.core.environment)
    state.withLock { $0.primary = primary }
  }

  // MARK: State

  /// The events that apply: those of the client, or else those of the stream.
  var events: [AVPlayerInterstitialEvent] { state.withLock { $0.program ?? $0.stream } }

  /// The event that the primary item waits for; nil for one that is only being prepared.
  var currentEvent: AVPlayerInterstitialEvent? {
    state.withLock { $0.playback.flatMap { $0.hasBegun ? $0.event : nil } }
  }

  /// Whether the current event can be skipped now.
  var skippableState: AVPlayerInterstitialEvent.SkippableEventState { state.withLock { $0.skippable } }

  /// Sets the skippable state. Returns false if it is unchanged.
  func setSkippable(_ skippable: AVPlayerInterstitialEvent.SkippableEventState) -> Bool {
    state.withLock { state in
      defer { state.skippable = skippable }
      return state.skippable != skippable
    }
  }

  /// The monitors that have not been released.
  var monitors: [AVPlayerInterstitialEventMonitor] { state.withLock { $0.monitors.compactMap(\.monitor) } }

  /// The localized label of the event's skip control; nil if it has none.
  func skipLabel(of event: AVPlayerInterstitialEvent) -> String? {
    event.skipControlLocalizedLabelBundleKey.flatMap(texts.text)
  }

  /// Adds a monitor and adopts the stream's events, which it may read at once.
  func add(_ monitor: AVPlayerInterstitialEventMonitor) {
    state.withLock { state in
      state.monitors.removeAll { $0.monitor == nil }
      state.monitors.append(MonitorReference(monitor: monitor))
    }
    if let item = state.withLock({ $0.primary })?.currentItem { _ = adoptStream(of: item) }
  }

  /// Sets the client's events; nil to apply those of streams again. The events are copied. Any thread.
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

  /// Adopts the interstitial tags of an item. Returns false if they are unchanged.
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
    primary.session.redirectSinks(to: player.session)
    follow(primary)
    playback.play()
  }

  /// Creates the playback of an event and starts loading its items; nil if the events no longer contain it.
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

  /// Loads an asset list in the background; the result is adopted on the delivery queue.
  private func fetch(_ list: URL, for playback: InterstitialPlayback, of item: AVPlayerItem) {
    InterstitialAssetLoad.begin(
      list, from: playback.event.values.tag?.base.url, for: item.engineItem, session: sessionID,
      environment: core.environment
    ) { [weak self, core] result in
      core.delivery.later { [weak self] in self?.adopt(result, for: playback) }
    }
  }

  /// Adopts the result of loading an asset list and notifies monitors of it.
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

  /// Ends an event: notifies monitors, and lets the primary item resume at the resumption offset.
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

  /// Ends the current event as the skip control does. Has no effect without one. Any thread.
  func skip() {
    core.delivery.nowOrLater { [self] in
      guard let playback = state.withLock({ $0.playback }), playback.hasBegun else { return }
      post(
        AVPlayerInterstitialEventMonitor.currentEventSkippedNotification,
        [AVPlayerInterstitialEventMonitorCurrentEventSkippedEventKey: playback.event])
      playback.finish()
    }
  }

  /// Ends the current event. Any thread.
  ///
  /// - Parameter offset: The offset from the event's position at which the primary item resumes; a non-numeric time
  ///   for the elapsed playback time.
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
