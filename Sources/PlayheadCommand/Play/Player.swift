import AVFoundation
import CoreMedia
import Foundation
import PlayheadEngine
import PlayheadNetworking
import PlayheadStreaming

/// A notice that an interface displays.
enum PlayerNotice {
  /// A file is being opened.
  case opening(MediaLocation)
  /// The file is open and its first frame decoded.
  case ready(MediaLocation, ItemSnapshot)
  /// The playback state has changed; the position is in seconds.
  case stateChanged(PlayerStatus.State, at: Double)
  /// A file could not be opened, or not be played to its end. The next one follows.
  case failed(MediaLocation, MediaError)
  /// Other captions were selected: their name, number and total; nil if none are shown.
  case captions(String?, number: Int, of: Int)
  /// A caption file could not be read. Playback continues without it.
  case captionsFailed(MediaLocation, MediaError)
  /// An interstitial event of the stream, by its identifier, has started or ended.
  case breakBegan(String, at: Double)
  /// An interstitial event of the stream has ended, at a position of the file in seconds.
  case breakEnded(String, at: Double)
  /// All files have been played.
  case finished
}

/// Plays files one after the other, controlled by keys and the ends of files. Main thread only; never blocks.
final class Player {
  /// The session that plays all files, one item at a time. The caller closes it.
  let session: PlaybackSession
  /// The files in the order of the command line.
  let files: [MediaLocation]
  /// The options of the command line. Speed, pause and volume can have changed since.
  private let options: PlayOptions
  /// The position in the list of files.
  private var playlist: Playlist
  /// The item of the current file; nil before the first one and after the last one.
  private(set) var item: EngineItem?
  /// The selected speed, within `PlayOptions.rates`; unchanged by pauses.
  private(set) var speed: Double
  /// Whether the user has paused. A stalled player is not paused.
  private var isPaused = false
  /// Whether all files have been played.
  private var hasEnded = false
  /// The state of the last `stateChanged` notice.
  private var state = PlayerStatus.State.opening
  /// The notices since the last `update()`.
  var notices: [PlayerNotice] = []
  /// The caption files of the command line, added to every item.
  private let sidecars: CaptionFiles
  /// The environment of the session, and of the sessions of interstitial events.
  let environment: PlaybackEnvironment
  /// Called from other threads when `update()` has work to do.
  let wake: @Sendable () -> Void
  /// The interstitial event that plays instead of the file.
  var streamBreak: StreamBreak?
  /// The identifier of the last seek. Completions of earlier seeks are ignored.
  private var lastSeek = 0
  /// The target of the seek in progress.
  private var pendingSeek: Double?
  /// Whether a file could not be played, for the exit status.
  private(set) var hasFailures = false

  /// The observer identifier for `--length`.
  private static let lengthObserver = 1

  /// `wake` is called from other threads when `update` has work to do.
  init(
    files: [MediaLocation], options: PlayOptions, environment: PlaybackEnvironment, wake: @escaping @Sendable () -> Void
  ) {
    self.files = files
    self.options = options
    playlist = Playlist(count: files.count, loops: options.loops)
    speed = options.rate
    self.environment = environment
    self.wake = wake
    session = PlaybackSession(environment: environment, wake: wake)
    sidecars = CaptionFiles(options.captionFiles.map(MediaLocation.init), wake: wake)
    // The rate is unchanged at the end of a file, for the next one.
    session.setEndAction(.none)
    session.setVolume(Float(options.volume / 100))
    session.setMuted(options.isMuted)
  }

  /// Starts playback with the first file. Call it once, after the interface has attached its sink.
  func start() {
    session.setRate(Float(speed))
    open()
  }

  /// The current file, and its index in the list.
  var current: (file: MediaLocation, index: Int) { (files[playlist.index], playlist.index) }
  /// The state of the current item; nil without one.
  var snapshot: ItemSnapshot? { item?.snapshot }

  /// The current status. Never blocks.
  var status: PlayerStatus {
    let wanted = session.snapshot
    return PlayerStatus(
      state: state, position: position, duration: duration, rate: speed, volume: Double(wanted.volume) * 100,
      isMuted: wanted.isMuted)
  }

  /// Handles the session's events and returns the resulting notices.
  func update() -> [PlayerNotice] {
    for event in session.takeEvents() { handle(event) }
    updateBreak()
    for failure in sidecars.takeFailures() { notices.append(.captionsFailed(failure.file, failure.error)) }
    updateState()
    defer { notices = [] }
    return notices
  }

  /// Carries out the action of a key. Actions of the interface and the run loop have no effect here.
  func perform(_ action: PlayerAction) {
    switch action {
    case .togglePause: setPaused(!isPaused)
    case .seek(let seconds, let isExact):
      seek(.relative(seconds, isExact: isExact, from: pendingSeek ?? position, duration: duration))
    case .seekToStart: seek(SeekTarget(seconds: 0, tolerance: 0))
    case .multiplyRate(let factor): setSpeed(speed * factor)
    case .resetRate: setSpeed(1)
    case .changeVolume(let step): changeVolume(by: step)
    case .toggleMute:
      session.setMuted(!session.snapshot.isMuted)
      followVolume()
    case .step(let count):
      setPaused(true)
      session.step(by: count)
    case .cycleCaptions(let step): cycleCaptions(by: step)
    case .nextFile: if playlist.move(by: 1) { open() }
    case .previousFile: if playlist.move(by: -1) { open() }
    case .showInformation, .showKeys, .redraw, .suspend, .quit: break
    }
  }

  /// Pauses or resumes. The selected speed is unchanged.
  func setPaused(_ isPaused: Bool) {
    self.isPaused = isPaused
    setRate(isPaused ? 0 : Float(speed))
  }

  /// Sets the rate of the file and of an interstitial event, which is limited to 1 if the event restricts skips.
  private func setRate(_ rate: Float) {
    session.setRate(rate)
    if let streamBreak { streamBreak.session.setRate(streamBreak.tag.restrictsSkips ? min(rate, 1) : rate) }
  }

  /// Whether the user has paused.
  var isPausedByUser: Bool { isPaused }

  /// Opens the current file of the list, with the start position and captions of the options.
  private func open() {
    let file = current.file
    var request = RequestOptions()
    request.networkTimeout = options.networkTimeout
    let item = EngineItem(url: file.url, options: request)
    item.changeInterstitials { $0.followsStream = true }
    self.item = item
    chooseCaptions(of: item)
    hasEnded = false
    hasLength = false
    session.removeObserver(Self.lengthObserver)
    pendingSeek = nil
    state = .opening
    notices.append(.opening(file))
    session.setItem(item)
    // A file that fails sets the rate to zero, which the user did not request for the next one.
    if !isPaused { session.setRate(Float(speed)) }
    if let start = options.start, start > 0 { seek(SeekTarget(seconds: start, tolerance: 0)) }
  }

  // MARK: Captions

  /// Selects captions like the window player: by the options, or else forced subtitles only.
  private func chooseCaptions(of item: EngineItem) {
    let language = options.subtitles
    item.choose { choice in
      if language == "off" { choice.legible = .none }
      choice.automaticLegible = { CaptionOptions.automatic(in: $0, language: language, with: $1) }
    }
    sidecars.add(to: item)
  }

  /// Selects the next or previous captions of the current item and notifies the interface. Has no effect before the
  /// file is open.
  private func cycleCaptions(by step: Int) {
    guard let item, let info = item.snapshot.info else { return }
    let all = CaptionOptions.options(in: info)
    // Another key press may precede the session's update.
    let next = CaptionCycle.next(all.map(\.track), after: item.choice.text(in: info), step: step)
    item.choose { $0.legible = next.map { .track($0) } ?? .none }
    session.trackSelectionChanged(of: item)
    let place = all.firstIndex { $0.track == next }
    notices.append(.captions(place.map { all[$0].name }, number: place.map { $0 + 1 } ?? 0, of: all.count))
  }

  /// Handles an event of the session. Events of items that are no longer current are ignored.
  private func handle(_ event: SessionEvent) {
    switch event {
    case .itemChanged(let changed, let snapshot) where changed === item: itemChanged(snapshot)
    // At the live edge the rate falls back to 1.
    case .sessionChanged where session.snapshot.rateCause != nil: speed = Double(session.snapshot.rate)
    case .playedToEnd(let ended) where ended === item: advance(afterFailure: false)
    case .failedToPlayToEnd(let failed, let error) where failed === item: fail(error)
    case .observerFired(Self.lengthObserver, _): advance(afterFailure: false)
    case .seekFinished(lastSeek, _): pendingSeek = nil
    case .interstitialDue(let due, let id, _) where due === item: beginBreak(id)
    case .interstitialDropped(let id): if streamBreak?.tag.id == id { endBreak() }
    default: break
    }
  }

  /// Whether the `ready` notice of the current item has been sent.
  private var wasReady = false

  /// Notifies the interface once when an item is ready, and handles its failure.
  private func itemChanged(_ snapshot: ItemSnapshot) {
    switch snapshot.status {
    case .unknown: wasReady = false
    case .ready where !wasReady:
      wasReady = true
      notices.append(.ready(current.file, snapshot))
    case .ready: break
    case .failed: fail(snapshot.error ?? MediaError(.notMedia, url: current.file.url))
    }
  }

  /// Records an error, notifies the interface and continues with the next file.
  private func fail(_ error: MediaError) {
    hasFailures = true
    notices.append(.failed(current.file, error))
    advance(afterFailure: true)
  }

  /// Opens the next file, or ends playback after the last one.
  private func advance(afterFailure isFailure: Bool) {
    wasReady = false
    guard playlist.advance(afterFailure: isFailure) else {
      hasEnded = true
      // Pending events of this item are ignored.
      item = nil
      notices.append(.finished)
      return
    }
    open()
  }

  /// Derives the playback state from the session and notifies the interface if it has changed.
  private func updateState() {
    guard !hasEnded else { return }
    let now: PlayerStatus.State =
      if wasReady == false {
        .opening
      } else {
        switch session.snapshot.timeControl {
        case .paused: isAtEnd ? .ended : .paused
        // The interstitial event plays or waits on its own.
        case .waiting(.interstitialEvent): streamBreak?.session.snapshot.timeControl == .playing ? .playing : .waiting
        case .waiting: .waiting
        case .playing: .playing
        }
      }
    if now == .playing { beginLength() }
    guard now != state else { return }
    state = now
    notices.append(.stateChanged(now, at: position))
  }

  /// Whether `--length` has been applied to this file.
  private var hasLength = false

  /// `--length` counts from the position where playback starts, which for a live stream is near its end.
  private func beginLength() {
    guard let length = options.length, !hasLength, pendingSeek == nil, streamBreak == nil else { return }
    hasLength = true
    // A requested start is exact; the position has advanced slightly since.
    let start = position
    let isStartRequested = options.start.map { abs($0 - start) < 0.5 } ?? (start < 0.5)
    session.addObserver(
      .boundary([Self.time((isStartRequested ? options.start ?? 0 : start) + length)]), identifier: Self.lengthObserver)
  }

  /// Whether the position has reached a known duration.
  private var isAtEnd: Bool { duration.map { position >= $0 } ?? false }
  /// The position in the current file in seconds; 0 if it is unknown.
  var position: Double {
    let time = session.currentTime()
    return time.isNumeric ? time.seconds : 0
  }
  /// The duration of the current file in seconds; nil if it is unknown, as for a live stream.
  private var duration: Double? {
    guard let duration = item?.snapshot.duration, duration.isNumeric else { return nil }
    return duration.seconds
  }

  /// Starts a seek. A later one replaces it before it completes.
  private func seek(_ target: SeekTarget) {
    lastSeek += 1
    pendingSeek = target.seconds
    let tolerance = Self.time(target.tolerance)
    session.seek(
      SeekRequest(
        time: Self.time(target.seconds), toleranceBefore: tolerance, toleranceAfter: tolerance, identifier: lastSeek))
  }

  /// Sets the speed, limited to `PlayOptions.rates`. It applies at once unless playback is paused.
  private func setSpeed(_ wanted: Double) {
    let clamped = min(max(wanted, PlayOptions.rates.lowerBound), PlayOptions.rates.upperBound)
    // Ten steps up and down again should result in normal speed, not 0.9999.
    speed = abs(clamped - 1) < 0.005 ? 1 : clamped
    if !isPaused { setRate(Float(speed)) }
  }

  /// Changes the volume by a step in percent, limited to 0 through 100.
  private func changeVolume(by step: Double) {
    session.setVolume(Float(max(0, min(100, Double(session.snapshot.volume) * 100 + step)) / 100))
    followVolume()
  }

  /// Microseconds: finer than any key or option can specify.
  private static func time(_ seconds: Double) -> CMTime { CMTime(seconds: seconds, preferredTimescale: 1_000_000) }
}
