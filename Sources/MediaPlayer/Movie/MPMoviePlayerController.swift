import AVFoundation
import Synchronization

/// Plays one movie: the predecessor of `AVPlayer`, as a wrapper of one.
///
/// The view is declared by AVKit, which depends on this module: a program that shows the movie imports AVKit too.
/// Notifications are posted on the main queue.
///
/// - Note: Difference from Apple: `view` and `MPMoviePlayerViewController` are in AVKit, and the view is an
///   `AVPlayerView`.
open class MPMoviePlayerController: NSObject, MPMediaPlayback, @unchecked Sendable {
  // Sendable: the state is behind a lock.
  /// The settings of the client, and what is known about the movie.
  private struct State {
    /// The address of the movie.
    var url: URL?
    /// The item; nil until playback is prepared.
    var item: AVPlayerItem?
    /// Observes the item and the player.
    var observation: MovieObservation?
    /// Whether playback was stopped, has ended, or was not started.
    var isStopped = true
    /// Whether playback starts as soon as enough is buffered, because `prepareToPlay()` was called.
    var startsWhenReady = false
    /// Whether media has run out.
    var hasStalled = false
    /// 1 while seeking forward, −1 while seeking backward, otherwise 0.
    var seeking = 0
    /// The rate before seeking.
    var rateBeforeSeeking: Float = 0
    /// The observable state of which the client was notified.
    var shown = MovieState()
    /// The kind of source that the client has declared.
    var declaredSource = MPMovieSourceType.unknown
    /// Whether playback starts when enough is buffered after `prepareToPlay()`.
    var autoplays = true
    /// The start in seconds; negative for the beginning.
    var start = -1.0
    /// The end in seconds; negative for the end.
    var end = -1.0
    /// The action at the end.
    var repeats = MPMovieRepeatMode.none
    /// How the video fills the view.
    var scaling = MPMovieScalingMode.aspectFit
    /// The controls of the view.
    var style = MPMovieControlStyle.default
  }

  /// The player. AVKit shows it.
  package let player: AVPlayer
  /// The view of AVKit, which it creates on first use. Used on the main thread.
  package var viewStorage: AnyObject?
  /// Called on the caller's thread when `scalingMode` or `controlStyle` was set. Set by AVKit, on the main thread.
  package var onDisplayChange: (() -> Void)?
  /// The settings and the state.
  private let state = Mutex(State())

  /// Creates a player for a movie. Nothing is opened before `prepareToPlay()` or `play()`.
  public init!(contentURL: URL!) {
    player = AVPlayer()
    super.init()
    state.withLock { $0.url = contentURL }
  }

  /// Creates a player on top of another one, for tests.
  package init(contentURL: URL?, player: AVPlayer) {
    self.player = player
    super.init()
    state.withLock { $0.url = contentURL }
  }

  // MARK: Movie

  /// The address of the movie. Setting it ends playback.
  open var contentURL: URL! {
    get { state.withLock { $0.url } }
    set {
      stop()
      state.withLock { state in
        state.url = newValue
        state.item = nil
      }
      setObservation(nil)
      player.replaceCurrentItem(with: nil)
      refresh()
      post(.MPMoviePlayerNowPlayingMovieDidChange)
    }
  }

  /// The kind of source: derived from the movie unless it was set.
  open var movieSourceType: MPMovieSourceType {
    get { state.withLock { $0.declaredSource == .unknown ? $0.shown.source : $0.declaredSource } }
    set { state.withLock { $0.declaredSource = newValue } }
  }

  /// The media in the movie; empty until it is open.
  open var movieMediaTypes: MPMovieMediaTypeMask { state.withLock { $0.shown.mediaTypes } }
  /// The duration in seconds; 0 until it is known.
  open var duration: TimeInterval { state.withLock { $0.shown.duration } }
  /// The size of the video; zero until it is known.
  open var naturalSize: CGSize { state.withLock { $0.shown.size } }

  /// The seconds of the movie that are buffered without a gap, from its beginning.
  open var playableDuration: TimeInterval {
    let ranges = state.withLock { $0.item }?.loadedTimeRanges.map(\.timeRangeValue) ?? []
    let position = player.currentTime()
    return ranges.first { $0.start <= position && position <= $0.end }?.end.seconds ?? 0
  }

  // MARK: Settings

  /// Whether playback starts by itself when enough is buffered after `prepareToPlay()`. True by default.
  open var shouldAutoplay: Bool {
    get { state.withLock { $0.autoplays } }
    set { state.withLock { $0.autoplays = newValue } }
  }

  /// The action at the end. `none` by default.
  open var repeatMode: MPMovieRepeatMode {
    get { state.withLock { $0.repeats } }
    set {
      state.withLock { $0.repeats = newValue }
      player.actionAtItemEnd = newValue == .one ? .none : .pause
    }
  }

  /// The position at which playback starts, in seconds; −1, the default, for the beginning.
  open var initialPlaybackTime: TimeInterval {
    get { state.withLock { $0.start } }
    set { state.withLock { $0.start = newValue } }
  }

  /// The position at which playback ends, in seconds; −1, the default, for the end.
  open var endPlaybackTime: TimeInterval {
    get { state.withLock { $0.end } }
    set {
      let item = state.withLock { state in
        state.end = newValue
        return state.item
      }
      item?.forwardPlaybackEndTime = newValue >= 0 ? Self.time(newValue) : .invalid
    }
  }

  /// How the video fills the view. `aspectFit` by default.
  open var scalingMode: MPMovieScalingMode {
    get { state.withLock { $0.scaling } }
    set {
      let isChange = state.withLock { state in
        defer { state.scaling = newValue }
        return state.scaling != newValue
      }
      onDisplayChange?()
      if isChange { post(.MPMoviePlayerScalingModeDidChange) }
    }
  }

  /// The controls of the view. `embedded` by default.
  open var controlStyle: MPMovieControlStyle {
    get { state.withLock { $0.style } }
    set {
      state.withLock { $0.style = newValue }
      onDisplayChange?()
    }
  }

  // MARK: Playback

  /// The state of playback.
  open var playbackState: MPMoviePlaybackState { state.withLock { $0.shown.playback } }
  /// How much is buffered.
  open var loadState: MPMovieLoadState { state.withLock { $0.shown.load } }
  /// Whether the movie is open and playback can start.
  open var isPreparedToPlay: Bool { state.withLock { $0.shown.isPrepared } }

  /// Opens the movie; with `shouldAutoplay` it plays when enough is buffered.
  open func prepareToPlay() {
    state.withLock { if $0.isStopped { $0.startsWhenReady = $0.autoplays } }
    open()
    startIfReady()
  }

  /// Starts or resumes playback; after the end, or after `stop()`, from the beginning.
  open func play() {
    open()
    state.withLock { state in
      state.isStopped = false
      state.startsWhenReady = false
    }
    player.play()
    refresh()
  }

  /// Pauses playback.
  open func pause() {
    state.withLock { $0.startsWhenReady = false }
    player.pause()
    refresh()
  }

  /// Ends playback: the next start is at the beginning. No end is reported.
  open func stop() {
    player.pause()
    rewind()
    refresh()
  }

  /// The position in seconds; NaN without a movie. Setting it seeks exactly.
  open var currentPlaybackTime: TimeInterval {
    get { player.currentItem == nil ? .nan : player.currentTime().seconds }
    set {
      guard newValue.isFinite else { return }
      open()
      player.seek(to: Self.time(max(0, newValue)), toleranceBefore: .zero, toleranceAfter: .zero)
    }
  }

  /// The rate of playback; 0 while paused. Setting another one plays.
  open var currentPlaybackRate: Float {
    get { player.rate }
    set {
      if newValue != 0 {
        open()
        state.withLock { $0.isStopped = false }
      }
      player.rate = newValue
      refresh()
    }
  }

  /// Plays forward at a multiple of the normal speed until `endSeeking()`.
  open func beginSeekingForward() { beginSeeking(1) }
  /// Plays backward at a multiple of the normal speed until `endSeeking()`.
  open func beginSeekingBackward() { beginSeeking(-1) }

  /// Returns to the rate before seeking.
  open func endSeeking() {
    let rate = state.withLock { state -> Float? in
      defer { state.seeking = 0 }
      return state.seeking == 0 ? nil : state.rateBeforeSeeking
    }
    guard let rate else { return }
    player.rate = rate
    refresh()
  }

  /// Four times the normal speed: fast enough to search, slow enough to recognize a scene.
  private static let seekingRate: Float = 4

  /// Begins to seek in a direction: 1 or −1.
  private func beginSeeking(_ direction: Int) {
    let rate = player.rate
    state.withLock { state in
      if state.seeking == 0 { state.rateBeforeSeeking = rate }
      state.seeking = direction
      state.isStopped = false
    }
    open()
    player.rate = Float(direction) * Self.seekingRate
    refresh()
  }

  // MARK: Item

  /// Creates the item, unless it exists. Playback that was stopped starts at the start time.
  private func open() {
    let (url, hasItem, start, end) = state.withLock { ($0.url, $0.item != nil, $0.start, $0.end) }
    guard let url, !hasItem else { return }
    let item = AVPlayerItem(url: url)
    if end >= 0 { item.forwardPlaybackEndTime = Self.time(end) }
    let observation = MovieObservation(item, in: player) { [weak self] in self?.handle($0) }
    state.withLock { $0.item = item }
    setObservation(observation)
    if start > 0 { item.seek(to: Self.time(start), toleranceBefore: .zero, toleranceAfter: .zero) { _ in } }
    player.replaceCurrentItem(with: item)
    refresh()
  }

  /// Replaces the observation. The old one ends without the lock, because ending waits for calls in progress.
  private func setObservation(_ observation: MovieObservation?) {
    let old = state.withLock { state in
      defer { state.observation = observation }
      return state.observation
    }
    withExtendedLifetime(old) {}
  }

  /// Handles a change of the item or the player.
  private func handle(_ event: MovieObservation.Event) {
    switch event {
    case .changed: refresh()
    case .statusChanged: statusChanged()
    case .stalled:
      state.withLock { $0.hasStalled = true }
      refresh()
    case .reachedEnd: reachedEnd()
    case .failed(let error): finish(.playbackError, error)
    }
  }

  /// The item's status or its buffer has changed.
  private func statusChanged() {
    let item = state.withLock { $0.item }
    if item?.status == .failed {
      let wasPrepared = isPreparedToPlay
      refresh()
      // A failure after the item was ready is reported by its notification.
      if !wasPrepared { finish(.playbackError, item?.error) }
      return
    }
    if item?.isPlaybackLikelyToKeepUp == true { state.withLock { $0.hasStalled = false } }
    refresh()
    startIfReady()
  }

  /// Starts playback that waits for enough media.
  private func startIfReady() {
    let starts = state.withLock { $0.startsWhenReady && $0.shown.load.contains(.playthroughOK) }
    if starts { play() }
  }

  /// The movie has played to its end.
  private func reachedEnd() {
    guard state.withLock({ $0.repeats == .one }) else { return finish(.playbackEnded, nil) }
    rewind()
    play()
  }

  /// Ends playback and reports the reason.
  private func finish(_ reason: MPMovieFinishReason, _ error: (any Error)?) {
    rewind()
    // A movie that has failed is opened again by the next start.
    if reason == .playbackError { state.withLock { $0.item = nil } }
    refresh()
    var userInfo: [String: Any] = [MPMoviePlayerPlaybackDidFinishReasonUserInfoKey: NSNumber(value: reason.rawValue)]
    if let error { userInfo["error"] = error as NSError }
    post(.MPMoviePlayerPlaybackDidFinish, userInfo)
  }

  /// Marks playback as stopped, and returns to the start time.
  private func rewind() {
    let start = state.withLock { state in
      state.isStopped = true
      state.startsWhenReady = false
      state.seeking = 0
      return state.start
    }
    guard player.currentItem != nil else { return }
    player.seek(to: Self.time(max(0, start)), toleranceBefore: .zero, toleranceAfter: .zero)
  }

  /// Derives the observable state, and posts its changes.
  private func refresh() {
    let item = state.withLock { $0.item }
    let control = player.timeControlStatus
    var new = MovieState(of: item)
    let names = state.withLock { state -> [NSNotification.Name] in
      let hasStalled = state.hasStalled && control == .waitingToPlayAtSpecifiedRate
      if new.isPrepared, hasStalled { new.load = [.playable, .stalled] }
      new.playback = MovieState.playback(
        control, isStopped: state.isStopped, seeking: state.seeking, hasStalled: hasStalled)
      defer { state.shown = new }
      return new.notifications(since: state.shown)
    }
    for name in names { post(name) }
  }

  /// Posts a notification.
  private func post(_ name: NSNotification.Name, _ userInfo: [String: Any]? = nil) {
    NotificationCenter.default.post(name: name, object: self, userInfo: userInfo)
  }

  /// A position in seconds as a media time.
  private static func time(_ seconds: Double) -> CMTime { CMTime(seconds: seconds, preferredTimescale: 1_000_000) }
}
