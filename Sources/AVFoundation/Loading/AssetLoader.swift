import Foundation
import PlayheadEngine
import PlayheadItems
import PlayheadMedia
import PlayheadNetworking
import Synchronization

/// Opens an asset's resource once for all requests: blocked callers, handlers and tasks share one probe.
///
/// ```
///            load                probe ends
///   idle ──────────► loading ──────────────────► known / failed
///    ▲                  │                               ▲
///    └──────────────────┘       adopt (player's info)   │
///      cancel, or the last waiter gives up              │
///   idle, loading ──────────────────────────────────────┘
/// ```
///
/// A player reads only the information that playback needs. Metadata, chapters and other details are read on request.
final class AssetLoader: Sendable {
  /// The result of loading.
  enum Outcome: Sendable {
    /// The information about the resource, with details if the request needed them.
    case loaded(MediaInfo)
    /// The resource cannot be opened. The error applies to all later requests.
    case failed(MediaError)
    /// `cancel` was called.
    case cancelled
    /// The waiter gave up.
    case abandoned
  }

  /// Receives the outcome of one request, exactly once, on any thread.
  typealias Waiter = @Sendable (Outcome) -> Void

  /// The next step for a request.
  enum Step {
    /// The outcome is known.
    case done(Outcome)
    /// The caller starts a probe with this cancellation.
    case probe(MediaProbe.Cancellation)
    /// A probe is running, or a player will provide the information.
    case wait
  }

  /// The location of the resource.
  let url: URL
  /// The request options, such as header fields and the resource delegate.
  let options: RequestOptions
  /// Whether a container that does not declare its duration is read completely to determine it.
  let isMeasured: Bool
  /// The state machine, locked because requests come from any thread.
  let state = Mutex(AssetLoaderState())

  /// Creates an idle loader. Nothing is opened until the first request.
  init(url: URL, options: RequestOptions = RequestOptions(), isMeasured: Bool = false) {
    self.url = url
    self.options = options
    self.isMeasured = isMeasured
  }

  /// The resource from which metadata values are read on demand.
  var resource: MetadataResource { MetadataResource(url: url, options: options) }

  /// The known outcome; starts nothing.
  var outcome: Outcome? { state.withLock { $0.outcome(needsDetails: false) ?? $0.outcome(needsDetails: true) } }

  /// The known information about the resource; starts nothing.
  var knownInfo: MediaInfo? { if case .loaded(let info)? = outcome { info } else { nil } }

  /// Whether some of the keys require details that playback does not read.
  func lacks(_ keys: [String]) -> Bool {
    AssetLoaderState.needsDetails(keys) && state.withLock { $0.outcome(needsDetails: true) == nil }
  }

  /// The status of a property; starts nothing. Any thread.
  func status(of key: String) -> AVKeyValueStatus { state.withLock { $0.status(of: key) } }

  /// Calls `waiter` once with the outcome: immediately on this thread if it is known, else on the probe's thread.
  /// - Returns: A ticket for `abandon`.
  @discardableResult
  func load(_ keys: [String], _ waiter: @escaping Waiter) -> Int {
    let (ticket, step) = state.withLock { $0.request(keys, waiter) }
    switch step {
    case .done(let outcome): waiter(outcome)
    case .probe(let cancellation): startProbe(cancellation)
    case .wait: break
    }
    return ticket
  }

  /// Probes the resource on a new thread, which may block.
  func startProbe(_ cancellation: MediaProbe.Cancellation) {
    _ = EngineThread("playhead.probe", clock: PlaybackEnvironment.current.clock, qualityOfService: .userInitiated) {
      self.probe(cancellation)
    }
  }

  /// Blocks until the outcome is known; probes the resource on this thread if no probe is running.
  func loadNow(_ key: String) -> Outcome {
    // The player may need this thread to deliver its result.
    if state.withLock({ $0.hasPlayers }), isReadOnce { return outcome ?? .cancelled }
    let finished = DispatchSemaphore(value: 0)
    let answer = Mutex<Outcome>(.cancelled)
    let (_, step) = state.withLock {
      $0.request([key]) { outcome in
        answer.withLock { $0 = outcome }
        finished.signal()
      }
    }
    switch step {
    case .done(let outcome): return outcome
    case .probe(let cancellation): probe(cancellation)
    case .wait: break
    }
    finished.wait()
    return answer.withLock { $0 }
  }

  /// Probes the resource on this thread, which blocks, and calls the waiters. A resource that can be read only once is
  /// left to a player that has opened it.
  private func probe(_ cancellation: MediaProbe.Cancellation) {
    if isReadOnce, state.withLock({ $0.waitForPlayer(cancellation) }) { return }
    let outcome: Outcome
    do throws(MediaError) {
      // A player may already have measured the duration.
      let known = isMeasured ? knownInfo : nil
      var info = try MediaProbe.probe(
        url, options: options, isMeasured: isMeasured && known == nil, cancellation: cancellation)
      if let known { info.duration = known.duration }
      outcome = .loaded(info)
    } catch {
      outcome = error.kind == .cancelled ? .cancelled : .failed(error)
    }
    let calls = state.withLock { state -> [(Waiter, Outcome)] in
      // Cancelled, or superseded by a player's information, during the probe.
      guard state.running === cancellation else { return [] }
      return state.end(outcome)
    }
    for (waiter, outcome) in calls { waiter(outcome) }
  }

  /// Adopts the information of a player that has opened the same resource.
  func adopt(_ info: MediaInfo) {
    var info = info
    // A probe for details would consume bytes of a pipe that the player needs.
    if url.isFileURL, !info.isSeekable, info.details == nil { info.details = MediaDetails() }
    let calls = state.withLock { $0.adopt(info) }
    for (waiter, outcome) in calls { waiter(outcome) }
  }

  /// Replaces all information: a mutable composition has changed.
  func replace(_ info: MediaInfo) { state.withLock { $0.replace(info) } }

  /// Adopts closed captions that a player has found in the video, which no container declares. Returns false if none
  /// are new.
  func adoptClosedCaptions(_ info: MediaInfo) -> Bool { state.withLock { $0.adoptClosedCaptions(info) } }

  /// Cancels loading in progress: the requested properties are cancelled until requested again.
  func cancel() {
    let calls = state.withLock { state -> [(Waiter, Outcome)] in
      guard let running = state.running else { return [] }
      running.cancel()
      return state.end(.cancelled)
    }
    for (waiter, outcome) in calls { waiter(outcome) }
  }

  /// Abandons one waiter, which receives `abandoned`. Cancels the probe with the last waiter.
  func abandon(_ ticket: Int) { state.withLock { $0.abandon(ticket) }?(.abandoned) }
}
