import CoreMedia
import Foundation
import PlayheadEngine
import PlayheadItems
import PlayheadNetworking
import Synchronization

/// The playback of one resource: its session, its position, and its loops.
///
/// Every pass through the resource is an item of its own; the next one is prepared while the current one plays, and
/// joined to it without a gap. Events are handled on the session's thread, so that loops do not depend on the main
/// queue.
///
///     idle ── prepare ─► prepared ── play ─► playing ── end of the last pass ─► prepared, at 0, `onEnd`
///       ▲                   │  ▲               │  │
///       └────── stop ───────┘  └──── pause ────┘  └── failure ─► idle, at 0, `onEnd`
final class AudioPlayback: Sendable {
  /// A pass through the resource, and its levels.
  private struct Pass: Sendable {
    /// The item of the pass.
    let item: EngineItem
    /// The levels of its samples.
    let levels: AudioLevels
  }

  /// The state under the lock.
  private struct State: Sendable {
    /// The session; nil while idle.
    var session: PlaybackSession?
    /// The number of sessions so far: events of earlier ones are ignored.
    var generation = 0
    /// The current pass; nil while idle.
    var current: Pass?
    /// The pass that follows without a gap; nil for none.
    var next: Pass?
    /// Whether playback was requested and has not ended.
    var isPlaying = false
    /// The rate while playing.
    var rate: Float = 1
    /// The position while there is no session, or while it has not been reached.
    var position = 0.0
    /// Whether the session has not reached `position` yet: the start of a pass, or the number of a seek.
    var isStarting = false
    /// The number of the latest seek that is not complete; nil for none.
    var seek: Int?
    /// The number of seeks so far.
    var seekCount = 0
    /// The number of loops after the first pass; negative for endless.
    var loops = 0
    /// The passes that have ended since the start.
    var completed = 0
    /// The identifier of the audio device; nil for the default.
    var device: String?

    /// Whether another pass follows the current one.
    var repeats: Bool { loops < 0 || completed < loops }
  }

  /// The resource.
  let resource: AudioResource
  /// Fades and balance.
  let output = AudioPlayerOutput()
  /// The environment of the session, with this player's output and bytes.
  private let environment: PlaybackEnvironment
  /// Called on the session's thread at the end of the last pass, with nil, or with the failure.
  private let onEnd: @Sendable (MediaError?) -> Void
  /// The lock is held while commands are posted, never while `onEnd` is called.
  private let state = Mutex(State())

  /// Creates an idle playback.
  init(_ resource: AudioResource, environment: PlaybackEnvironment, onEnd: @escaping @Sendable (MediaError?) -> Void) {
    self.resource = resource
    self.onEnd = onEnd
    var environment = environment
    environment.audio = environment.audio.map(output.provider)
    if let data = resource.data { environment.sources = MemoryByteSourceProvider(data) }
    self.environment = environment
  }

  // MARK: Commands

  /// Opens the session, unless it is open.
  func prepare() { state.withLock { _ = prepare(&$0) } }

  /// Plays from the position; at a host time in seconds, or at once.
  func play(atTime time: Double?) {
    state.withLock { state in
      let session = prepare(&state)
      state.isPlaying = true
      guard let time, time > deviceTime else {
        session.setRate(state.rate)
        return
      }
      let position = Self.time(position(of: state))
      session.setRate(state.rate, time: position, atHostTime: Self.time(time))
    }
  }

  /// Stops at the position, ready to resume.
  func pause() {
    state.withLock { state in
      state.isPlaying = false
      state.session?.setRate(0)
    }
  }

  /// Closes the session. The position remains.
  func stop() {
    state.withLock { state in
      state.position = position(of: state)
      close(&state)
    }
  }

  /// Moves to a position in seconds, which is limited to the resource.
  func seek(to seconds: Double) {
    let target = seconds.isFinite ? max(0, min(resource.duration, seconds)) : 0
    state.withLock { state in
      state.position = target
      guard let session = state.session else { return }
      state.seekCount += 1
      state.seek = state.seekCount
      session.seek(
        SeekRequest(
          time: Self.time(target), toleranceBefore: .zero, toleranceAfter: .zero, identifier: state.seekCount))
    }
  }

  /// Sets the number of loops after the first pass; negative for endless. Applies to the current pass too.
  func setLoops(_ loops: Int) {
    state.withLock { state in
      state.loops = loops
      if state.session != nil, state.repeats != (state.next != nil) { queueNext(&state) }
    }
  }

  /// Sets the rate of playback.
  func setRate(_ rate: Float) {
    state.withLock { state in
      guard rate != state.rate else { return }
      state.rate = rate
      if state.isPlaying { state.session?.setRate(rate) }
    }
  }

  /// Sets the audio device; nil for the default.
  func setDevice(_ identifier: String?) {
    state.withLock { state in
      state.device = identifier
      state.session?.setAudioDevice(identifier)
    }
  }

  // MARK: State

  /// Whether playback was requested and has not ended.
  var isPlaying: Bool { state.withLock { $0.isPlaying } }
  /// The position in seconds.
  var position: Double { state.withLock { position(of: $0) } }
  /// The number of loops after the first pass.
  var loops: Int { state.withLock { $0.loops } }
  /// The audio device; nil for the default.
  var device: String? { state.withLock { $0.device } }
  /// The host time in seconds.
  var deviceTime: Double { Double(environment.clock.now.nanoseconds) / 1e9 }

  /// The levels at the position; nil while not playing.
  var levels: [AudioLevels.Level]? {
    let (levels, seconds) = state.withLock { state -> (AudioLevels?, Double) in
      (state.isPlaying ? state.current?.levels : nil, position(of: state))
    }
    return levels?.levels(at: seconds)
  }

  /// Closes the session and waits for its threads: for tests.
  func closeAndWait() {
    let session = state.withLock { state in
      defer { close(&state) }
      return state.session
    }
    session?.close()
  }

  /// The position: that of the session, unless it has not reached the requested one yet.
  private func position(of state: State) -> Double {
    guard let session = state.session, !state.isStarting, state.seek == nil else { return state.position }
    return max(0, min(resource.duration, session.currentTime().seconds))
  }

  /// A time in seconds as a media time.
  private static func time(_ seconds: Double) -> CMTime {
    CMTime(seconds: seconds, preferredTimescale: 1_000_000_000)
  }

  // MARK: Passes

  /// Makes the session and its first pass, unless they exist.
  private func prepare(_ state: inout State) -> PlaybackSession {
    if let session = state.session { return session }
    state.generation += 1
    let generation = state.generation
    let receiver = Receiver(playback: self)
    let session = PlaybackSession(environment: environment) { receiver.playback?.takeEvents(of: generation) }
    state.session = session
    session.setEndAction(.advance)
    if let device = state.device { session.setAudioDevice(device) }
    start(&state, at: state.position, in: session)
    return session
  }

  /// Refers to the playback from its session, which must not retain it.
  private struct Receiver: Sendable {
    weak var playback: AudioPlayback?
  }

  /// Opens the first pass at a position, and prepares the next one.
  private func start(_ state: inout State, at position: Double, in session: PlaybackSession) {
    state.completed = 0
    state.position = position
    state.isStarting = true
    state.seek = nil
    let pass = makePass(from: position)
    state.current = pass
    session.setItem(pass.item)
    queueNext(&state)
  }

  /// Makes a pass from a position on.
  private func makePass(from position: Double) -> Pass {
    let levels = AudioLevels(channelCount: resource.channelCount)
    return Pass(item: resource.makeItem(from: position, tap: levels), levels: levels)
  }

  /// Prepares the pass after the current one, or none after the last one.
  private func queueNext(_ state: inout State) {
    state.next = state.repeats ? makePass(from: 0) : nil
    state.session?.setNextItem(state.next?.item)
  }

  /// Drops the session: its last reference ends it.
  private func close(_ state: inout State) {
    state.isPlaying = false
    state.completed = 0
    state.isStarting = false
    state.seek = nil
    (state.session, state.current, state.next) = (nil, nil, nil)
  }

  // MARK: Events

  /// Handles the session's events. Called on its thread.
  private func takeEvents(of generation: Int) {
    let session = state.withLock { $0.generation == generation ? $0.session : nil }
    for event in session?.takeEvents() ?? [] {
      let end = state.withLock { state -> End? in
        guard state.generation == generation, let session = state.session else { return nil }
        return handle(event, &state, session)
      }
      if let end { onEnd(end.error) }
    }
  }

  /// The end of playback, with the error of a failure.
  private struct End: Sendable {
    let error: MediaError?
  }

  /// Handles one event; returns the end of playback.
  private func handle(_ event: SessionEvent, _ state: inout State, _ session: PlaybackSession) -> End? {
    switch event {
    case .timeJumped(let item, _) where item === state.current?.item: state.isStarting = false
    case .seekFinished(let identifier, _) where identifier == state.seek: state.seek = nil
    case .playedToEnd(let item) where item === state.current?.item:
      guard let next = state.next else {
        session.setRate(0)
        state.isPlaying = false
        start(&state, at: 0, in: session)
        return End(error: nil)
      }
      // The session has advanced to it, unless the next pass was set after the end: then it starts now.
      state.current = next
      state.completed += 1
      session.setItem(next.item)
      queueNext(&state)
    case .itemChanged(let item, let snapshot) where item === state.current?.item && snapshot.status == .failed:
      return fail(snapshot.error ?? MediaError(.damaged, url: resource.url), &state)
    case .failedToPlayToEnd(let item, let error) where item === state.current?.item: return fail(error, &state)
    default: break
    }
    return nil
  }

  /// Ends playback after a failure.
  private func fail(_ error: MediaError, _ state: inout State) -> End {
    state.position = 0
    close(&state)
    return End(error: error)
  }
}
