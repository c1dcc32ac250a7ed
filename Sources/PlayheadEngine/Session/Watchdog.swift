import CoreMedia

/// How a player can hang although nothing has failed.
package enum StuckKind: Sendable, Equatable {
  /// It waits for media, and none comes.
  case buffering
  /// Its clock is to run, and the position does not move.
  case playing
  /// Everything has been played, and the end is not told.
  case pastTheEnd
  /// Everything is ready and somebody wants to play, and yet it does not begin.
  case suppressed
}

/// Notices a player that hangs: what would otherwise be silence for ever becomes an error. Pure.
///
/// It looks every ten seconds, and only while somebody wants to play.
struct Watchdog {
  /// What is looked at.
  struct Facts: Equatable {
    enum Phase: Equatable {
      /// Nothing is to move: paused, without an item, at the end, waiting for a moment that a program has set.
      case idle
      case waiting
      case ready
      case running
    }
    var phase: Phase
    /// Counts starts: after a jump, or in another item, the same position is no standing still.
    var start = 0
    /// In nanoseconds.
    var position: Int64 = 0
    /// Bytes that have come, and packets and pictures at hand.
    var bytes: Int64 = 0
    var secondsAhead = 0.0
    /// Every packet was read and nothing is left to show or to sound.
    var isPlayedOut = false
  }

  static let interval = HostDuration.seconds(10)
  /// How long each kind may last. Networks have shorter limits of their own; who feeds a pipe may take his time.
  static func limit(_ kind: StuckKind) -> HostDuration {
    switch kind {
    case .buffering: .seconds(600)
    case .playing, .pastTheEnd, .suppressed: .seconds(60)
    }
  }

  private(set) var nextLook: HostTime?
  private var facts = Facts(phase: .idle)
  /// Since when the facts have been the same in what matters.
  private var since = HostTime.zero

  /// Somebody wants to play, or no longer.
  mutating func watch(_ isWanted: Bool, at now: HostTime) {
    if !isWanted {
      self = Watchdog()
    } else if nextLook == nil {
      since = now
      nextLook = now + Self.interval
    }
  }

  /// Looks. Returns what hangs; once.
  mutating func look(_ new: Facts, at now: HostTime) -> StuckKind? {
    nextLook = now + Self.interval
    guard let kind = Self.suspicion(new, after: facts) else {
      (facts, since) = (new, now)
      return nil
    }
    guard now - since >= Self.limit(kind) else { return nil }
    (facts, since) = (new, now)
    return kind
  }

  /// In which way nothing has changed since the last look that saw a change.
  private static func suspicion(_ new: Facts, after old: Facts) -> StuckKind? {
    guard new.phase == old.phase, new.start == old.start else { return nil }
    switch new.phase {
    case .idle: return nil
    case .ready: return .suppressed
    case .waiting:
      let isSame = new.bytes == old.bytes && new.secondsAhead == old.secondsAhead && new.position == old.position
      return isSame ? .buffering : nil
    case .running:
      // A device that stands still may jitter by a few milliseconds.
      if abs(new.position - old.position) < 50_000_000 { return .playing }
      return new.isPlayedOut && old.isPlayedOut ? .pastTheEnd : nil
    }
  }
}
