import Foundation
import PlayheadEngine
import PlayheadFFmpeg
import PlayheadNetworking
import Synchronization

/// Opens an asset's resource once for everybody who asks: waiting callers, handlers and tasks share one probe.
///
/// ```
///            load                probe ends
///   idle ──────────► loading ──────────────────► known / failed
///    ▲                  │                               ▲
///    └──────────────────┘       adopt (the player knows)│
///      cancel, or nobody waits any more                 │
///   idle, loading ──────────────────────────────────────┘
/// ```
///
/// A player finds out what playing needs and no more. Tags, chapters and other details are looked up when they are asked for.
final class AssetLoader: Sendable {
  enum Outcome: Sendable {
    case loaded(MediaInfo)
    case failed(MediaError)
    /// Somebody called `cancel`.
    case cancelled
    /// Whoever asked gave up.
    case abandoned
  }

  typealias Waiter = @Sendable (Outcome) -> Void

  /// What has to happen for a request.
  enum Step {
    case done(Outcome)
    case probe(MediaProbe.Cancellation)
    case wait
  }

  let url: URL
  let options: RequestOptions
  /// Whether a container that does not know its length is read through to find it.
  let isMeasured: Bool
  let state = Mutex(AssetLoaderState())

  init(url: URL, options: RequestOptions = RequestOptions(), isMeasured: Bool = false) {
    self.url = url
    self.options = options
    self.isMeasured = isMeasured
  }

  /// Where the values are that stay in the file.
  var resource: MetadataResource { MetadataResource(url: url, options: options) }

  /// What is known, without starting anything.
  var outcome: Outcome? { state.withLock { $0.outcome(needsDetails: false) ?? $0.outcome(needsDetails: true) } }

  /// What is known of the resource, without starting anything.
  var knownInfo: MediaInfo? { if case .loaded(let info)? = outcome { info } else { nil } }

  /// Whether somebody has to look for some of the keys' values where playing does not.
  func lacks(_ keys: [String]) -> Bool {
    AssetLoaderState.needsDetails(keys) && state.withLock { $0.outcome(needsDetails: true) == nil }
  }

  func status(of key: String) -> AVKeyValueStatus { state.withLock { $0.status(of: key) } }

  /// Calls `waiter` once, when the outcome is known: at once on this thread if it is already, else on the probe's
  /// thread.
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

  func startProbe(_ cancellation: MediaProbe.Cancellation) {
    _ = EngineThread("playhead.probe", clock: PlaybackEnvironment.current.clock, qualityOfService: .userInitiated) {
      self.probe(cancellation)
    }
  }

  /// Waits until the outcome is known; opens the resource on this thread if nobody does so already.
  func loadNow(_ key: String) -> Outcome {
    // The player's answer may need the thread that would wait for it.
    if state.withLock({ $0.isLeftToPlayer }), isReadOnce { return outcome ?? .cancelled }
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

  private func probe(_ cancellation: MediaProbe.Cancellation) {
    if isReadOnce, state.withLock({ $0.waitForPlayer(cancellation) }) { return }
    let outcome: Outcome
    do throws(MediaError) {
      // A player may have measured it before.
      let known = isMeasured ? knownInfo : nil
      var info = try MediaProbe.probe(
        url, options: options, isMeasured: isMeasured && known == nil, cancellation: cancellation)
      if let known { info.duration = known.duration }
      outcome = .loaded(info)
    } catch {
      outcome = error.kind == .cancelled ? .cancelled : .failed(error)
    }
    let calls = state.withLock { state -> [(Waiter, Outcome)] in
      // Cancelled, or overtaken by a player, while it ran.
      guard state.running === cancellation else { return [] }
      return state.end(outcome)
    }
    for (waiter, outcome) in calls { waiter(outcome) }
  }

  /// A player has opened the same resource: what it found out counts here too.
  func adopt(_ info: MediaInfo) {
    var info = info
    // Looking for more would take from a pipe what the player needs.
    if url.isFileURL, !info.isSeekable, info.details == nil { info.details = MediaDetails() }
    let calls = state.withLock { $0.adopt(info) }
    for (waiter, outcome) in calls { waiter(outcome) }
  }

  /// A player has found captions within pictures, which no container describes. False where nothing is new.
  func adoptClosedCaptions(_ info: MediaInfo) -> Bool { state.withLock { $0.adoptClosedCaptions(info) } }

  /// Ends loading under way: what was asked for counts as cancelled until it is asked for again.
  func cancel() {
    let calls = state.withLock { state -> [(Waiter, Outcome)] in
      guard let running = state.running else { return [] }
      running.cancel()
      return state.end(.cancelled)
    }
    for (waiter, outcome) in calls { waiter(outcome) }
  }

  /// One waiter gives up and is told so. When it was the last one, the probe ends.
  func abandon(_ ticket: Int) { state.withLock { $0.abandon(ticket) }?(.abandoned) }
}
