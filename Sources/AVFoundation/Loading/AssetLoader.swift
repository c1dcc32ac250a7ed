import Foundation
import PlayheadEngine
import PlayheadFFmpeg
import PlayheadNetworking
import Synchronization

/// Opens an asset's resource once for everybody who asks: waiting callers, handlers and tasks share one probe.
///
/// ```
///            load                probe ends
///   idle ──────────► loading ──────────────────► loaded / failed
///    ▲                  │                               ▲
///    └──────────────────┘       adopt (the player knows)│
///      cancel, or nobody waits any more                 │
///   idle, loading ──────────────────────────────────────┘
/// ```
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

  fileprivate enum Phase {
    case idle
    case loading(MediaProbe.Cancellation)
    case ended(Outcome)
  }

  fileprivate struct State {
    var phase = Phase.idle
    var requested: Set<String> = []
    var cancelled: Set<String> = []
    var waiters: [Int: Waiter] = [:]
    var ticket = 0
  }

  let url: URL
  /// What goes along with every request for the asset.
  let options: RequestOptions
  private let state = Mutex(State())

  init(url: URL, options: RequestOptions = RequestOptions()) {
    self.url = url
    self.options = options
  }

  /// What is known, without starting anything.
  var outcome: Outcome? {
    state.withLock { if case .ended(let outcome) = $0.phase { outcome } else { nil } }
  }

  func status(of key: String) -> AVKeyValueStatus {
    state.withLock { state in
      switch state.phase {
      case .ended(.loaded): .loaded
      case .ended: .failed
      case .loading where state.requested.contains(key): .loading
      case .loading, .idle: state.cancelled.contains(key) ? .cancelled : .unknown
      }
    }
  }

  /// Calls `waiter` once, when the outcome is known: at once on this thread if it is already, else on the probe's
  /// thread.
  /// - Returns: A ticket for `abandon`.
  @discardableResult
  func load(_ keys: [String], _ waiter: @escaping Waiter) -> Int {
    enum Step {
      case call(Outcome)
      case probe(MediaProbe.Cancellation)
      case wait
    }
    let (ticket, step) = state.withLock { state -> (Int, Step) in
      state.ticket += 1
      if case .ended(let outcome) = state.phase { return (state.ticket, .call(outcome)) }
      state.requested.formUnion(keys)
      state.cancelled.subtract(keys)
      state.waiters[state.ticket] = waiter
      guard case .idle = state.phase else { return (state.ticket, .wait) }
      let cancellation = MediaProbe.Cancellation()
      state.phase = .loading(cancellation)
      return (state.ticket, .probe(cancellation))
    }
    switch step {
    case .call(let outcome): waiter(outcome)
    case .probe(let cancellation):
      _ = EngineThread("playhead.probe", clock: PlaybackEnvironment.current.clock, qualityOfService: .userInitiated) {
        self.probe(cancellation)
      }
    case .wait: break
    }
    return ticket
  }

  /// Waits until the outcome is known; opens the resource on this thread if nobody does so already.
  func loadNow(_ key: String) -> Outcome {
    enum Step {
      case done(Outcome)
      case probe(MediaProbe.Cancellation)
      case wait
    }
    let finished = DispatchSemaphore(value: 0)
    let step = state.withLock { state -> Step in
      switch state.phase {
      case .ended(let outcome): return .done(outcome)
      case .idle:
        state.requested.insert(key)
        let cancellation = MediaProbe.Cancellation()
        state.phase = .loading(cancellation)
        return .probe(cancellation)
      case .loading:
        state.requested.insert(key)
        state.ticket += 1
        state.waiters[state.ticket] = { _ in finished.signal() }
        return .wait
      }
    }
    switch step {
    case .done(let outcome): return outcome
    case .probe(let cancellation): probe(cancellation)
    case .wait: finished.wait()
    }
    return outcome ?? .cancelled
  }

  private func probe(_ cancellation: MediaProbe.Cancellation) {
    let outcome: Outcome
    do throws(MediaError) {
      outcome = .loaded(try MediaProbe.probe(url, options: options, cancellation: cancellation))
    } catch {
      outcome = error.kind == .cancelled ? .cancelled : .failed(error)
    }
    let waiters = state.withLock { state -> [Waiter] in
      // Cancelled, or overtaken by a player, while it ran.
      guard case .loading(let current) = state.phase, current === cancellation else { return [] }
      return state.end(outcome)
    }
    for waiter in waiters { waiter(outcome) }
  }

  /// A player has opened the same resource: what it found out counts here too.
  func adopt(_ info: MediaInfo) {
    let waiters = state.withLock { state -> [Waiter] in
      switch state.phase {
      case .ended: return []
      case .loading(let cancellation): cancellation.cancel()
      case .idle: break
      }
      return state.end(.loaded(info))
    }
    for waiter in waiters { waiter(.loaded(info)) }
  }

  /// Ends loading under way: what was asked for counts as cancelled until it is asked for again.
  func cancel() {
    let waiters = state.withLock { state -> [Waiter] in
      guard case .loading(let cancellation) = state.phase else { return [] }
      cancellation.cancel()
      return state.end(.cancelled)
    }
    for waiter in waiters { waiter(.cancelled) }
  }

  /// One waiter gives up and is told so. When it was the last one, the probe ends.
  func abandon(_ ticket: Int) {
    let waiter = state.withLock { state -> Waiter? in
      guard let waiter = state.waiters.removeValue(forKey: ticket) else { return nil }
      if state.waiters.isEmpty, case .loading(let cancellation) = state.phase {
        cancellation.cancel()
        state.phase = .idle
        state.requested = []
      }
      return waiter
    }
    waiter?(.abandoned)
  }
}

extension AssetLoader.State {
  /// Ends loading; returns who is to be told.
  fileprivate mutating func end(_ outcome: AssetLoader.Outcome) -> [AssetLoader.Waiter] {
    switch outcome {
    case .loaded, .failed: phase = .ended(outcome)
    case .cancelled, .abandoned:
      phase = .idle
      cancelled = requested
    }
    requested = []
    defer { waiters = [:] }
    return waiters.sorted { $0.key < $1.key }.map(\.value)
  }
}
