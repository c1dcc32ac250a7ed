import CoreMedia
import PlayheadBasics
import Synchronization

/// Which media time it is at which host time: one straight line, drawn anew by the session when it starts, stops, seeks, or when
/// the sound device tells that the line drifts. Readable from any thread without waiting.
package final class MediaClock: Sendable {
  struct Line: Sendable {
    /// Where the clock stood exactly when it last stopped: what was asked for, without rounding.
    var stoppedAt = CMTime.zero
    var mediaNanoseconds: Int64 = 0
    var hostTime = HostTime.zero
    /// Media seconds a host second; 0 while stopped.
    var rate: Double = 0
    /// The end of the item, where the clock runs towards it.
    var limit: CMTime?
    /// Whether it stands until `hostTime`: the line begins there.
    var standsBefore = false
    /// When the session last looked; nil where something else than the host's clock leads it.
    var beat: HostTime?
  }

  /// A line that only the host's clock leads stands where the session has not looked for so long: no thread ran, because the program
  /// was stopped (`SIGSTOP`, a debugger) or had no processor. The session looks four times as often.
  static let longestSilence = HostDuration.seconds(1)

  private let line = Mutex(Line())

  /// Shows programs the same time.
  private let timebase: CMTimebase?

  package init(timebase: CMTimebase? = nil) { self.timebase = timebase }

  var snapshot: Line { line.withLock { $0 } }
  package var isRunning: Bool { line.withLock { $0.rate != 0 } }

  /// The media time at `host`, in nanoseconds.
  func nanoseconds(at host: HostTime) -> Int64 { line.withLock { $0.nanoseconds(at: host) } }

  /// The media time that the line leads to at `host`, also where the clock still stands.
  func lineNanoseconds(at host: HostTime) -> Int64 {
    line.withLock {
      var line = $0
      line.standsBefore = false
      line.beat = nil
      return line.nanoseconds(at: host)
    }
  }

  package func time(at host: HostTime) -> CMTime {
    let line = snapshot
    guard line.rate != 0 else { return line.stoppedAt }
    return CMTime(value: line.nanoseconds(at: host), timescale: 1_000_000_000)
  }

  /// What is told of it: never more than the end of the item, which the session may notice late.
  package func position(at host: HostTime) -> CMTime {
    let time = time(at: host)
    return snapshot.limit.map { min(time, $0) } ?? time
  }

  /// When the clock will show `nanoseconds` or more, backward or less; nil while it stands. `now`: also nil where the line stands at
  /// that moment because the session has not looked; it wakes who waits when it has.
  func hostTime(ofMedia nanoseconds: Int64, now: HostTime? = nil) -> HostTime? {
    var line = snapshot
    guard line.rate != 0 else { return nil }
    if let now, line.hasStopped(at: now) { return nil }
    line.standsBefore = false
    line.beat = nil
    let host =
      line.hostTime
      + HostDuration(
        nanoseconds: Int64(
          saturating: (Double(nanoseconds.subtractingSaturated(line.mediaNanoseconds)) / line.rate).rounded(.up)))
    // Both ways are rounded. Whoever waited for a moment before would find that it has not come, and wait for no time at all.
    let shown = line.nanoseconds(at: host)
    let isShort = line.rate > 0 ? shown < nanoseconds : shown > nanoseconds
    return isShort ? host + HostDuration(nanoseconds: 1) : host
  }

  func stop(at time: CMTime) {
    let old = line.withLock { line in
      defer {
        line.stoppedAt = time
        line.mediaNanoseconds = time.nanoseconds
        line.rate = 0
        line.limit = nil
        line.beat = nil
      }
      return line
    }
    guard let timebase else { return }
    let isJump = old.rate == 0 ? old.stoppedAt != time : abs(timebase.time.nanoseconds - time.nanoseconds) > Self.noise
    guard isJump || old.rate != 0 else { return }
    timebase.move(rate: 0, anchorTime: time, referenceTime: .zero, isJump: isJump)
  }

  /// Nobody moves it any more.
  func rest() { if let timebase { stop(at: timebase.time) } }

  /// Steps that nobody could call a jump.
  private static let noise: Int64 = 1_000_000

  /// Runs through `nanoseconds` of media at `host`. `standsBefore`: it stands there until then.
  func run(through nanoseconds: Int64, at host: HostTime, rate: Double, standsBefore: Bool = false) {
    let old = line.withLock { line in
      defer {
        line.mediaNanoseconds = nanoseconds
        line.hostTime = host
        line.rate = rate
        line.standsBefore = standsBefore
        line.beat = nil
      }
      return line
    }
    timebase?.move(
      rate: rate, anchorTime: CMTime(nanoseconds: nanoseconds), referenceTime: CMTime(nanoseconds: host.nanoseconds),
      isJump: abs(old.nanoseconds(at: host) - nanoseconds) >= ClockSteering.step)
  }

  /// The session looks at `now`; nil: something else than the host's clock leads the line. Returns false where
  /// the line has stood since the last look: it is to be begun anew from there.
  func look(at now: HostTime?) -> Bool {
    line.withLock { line in
      guard line.rate != 0, let now else {
        line.beat = nil
        return true
      }
      if line.hasStopped(at: now) { return false }
      line.beat = now
      return true
    }
  }

  /// Nothing behind `end` is told of it until it next stops; nil: everything is.
  func limit(to end: CMTime?) { line.withLock { $0.limit = end } }
}

extension MediaClock.Line {
  func hasStopped(at host: HostTime) -> Bool { beat.map { host - $0 > MediaClock.longestSilence } ?? false }

  func nanoseconds(at host: HostTime) -> Int64 {
    guard rate != 0 else { return mediaNanoseconds }
    let host = hasStopped(at: host) ? beat ?? host : host
    let elapsed = standsBefore ? max(0, (host - hostTime).nanoseconds) : (host - hostTime).nanoseconds
    let moved = rate == 1 ? elapsed : Int64(saturating: (Double(elapsed) * rate).rounded(.down))
    return mediaNanoseconds.addingSaturated(moved).clampedToMediaTime
  }
}

extension CMTime {
  /// Nanoseconds, rounded down, within 73 years of zero: any two of them can be added and subtracted. 0 for no number.
  package var nanoseconds: Int64 {
    guard isNumeric, timescale > 0 else {
      return self == .positiveInfinity ? Int64.latestMediaTime : self == .negativeInfinity ? -Int64.latestMediaTime : 0
    }
    let scale = Int64(timescale)
    // Whole seconds and the rest apart, so that nothing overflows before the result does.
    let (seconds, rest) = value.quotientAndRemainder(dividingBy: scale)
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    guard !overflow else { return value < 0 ? -Int64.latestMediaTime : Int64.latestMediaTime }
    let (part, remainder) = (rest * 1_000_000_000).quotientAndRemainder(dividingBy: scale)
    return whole.addingSaturated(part - (remainder < 0 ? 1 : 0)).clampedToMediaTime
  }

  /// Nanoseconds, rounded up.
  package var nanosecondsAtLeast: Int64 {
    let below = nanoseconds
    return below < Int64.latestMediaTime && CMTime(nanoseconds: below) < self ? below + 1 : below
  }

  package init(nanoseconds: Int64) { self.init(value: nanoseconds, timescale: 1_000_000_000) }
}

extension Int64 {
  /// 73 years in nanoseconds. Media times that claim more are treated as this one.
  package static let latestMediaTime: Int64 = 1 << 61

  var clampedToMediaTime: Int64 { Swift.min(Swift.max(self, -Self.latestMediaTime), Self.latestMediaTime) }
}
