/// The decisions of playback on a remote renderer: commands and reports go in, requests and the state come out.
///
/// ```
///          load              plays or is paused            stops
///   idle ────────► loading ──────────────────────► ready ────────► ended (at the end) or stopped (before it)
///                     ▲  │                           │                │
///                     │  └───────────┬───────────────┘                │ playback is requested
///                     │              ▼                                │
///                     │  failed: no response or no progress for       │
///                     │  10 s, or a refused request                   │
///                     └───────────────────────────────────────────────┘
/// ```
///
/// The client's commands change the requested values at once. `nextRequest(at:)` returns the next request that makes
/// the renderer equal to them, one at a time, or a query of its state. Times are seconds of a monotonic clock and an
/// argument of each call.
package struct RemotePlaybackStateMachine: Sendable {
  package typealias Request = RemotePlayback.Request
  package typealias Report = RemotePlayback.Report
  package typealias Transport = RemotePlayback.Transport
  package typealias Phase = RemotePlayback.Phase

  /// The limit for silence and for playback without progress, in seconds.
  package static let timeout = 10.0
  /// The interval of queries during playback, in seconds.
  package static let queryInterval = 1.0
  /// The interval of queries while paused, which notice commands of other remote controls.
  package static let idleQueryInterval = 3.0
  /// The time after a request in which reports of the state before it are ignored, in seconds.
  private static let settlingTime = 2.0
  /// The time in seconds by which a report may be late or imprecise.
  private static let reportTolerance = 0.25
  /// The number of times that a seek is repeated if the renderer ignores it.
  private static let seekRepetitionLimit = 3
  /// The delay before a request without a response is repeated, in seconds.
  private static let retryDelay = 1.0
  /// The distance from the duration at which a stopped transport is the end: reports are a second apart and rounded.
  private static let endTolerance = 2.5

  /// The phase.
  package private(set) var phase = Phase.idle
  /// Whether the client has requested playback.
  package private(set) var isPlaying = false
  /// The duration in seconds, once the renderer has reported one.
  package private(set) var duration: Double?
  /// The requested volume, 0 to 1; nil until a client sets it, so that a renderer keeps its own.
  package private(set) var volume: Double?
  /// Whether the client has requested silence; nil until a client sets it.
  package private(set) var isMuted: Bool?

  /// The position last requested or reported, and the time of it.
  private var anchor = (position: 0.0, time: 0.0)
  /// Whether the position advances: the renderer has reported playback.
  private var isAdvancing = false
  /// The position last reported, which shows progress.
  private var lastReport: Double?
  /// The number of times that the last seek was repeated.
  private var seekRepetitions = 0
  /// Whether the renderer has played the item; before, a stopped transport is not the end.
  private var hasPlayed = false
  /// The requested values that the renderer has not confirmed.
  private var pending = PendingRequests()
  /// The request without a response yet.
  private var sent: Request?
  /// The times of the last response, query and progress.
  private var times = Times()

  /// Times of the clock.
  private struct Times: Sendable {
    /// The time of the first request since the last response; nil if there is none.
    var silence: Double?
    /// The time of the last query.
    var query = -Double.infinity
    /// The time of the last change of the position, or of a command.
    var progress = 0.0
    /// The end of the time in which reports of an earlier state are ignored.
    var settled = -Double.infinity
    /// The earliest time of the next request.
    var retry = -Double.infinity
  }

  /// Creates a machine without an item.
  package init() {}

  /// Whether the renderer plays, as far as known: false while it loads.
  package var isRendering: Bool { phase == .ready && isAdvancing }

  /// The position at a time: extrapolated during playback, and never beyond the duration.
  package func position(at time: Double) -> Double {
    guard isRendering, isPlaying else { return anchor.position }
    let position = anchor.position + max(0, time - anchor.time)
    return duration.map { min(position, max($0, anchor.position)) } ?? position
  }

  /// The state for the session.
  ///
  /// - Parameters:
  ///   - commandCount: The number of commands that were handled.
  ///   - time: The current time.
  package func update(commandCount: Int, at time: Double) -> RemotePlayback.Update {
    RemotePlayback.Update(
      commandCount: commandCount, phase: phase, isPlaying: isPlaying, isRendering: isRendering,
      position: position(at: time))
  }

  // MARK: Commands

  /// Handles a command of the session.
  package mutating func handle(_ command: RemotePlayback.Command, at time: Double) {
    switch command {
    case .load(_, let position): load(position: position, at: time)
    case .setPlaying(let isPlaying): setPlaying(isPlaying, at: time)
    case .seek(let position): seek(to: position, at: time)
    case .setVolume(let volume): setVolume(volume)
    case .setMuted(let isMuted): setMuted(isMuted)
    case .unload: unload(at: time)
    }
  }

  /// Replaces the item. Playback continues if it was requested. Requests for the previous item are dropped.
  ///
  /// - Parameters:
  ///   - position: The position in seconds at which the item starts.
  ///   - time: The current time.
  package mutating func load(position: Double, at time: Double) {
    phase = .loading
    duration = nil
    isAdvancing = false
    hasPlayed = false
    lastReport = nil
    seekRepetitions = 0
    let position = Self.checked(position)
    anchor = (position, time)
    pending.load = true
    pending.seek = position > 0 ? position : nil
    if isPlaying { pending.transport = true }
    times.progress = time
  }

  /// Removes the item. Playback remains requested for the next one, and so do volume and silence that the renderer has
  /// not confirmed.
  package mutating func unload(at time: Double) {
    let (isPlaying, volume, isMuted, pending) = (isPlaying, volume, isMuted, pending)
    self = RemotePlaybackStateMachine()
    (self.isPlaying, self.volume, self.isMuted) = (isPlaying, volume, isMuted)
    (self.pending.volume, self.pending.mute) = (pending.volume, pending.mute)
    anchor.time = time
  }

  /// Starts or pauses playback. After the end, playback starts at the last seek's position, or at the beginning.
  package mutating func setPlaying(_ isPlaying: Bool, at time: Double) {
    anchor = (position(at: time), time)
    times.progress = time
    if self.isPlaying != isPlaying { pending.transport = true }
    self.isPlaying = isPlaying
    if !isPlaying { isAdvancing = false }
    // A stopped renderer has unloaded its item.
    if isPlaying, phase == .ended || phase == .stopped {
      load(position: isAtEnd(anchor.position) ? 0 : anchor.position, at: time)
    }
  }

  /// Seeks. Only the last of several seeks is sent.
  package mutating func seek(to position: Double, at time: Double) {
    let position = duration.map { min(Self.checked(position), $0) } ?? Self.checked(position)
    anchor = (position, time)
    times.progress = time
    guard phase == .ready || phase == .loading else { return }
    pending.seek = position
    seekRepetitions = 0
  }

  /// Sets the volume, 0 to 1.
  package mutating func setVolume(_ volume: Double) {
    self.volume = volume.isFinite ? min(max(volume, 0), 1) : 0
    pending.volume = true
  }

  /// Mutes or unmutes.
  package mutating func setMuted(_ isMuted: Bool) {
    self.isMuted = isMuted
    pending.mute = true
  }

  // MARK: Requests

  /// Returns the next request, which counts as sent; nil while a response is outstanding or nothing is due.
  package mutating func nextRequest(at time: Double) -> Request? {
    guard sent == nil, time >= times.retry, let request = dueRequest(at: time) else { return nil }
    sent = request
    if times.silence == nil { times.silence = time }
    if request == .query { times.query = time } else { pending.remove(request) }
    return request
  }

  /// The request that is due, in the order that renderers expect: an item first, then its position, then playback.
  private func dueRequest(at time: Double) -> Request? {
    switch phase {
    case .idle, .failed, .ended, .stopped: return nil
    case .loading, .ready: break
    }
    if pending.load { return .load }
    if pending.volume, let volume { return .volume(volume) }
    if pending.mute, let isMuted { return .mute(isMuted) }
    // Many renderers seek only in an item that plays, so playback starts before the first seek.
    if pending.transport, isPlaying { return .play }
    if phase == .ready, let seek = pending.seek, hasPlayed { return .seek(seek) }
    if phase == .ready, pending.transport { return .pause }
    return time >= times.query + interval ? .query : nil
  }

  /// The interval of queries.
  private var interval: Double { isPlaying || phase == .loading ? Self.queryInterval : Self.idleQueryInterval }

  /// The next time at which `nextRequest(at:)` or `checkTimeouts(at:)` has an effect; nil while there is none. A time
  /// in the past means now.
  package var deadline: Double? {
    switch phase {
    case .idle, .failed, .ended, .stopped: return nil
    case .loading, .ready: break
    }
    let limit = min(
      times.silence.map { $0 + Self.timeout } ?? .infinity, isPlaying ? times.progress + Self.timeout : .infinity)
    if sent != nil { return limit }
    let query = times.query + interval
    return min(limit, max(times.retry, dueRequest(at: -.infinity) == nil ? query : -.infinity))
  }

  // MARK: Responses

  /// Handles the response to a request other than a query.
  package mutating func accepted(at time: Double) {
    guard let request = sent else { return }
    sent = nil
    times.silence = nil
    switch request {
    case .load:
      times.progress = time
      // An item that is not to play is ready as soon as the renderer has accepted its address.
      if !isPlaying, phase == .loading, !pending.load { phase = .ready }
    case .seek(let position):
      times.progress = time
      times.settled = time + Self.settlingTime
      if pending.seek == nil { anchor = (position, time) }
    case .play, .pause: times.settled = time + Self.settlingTime
    case .volume, .mute, .query: break
    }
    // The state that belongs to the request is queried at once.
    times.query = -Double.infinity
  }

  /// Handles a response that refuses the request. Volume and mute are optional for renderers.
  package mutating func refused(at time: Double) {
    guard let request = sent else { return }
    sent = nil
    times.silence = nil
    switch request {
    case .volume, .mute, .query: break
    // A transport that is stopped cannot pause, and does not need to.
    case .pause: times.query = -.infinity
    case .load, .play, .seek:
      // A request for an item that has been replaced meanwhile does not matter.
      if !pending.load { fail(.refused(request)) }
    }
  }

  /// Handles a request without a response, such as a connection that was closed. The request is repeated.
  package mutating func unanswered(at time: Double) {
    guard let request = sent else { return }
    sent = nil
    times.retry = time + Self.retryDelay
    pending.restore(request)
    checkTimeouts(at: time)
  }

  /// Handles the response to a query. A report that was sent before a pending change is outdated and ignored.
  package mutating func reported(_ report: Report, at time: Double) {
    guard sent == .query else { return }
    sent = nil
    times.silence = nil
    guard pending.isEmpty || phase == .loading || !hasPlayed, !pending.load else { return }
    if let reported = report.duration, reported.isFinite, reported > 0 { duration = reported }
    switch report.transport {
    case .transitioning: isAdvancing = false
    case .playing: reportedPlaying(report, at: time)
    case .paused:
      hasPlayed = true
      // Another remote control may pause before the first report of playback.
      let hasStarted = !pending.transport && time >= times.settled
      if phase == .loading, !isPlaying || hasStarted { phase = .ready }
      guard phase == .ready, pending.isEmpty, !isPlaying || time >= times.settled else { break }
      // Another remote control may have paused.
      if isPlaying { anchor = (position(at: time), time) }
      isPlaying = false
      isAdvancing = false
      takePaused(report.position, at: time)
    case .stopped, .empty: reportedStopped(at: time)
    }
    checkTimeouts(at: time)
  }

  private mutating func reportedPlaying(_ report: Report, at time: Double) {
    hasPlayed = true
    if phase == .loading {
      phase = .ready
      times.progress = time
    }
    guard pending.isEmpty, isPlaying || time >= times.settled else { return }
    let wasAdvancing = isAdvancing
    let expected = position(at: time)
    // Another remote control may have resumed.
    isPlaying = true
    isAdvancing = true
    if !wasAdvancing { times.progress = time }
    guard let position = report.position else {
      // A renderer without positions: the extrapolation continues.
      times.progress = time
      if !wasAdvancing { anchor.time = time }
      return
    }
    defer { if position != lastReport { (lastReport, times.progress) = (position, time) } }
    let isOutdated = time < times.settled && abs(position - expected) > Self.settlingTime
    guard Self.isPlausible(position, duration: duration), !isOutdated else {
      if !wasAdvancing { anchor.time = time }
      // A renderer that still opens the item accepts a seek and ignores it.
      if isOutdated, time >= times.settled - Self.settlingTime / 2, seekRepetitions < Self.seekRepetitionLimit {
        seekRepetitions += 1
        pending.seek = expected
      }
      return
    }
    anchor = (Self.reconciled(expected, with: position), time)
  }

  /// The position after a report. Most renderers report whole seconds, rounded down, and reports arrive a little later:
  /// one that agrees confirms the expected position, which is smoother.
  private static func reconciled(_ expected: Double, with reported: Double) -> Double {
    let precision = reported == reported.rounded() ? 1.0 : 0
    guard abs(reported - expected) <= precision + 1 else { return reported }
    return min(max(expected, reported - reportTolerance), reported + precision + reportTolerance)
  }

  private mutating func reportedStopped(at time: Double) {
    if phase == .loading, !isPlaying { phase = .ready }
    // Before playback starts, transports are stopped; the timeout limits the wait.
    guard phase == .ready, hasPlayed, pending.isEmpty, time >= times.settled || isAtEnd(position(at: time)) else {
      return
    }
    let last = position(at: time)
    let isEnd = duration == nil || isAtEnd(last)
    anchor = (isEnd ? duration ?? last : last, time)
    isPlaying = false
    isAdvancing = false
    phase = isEnd ? .ended : .stopped
  }

  private mutating func takePaused(_ position: Double?, at time: Double) {
    guard let position, Self.isPlausible(position, duration: duration), time >= times.settled else { return }
    anchor = (Self.reconciled(anchor.position, with: position), time)
  }

  /// Fails if the renderer is silent or makes no progress for too long.
  package mutating func checkTimeouts(at time: Double) {
    switch phase {
    case .idle, .failed, .ended, .stopped: return
    case .loading, .ready: break
    }
    if let silence = times.silence, time - silence >= Self.timeout {
      fail(.noResponse)
    } else if isPlaying, time - times.progress >= Self.timeout {
      // A renderer that became silent after its last progress has not responded either.
      let isSilent = times.silence.map { time - $0 > Self.timeout / 2 } ?? false
      fail(isSilent ? .noResponse : .noProgress)
    }
  }

  /// Ends playback with a failure.
  package mutating func fail(_ failure: RemotePlayback.Failure) {
    phase = .failed(failure)
    isPlaying = false
    isAdvancing = false
    sent = nil
    pending = PendingRequests()
  }

  /// Whether a position is at the end of the item.
  package func isAtEnd(_ position: Double) -> Bool { duration.map { position >= $0 - Self.endTolerance } ?? false }

  private static func checked(_ position: Double) -> Double { position.isFinite ? min(max(position, 0), 1e7) : 0 }

  private static func isPlausible(_ position: Double, duration: Double?) -> Bool {
    position.isFinite && position >= 0 && position <= (duration.map { $0 + 1 } ?? 1e7)
  }
}
