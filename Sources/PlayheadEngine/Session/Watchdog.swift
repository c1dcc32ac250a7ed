import CoreMedia
import PlayheadClock
import PlayheadItems
import PlayheadNetworking
import PlayheadPipeline

/// Detects a player that hangs, so that an endless wait becomes an error. Pure.
///
/// It checks every ten seconds, and only while playback is requested.
struct Watchdog {
  /// The observed facts.
  struct Observation: Equatable {
    /// The phase of playback.
    enum Phase: Equatable {
      /// Nothing should move: paused, without an item, at the end, waiting for a host time that the program has set.
      case idle
      /// The item is being opened, a seek is in progress, or media is being buffered.
      case waiting
      /// Playback is requested and could start at once.
      case ready
      /// The clock should run.
      case running
    }
    /// Facts of different phases are not compared: a change of the phase is progress.
    var phase: Phase
    /// Counts starts: after a jump, or in another item, an unchanged position is no hang.
    var start = 0
    /// In nanoseconds.
    var position: Int64 = 0
    /// Bytes received, and seconds of packets and frames buffered.
    var bytes: Int64 = 0
    var secondsAhead = 0.0
    /// Whether every packet was read and nothing is left to play.
    var isPlayedOut = false
  }

  /// The interval of checks. A hang is detected up to this much later than its limit.
  static let interval = HostDuration.seconds(10)
  /// How long each kind may last. Networks have shorter limits of their own; the writer of a pipe may be slow.
  static func limit(_ kind: StuckKind) -> HostDuration {
    switch kind {
    case .buffering: .seconds(600)
    case .playing, .pastTheEnd, .suppressed: .seconds(60)
    }
  }

  /// The next check; nil while playback is not requested.
  private(set) var nextCheck: HostTime?
  /// The facts at the last sign of progress.
  private var observation = Observation(phase: .idle)
  /// Since when the relevant facts have not changed.
  private var since = HostTime.zero

  /// Starts or stops watching, as playback is requested or not.
  mutating func watch(_ isPlaybackRequested: Bool, at now: HostTime) {
    if !isPlaybackRequested {
      self = Watchdog()
    } else if nextCheck == nil {
      since = now
      nextCheck = now + Self.interval
    }
  }

  /// Checks the facts. Returns the kind of hang, once.
  mutating func look(_ new: Observation, at now: HostTime) -> StuckKind? {
    nextCheck = now + Self.interval
    guard let kind = Self.suspectedHang(new, after: observation) else {
      (observation, since) = (new, now)
      return nil
    }
    guard now - since >= Self.limit(kind) else { return nil }
    (observation, since) = (new, now)
    return kind
  }

  /// The kind of hang suspected if nothing relevant has changed since `old`.
  private static func suspectedHang(_ new: Observation, after old: Observation) -> StuckKind? {
    guard new.phase == old.phase, new.start == old.start else { return nil }
    switch new.phase {
    case .idle: return nil
    case .ready: return .suppressed
    case .waiting:
      let isSame = new.bytes == old.bytes && new.secondsAhead == old.secondsAhead && new.position == old.position
      return isSame ? .buffering : nil
    case .running:
      // The position of a stopped device may jitter by a few milliseconds.
      if abs(new.position - old.position) < 50_000_000 { return .playing }
      return new.isPlayedOut && old.isPlayedOut ? .pastTheEnd : nil
    }
  }
}

extension Watchdog.Observation {
  /// The facts of a session.
  ///
  /// - Parameters:
  ///   - start: The number of starts so far.
  ///   - hasReadEverything: Whether the last packet of the current start was read.
  init(_ context: SessionContext, phase: Phase, start: Int, hasReadEverything: Bool) {
    self.init(phase: phase)
    self.start = start
    position = context.clock.nanoseconds(at: context.now)
    guard let pipeline = context.pipeline else { return }
    bytes = pipeline.transfer?.bytesReceived ?? 0
    let ahead = pipeline.secondsAhead(of: context.position)
    secondsAhead = ahead.isFinite ? ahead : 0
    isPlayedOut = hasReadEverything && pipeline.isPlayedOut(at: context.position)
  }
}

extension Watchdog.Observation.Phase {
  /// The phase of a session that no clock of the program drives.
  init(_ state: PlaybackStateMachine.State) {
    switch state {
    case .empty, .ended, .failed: self = .idle
    case .opening, .seeking, .drained, .priming: self = .waiting
    case .ready: self = .ready
    case .running: self = .running
    }
  }
}
