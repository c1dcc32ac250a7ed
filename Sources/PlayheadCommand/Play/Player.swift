@_spi(Playhead) import AVFoundation
import Foundation
import PlayheadEngine
import PlayheadItems
import PlayheadMedia
import PlayheadPipeline
import PlayheadSettings

/// A notice that an interface displays.
enum PlayerNotice {
  /// A file is being opened.
  case opening(MediaLocation)
  /// The file is open and its first frame decoded.
  case ready(MediaLocation, MediaInfo?)
  /// The playback state has changed; the position is in seconds.
  case stateChanged(PlayerStatus.State, at: Double)
  /// A file could not be opened, or not be played to its end. The next one follows.
  case failed(MediaLocation, MediaError)
  /// Other captions were selected: their name, number and total; nil if none are shown.
  case captions(String?, number: Int, of: Int)
  /// A caption file could not be read. Playback continues without it.
  case captionsFailed(MediaLocation, MediaError)
  /// The device that played in place of this computer has failed, and playback is paused here.
  case deviceFailed(MediaLocation, MediaError)
  /// An interstitial event of the stream, by its identifier, has started or ended.
  case breakBegan(String, at: Double)
  /// An interstitial event of the stream has ended, at a position of the file in seconds.
  case breakEnded(String, at: Double)
  /// All files have been played.
  case finished
}

/// Plays files one after the other without a gap, controlled by keys and the ends of files. Only `close()` blocks.
@MainActor final class Player {
  /// The files in the order of the command line.
  let files: [MediaLocation]
  /// The options of the command line. Speed, pause and volume can have changed since.
  private let options: PlayOptions
  /// Called when `update()` has work to do.
  private let wake: @Sendable () -> Void
  /// Plays all files. Its queue has the items of the current and the next file.
  private let player: AVQueuePlayer
  /// The item of the next file.
  private let next: NextItem
  /// The position in the list of files.
  private var playlist: Playlist
  /// The current file; nil before the first one and after the last one.
  private var opened: OpenedFile?
  /// The selected speed, within `PlayOptions.rates`; unchanged by pauses.
  private(set) var speed: Double
  /// Whether the user has paused. A stalled player is not paused.
  private(set) var isPausedByUser = false
  /// The state of the last `stateChanged` notice.
  private var state = PlayerStatus.State.opening
  /// The notices since the last `update()`.
  private var notices: [PlayerNotice] = []
  /// Creates the items, and selects their captions.
  private let items: ItemMaker
  /// Observes the interstitial events of streams; nil before `start()` and after `close()`.
  private var interstitials: InterstitialObserver?
  /// Ends the observations of the player's state and rate.
  private var endObservations: [() -> Void] = []
  /// Whether a file could not be played, for the exit status.
  private(set) var hasFailures = false

  /// Creates a player that plays nothing until `start()`.
  ///
  /// - Parameters:
  ///   - files: The files to play, at least one.
  ///   - options: The options of the command line.
  ///   - environment: The clock and the audio output.
  ///   - settings: The user's settings.
  ///   - wake: Called on any thread when `update()` has work to do.
  init(
    files: [MediaLocation], options: PlayOptions, environment: PlaybackEnvironment,
    settings: PlayerSettings = PlayerSettings(), wake: @escaping @Sendable () -> Void
  ) {
    self.files = files
    self.options = options
    self.wake = wake
    playlist = Playlist(count: files.count, loops: options.loops)
    speed = options.rate
    player = AVQueuePlayer(environment: environment)
    // The rate is unchanged at the end of a file, for the next one.
    next = NextItem(player, lastAction: .none)
    items = ItemMaker(
      options: options,
      captions: CaptionSelector(language: options.subtitles, preferences: PlaybackPreferences(settings: settings)),
      captionFiles: CaptionFiles(options.captionFiles.map(MediaLocation.init), wake: wake))
    player.volume = Float(options.volume / 100)
    player.isMuted = options.isMuted
    items.captions.prepare(player)
  }

  /// Starts playback with the first file. Call it once, after the interface has attached its video output.
  func start() {
    observe()
    player.rate = Float(speed)
    open()
  }

  /// Plays on another device in place of this computer.
  func play(on device: ExternalPlaybackDevice) { player.externalPlaybackDevice = device }

  /// Ends playback. Returns when no thread of the player is left.
  func close() {
    opened?.close()
    opened = nil
    interstitials?.close()
    interstitials = nil
    for end in endObservations { end() }
    endObservations = []
    player.session.close()
  }

  /// Observes the state and the rate of the player, which are reported on the main queue.
  private func observe() {
    interstitials = InterstitialObserver(player) { [weak self] in self?.handle($0) }
    let states = [
      player.observe(\.timeControlStatus) { [weak self] _, _ in MainActor.assumeIsolated { self?.stateChanged() } },
      player.observe(\.reasonForWaitingToPlay) { [weak self] _, _ in
        MainActor.assumeIsolated { self?.stateChanged() }
      },
    ]
    let external = player.observe(\.isExternalPlaybackActive) { [weak self] _, _ in
      MainActor.assumeIsolated { self?.externalPlaybackChanged() }
    }
    let rate = NotificationCenter.default.addObserver(
      forName: AVPlayer.rateDidChangeNotification, object: player, queue: nil
    ) { [weak self] note in
      let reason = note.userInfo?[AVPlayer.rateDidChangeReasonKey] as? AVPlayer.RateDidChangeReason
      MainActor.assumeIsolated { self?.rateChanged(reason) }
    }
    endObservations = (states + [external]).map { state in { state.invalidate() } }
    endObservations.append { NotificationCenter.default.removeObserver(rate) }
  }

  // MARK: Video

  /// Attaches a sink, which shows the frames of files and of interstitial events.
  func attach(_ sink: any VideoSink) { player.session.attach(sink) }

  /// Detaches a sink. Waits for a call of the sink in progress.
  func detach(_ sink: any VideoSink) { player.session.detach(sink) }

  /// A layer that shows the video.
  func makeLayer() -> AVPlayerLayer { AVPlayerLayer(player: player) }

  // MARK: State

  /// The current file, and its index in the list.
  var current: (file: MediaLocation, index: Int) { (files[playlist.index], playlist.index) }
  /// The container information of the current file; nil until it is open.
  var info: MediaInfo? { opened?.item.asset.knownInfo }
  /// The identifier of the interstitial event that plays instead of the file; nil while the file plays.
  var interstitialEvent: String? { interstitials?.currentEvent }

  /// The current status. Never blocks.
  var status: PlayerStatus {
    PlayerStatus(
      state: state, position: position, duration: duration, rate: speed, volume: Double(player.volume) * 100,
      isMuted: player.isMuted)
  }

  /// The position in the current file in seconds; 0 if it is unknown.
  var position: Double {
    let time = player.currentTime()
    return time.isNumeric ? time.seconds : 0
  }

  /// The duration of the current file in seconds; nil if it is unknown, as for a live stream.
  private var duration: Double? {
    guard let duration = opened?.item.duration, duration.isNumeric else { return nil }
    return duration.seconds
  }

  /// Whether the position has reached a known duration.
  private var isAtEnd: Bool { duration.map { position >= $0 } ?? false }

  /// Returns the notices since the last call, including a change of the state.
  func update() -> [PlayerNotice] {
    for failure in items.captionFiles.takeFailures() { notices.append(.captionsFailed(failure.file, failure.error)) }
    updateState()
    defer { notices = [] }
    return notices
  }

  /// Notifies the interface of every state, also if several follow each other before the next `update()`.
  private func stateChanged() {
    updateState()
    wake()
  }

  /// Derives the playback state from the player and notifies the interface if it has changed.
  private func updateState() {
    guard let opened else { return }
    let now: PlayerStatus.State =
      if !opened.isReady {
        .opening
      } else {
        switch player.timeControlStatus {
        case .paused: isAtEnd ? .ended : .paused
        // The interstitial event plays or waits on its own.
        case .waitingToPlayAtSpecifiedRate where player.reasonForWaitingToPlay == .interstitialEvent:
          interstitials?.isPlaying == true ? .playing : .waiting
        case .waitingToPlayAtSpecifiedRate: .waiting
        case .playing: .playing
        }
      }
    if now == .playing { beginLength(of: opened) }
    guard now != state else { return }
    state = now
    notices.append(.stateChanged(now, at: position))
  }

  /// `--length` counts from the position where playback starts, which for a live stream is near its end.
  private func beginLength(of file: OpenedFile) {
    guard let length = options.length, !file.hasEndTime, file.seekTarget == nil, interstitialEvent == nil else {
      return
    }
    // A requested start is exact; the position has advanced slightly since.
    let start = position
    let isStartRequested = options.start.map { abs($0 - start) < 0.5 } ?? (start < 0.5)
    file.end(at: (isStartRequested ? options.start ?? 0 : start) + length)
  }

  // MARK: Actions

  /// Carries out the action of a key. Actions of the interface and the run loop have no effect here.
  func perform(_ action: PlayerAction) {
    switch action {
    case .togglePause: setPaused(!isPausedByUser)
    case .seek(let seconds, let isExact):
      let origin = opened?.seekTarget ?? position
      opened?.seek(.relative(seconds, isExact: isExact, from: origin, duration: duration))
    case .seekToStart: opened?.seek(SeekTarget(seconds: 0, tolerance: 0))
    case .multiplyRate(let factor): setSpeed(speed * factor)
    case .resetRate: setSpeed(1)
    case .changeVolume(let step): player.volume = Float((Double(player.volume) * 100 + step) / 100)
    case .toggleMute: player.isMuted.toggle()
    case .step(let count):
      setPaused(true)
      opened?.item.step(byCount: count)
    case .cycleCaptions(let step):
      if let opened, opened.isReady { notices.append(items.captions.cycle(opened.item, by: step)) }
    case .nextFile: if playlist.move(by: 1) { open() }
    case .previousFile: if playlist.move(by: -1) { open() }
    case .showInformation, .showKeys, .redraw, .suspend, .quit: break
    }
  }

  /// Pauses or resumes. The selected speed is unchanged.
  func setPaused(_ isPaused: Bool) {
    isPausedByUser = isPaused
    player.rate = isPaused ? 0 : Float(speed)
  }

  /// Sets the speed, limited to `PlayOptions.rates`. It applies at once unless playback is paused.
  private func setSpeed(_ requested: Double) {
    let clamped = min(max(requested, PlayOptions.rates.lowerBound), PlayOptions.rates.upperBound)
    // Ten steps up and down again should result in normal speed, not 0.9999.
    speed = abs(clamped - 1) < 0.005 ? 1 : clamped
    if !isPausedByUser { player.rate = Float(speed) }
  }

  // MARK: Files

  /// Opens the current file of the list, with the start position and captions of the options.
  private func open() {
    let item = items.item(of: current.file)
    let opened = adopt(item)
    player.replaceCurrentItem(with: item)
    next.remove()
    // A file that fails sets the rate to zero, which the user did not request for the next one.
    if !isPausedByUser { player.rate = Float(speed) }
    if let start = options.start, start > 0 { opened.seek(SeekTarget(seconds: start, tolerance: 0)) }
    wake()
  }

  /// Observes an item as that of the current file.
  @discardableResult private func adopt(_ item: AVPlayerItem) -> OpenedFile {
    opened?.close()
    let opened = OpenedFile(item, of: player) { [weak self] in self?.handle($0) }
    self.opened = opened
    state = .opening
    notices.append(.opening(current.file))
    return opened
  }

  /// Queues the item of the next file. A part of a file has no successor: it ends where the player does not.
  private func queueNext() {
    var following = playlist
    guard options.start == nil, options.length == nil, following.advance(afterFailure: false) else { return }
    let file = files[following.index]
    next.queue(file.url) { items.item(of: file) }
  }

  /// Handles an event of the current file.
  private func handle(_ event: OpenedFile.Event) {
    switch event {
    case .ready:
      if let opened { items.captions.itemBecameReady(opened.item) }
      notices.append(.ready(current.file, info))
      updateState()
      queueNext()
    case .ended: advance(afterFailure: false)
    case .failed(let error):
      hasFailures = true
      notices.append(.failed(current.file, error))
      advance(afterFailure: true)
    }
    wake()
  }

  /// Handles the start or the end of an interstitial event.
  private func handle(_ event: InterstitialObserver.Event) {
    switch event {
    case .began(let id): notices.append(.breakBegan(id, at: position))
    case .ended(let id): notices.append(.breakEnded(id, at: position))
    case .stateChanged: updateState()
    }
    wake()
  }

  /// The device that played in place of this computer has failed, if there is an error.
  private func externalPlaybackChanged() {
    guard let error = player.externalPlaybackFailure else { return }
    hasFailures = true
    isPausedByUser = true
    notices.append(.deviceFailed(current.file, error))
    wake()
  }

  /// At the ends of a live stream's window the player itself sets the rate to 1.
  private func rateChanged(_ reason: AVPlayer.RateDidChangeReason?) {
    guard reason == .playheadReachedLiveEdge || reason == .reversePlaybackReachedStartOfSeekableRange else { return }
    speed = Double(player.rate)
    wake()
  }

  /// Continues with the next file, or ends playback after the last one.
  private func advance(afterFailure isFailure: Bool) {
    guard playlist.advance(afterFailure: isFailure) else {
      opened?.close()
      opened = nil
      notices.append(.finished)
      return
    }
    guard let item = next.take(current.file.url) else { return open() }
    adopt(item).reportStatus()
  }
}
