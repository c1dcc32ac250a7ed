import CoreMedia
import PlayheadBasics
import Synchronization

/// The clock of an item: a linear mapping from host time to media time. The session sets a new mapping when it starts,
/// stops or seeks, or when the audio device reports drift. Readable from any thread without blocking.
package final class MediaClock: Sendable {
  /// The mapping from host time to media time.
  package struct Mapping: Sendable {
    /// The exact position at which the clock last stopped: the requested time, without rounding.
    package var stoppedAt = CMTime.zero
    /// The media time at `hostTime`, in nanoseconds.
    package var mediaNanoseconds: Int64 = 0
    /// The host time at which the mapping holds exactly. Without meaning while stopped.
    package var hostTime = HostTime.zero
    /// Media seconds per host second; 0 while stopped.
    package var rate: Double = 0
    /// The end of the item, while the clock runs towards it.
    package var limit: CMTime?
    /// Whether the clock is stopped until `hostTime`, where the mapping begins.
    package var isStoppedBefore = false
    /// The session's last check for a suspended process; nil if the program drives the clock.
    var lastCheck: HostTime?
    /// When a program or a viewer last saw the position. A suspended clock stops no earlier than there, so that it does
    /// not go back for them.
    var lastSeen = HostTime.zero
  }

  /// The time without a check after which a clock that the program does not drive stops: no thread ran, because the
  /// process was suspended (`SIGSTOP`, a debugger) or had no processor. The session checks four times as often.
  package static let suspensionThreshold = HostDuration.seconds(1)

  /// The lock is held only for a copy or a short calculation, so that readers on any thread return at once.
  private let mapping = Mutex(Mapping())

  /// The timebase that mirrors this clock for programs.
  private let timebase: CMTimebase?

  /// Creates a stopped clock at zero. It moves `timebase`, if any, along with it.
  package init(timebase: CMTimebase? = nil) { self.timebase = timebase }

  /// A consistent copy of the mapping, for several conversions with the same values.
  package var snapshot: Mapping { mapping.withLock { $0 } }
  /// Whether the clock runs.
  package var isRunning: Bool { mapping.withLock { $0.rate != 0 } }

  /// The media time at `host`, in nanoseconds.
  package func nanoseconds(at host: HostTime) -> Int64 { mapping.withLock { $0.nanoseconds(at: host) } }

  /// The media time of the mapping at `host`, also before the clock starts.
  package func mappedNanoseconds(at host: HostTime) -> Int64 {
    mapping.withLock {
      var mapping = $0
      mapping.isStoppedBefore = false
      mapping.lastCheck = nil
      return mapping.nanoseconds(at: host)
    }
  }

  /// The media time at `host`. Exact while the clock is stopped.
  package func time(at host: HostTime) -> CMTime {
    let mapping = snapshot
    guard mapping.rate != 0 else { return mapping.stoppedAt }
    return CMTime(value: mapping.nanoseconds(at: host), timescale: 1_000_000_000)
  }

  /// The visible position: never past the end of the item, which the session may detect late.
  package func position(at host: HostTime) -> CMTime {
    let time = time(at: host)
    return snapshot.limit.map { min(time, $0) } ?? time
  }

  /// The visible position, which a program sees now.
  package func seenPosition(at now: HostTime) -> CMTime {
    noteSeen(at: now)
    return position(at: now)
  }

  /// Records that a program or a viewer sees the position at `now`. Where the process is suspended after that, the
  /// clock continues from there, although the session's last check was earlier.
  package func noteSeen(at now: HostTime) {
    mapping.withLock { if !$0.hasStopped(at: now) { $0.lastSeen = max($0.lastSeen, now) } }
  }

  /// The host time at which the clock reaches `nanoseconds`; nil while it is stopped. With `now`: also nil if the clock
  /// counts as stopped at that time because the session has not checked; waiters are woken after the next check.
  ///
  /// - Parameters:
  ///   - nanoseconds: The media time in nanoseconds.
  ///   - now: The current host time; nil to ignore suspension of the process.
  package func hostTime(ofMedia nanoseconds: Int64, now: HostTime? = nil) -> HostTime? {
    var mapping = snapshot
    guard mapping.rate != 0 else { return nil }
    if let now, mapping.hasStopped(at: now) { return nil }
    mapping.isStoppedBefore = false
    mapping.lastCheck = nil
    let host =
      mapping.hostTime
      + HostDuration(
        nanoseconds: Int64(
          saturating: (Double(nanoseconds.subtractingSaturated(mapping.mediaNanoseconds)) / mapping.rate).rounded(.up)))
    // Both conversions are rounded. A waiter woken one nanosecond early would compute a wait of zero, again and again.
    let shown = mapping.nanoseconds(at: host)
    let isShort = mapping.rate > 0 ? shown < nanoseconds : shown > nanoseconds
    return isShort ? host + HostDuration(nanoseconds: 1) : host
  }

  /// Stops the clock at `time`. A stop at another position is a jump of the timebase. Does not wake threads that wait
  /// for frames: callers notify the pipeline with `clockChanged`.
  package func stop(at time: CMTime) {
    let old = mapping.withLock { mapping in
      defer {
        mapping.stoppedAt = time
        mapping.mediaNanoseconds = time.nanoseconds
        mapping.rate = 0
        mapping.limit = nil
        mapping.lastCheck = nil
      }
      return mapping
    }
    guard let timebase else { return }
    let isJump =
      old.rate == 0 ? old.stoppedAt != time : abs(timebase.time.nanoseconds - time.nanoseconds) > Self.jumpThreshold
    guard isJump || old.rate != 0 else { return }
    timebase.move(rate: 0, anchorTime: time, referenceTime: .zero, isJump: isJump)
  }

  /// Stops the clock at the timebase's position, when the item is no longer driven.
  package func rest() { if let timebase { stop(at: timebase.time) } }

  /// Smaller steps are not reported as a jump.
  private static let jumpThreshold: Int64 = 1_000_000

  /// Runs through `nanoseconds` of media at `host`. `isStoppedBefore`: the clock is stopped there until then.
  ///
  /// - Parameters:
  ///   - nanoseconds: A media time in nanoseconds.
  ///   - host: The host time at which the clock is there. It may be past or future.
  ///   - rate: Media seconds per host second, not 0; negative for reverse playback.
  package func run(through nanoseconds: Int64, at host: HostTime, rate: Double, isStoppedBefore: Bool = false) {
    let old = mapping.withLock { mapping in
      defer {
        mapping.mediaNanoseconds = nanoseconds
        mapping.hostTime = host
        mapping.rate = rate
        mapping.isStoppedBefore = isStoppedBefore
        mapping.lastCheck = nil
      }
      return mapping
    }
    timebase?.move(
      rate: rate, anchorTime: CMTime(nanoseconds: nanoseconds), referenceTime: CMTime(nanoseconds: host.nanoseconds),
      isJump: abs(old.nanoseconds(at: host) - nanoseconds) >= ClockSteering.step)
  }

  /// Runs through `nanoseconds` of media at `host` from `now` on, without going back: a clock that is ahead of that
  /// stops until the mapping has reached its position. The position of media that play forward is monotonic for
  /// observers, also where a device with a longer latency takes over.
  ///
  /// - Parameter rate: Media seconds per host second, positive.
  package func steer(through nanoseconds: Int64, at host: HostTime, rate: Double, now: HostTime) {
    let position = self.nanoseconds(at: now)
    let isChecked = snapshot.lastCheck != nil
    let next = Mapping(mediaNanoseconds: nanoseconds, hostTime: host, rate: rate).nanoseconds(at: now)
    if next < position, rate > 0 {
      let wait = HostDuration.seconds(Double(position.subtractingSaturated(next)) / 1e9 / rate)
      run(through: position, at: now + wait, rate: rate, isStoppedBefore: true)
    } else {
      run(through: nanoseconds, at: host, rate: rate)
    }
    // The caller has just checked.
    if isChecked { _ = look(at: now) }
  }

  /// Records the session's check at `now`; nil if the program drives the clock. Returns false if the clock has stopped
  /// since the last check: it has to be restarted from there. Without effect while the clock is stopped.
  package func look(at now: HostTime?) -> Bool {
    mapping.withLock { mapping in
      guard mapping.rate != 0, let now else {
        mapping.lastCheck = nil
        return true
      }
      if mapping.hasStopped(at: now) { return false }
      mapping.lastCheck = now
      return true
    }
  }

  /// Limits the visible position to `end` until the clock next stops; nil for no limit.
  package func limit(to end: CMTime?) { mapping.withLock { $0.limit = end } }
}

extension MediaClock.Mapping {
  /// Whether the session's last check before `host` is so long ago that the clock counts as stopped.
  func hasStopped(at host: HostTime) -> Bool { lastCheck.map { host - $0 > MediaClock.suspensionThreshold } ?? false }

  /// The media time at `host`, in nanoseconds. Before `hostTime` it is extrapolated backward, unless `isStoppedBefore`.
  package func nanoseconds(at host: HostTime) -> Int64 {
    guard rate != 0 else { return mediaNanoseconds }
    let host = hasStopped(at: host) ? lastCheck.map { max($0, lastSeen) } ?? host : host
    let elapsed = isStoppedBefore ? max(0, (host - hostTime).nanoseconds) : (host - hostTime).nanoseconds
    let moved = rate == 1 ? elapsed : Int64(saturating: (Double(elapsed) * rate).rounded(.down))
    return mediaNanoseconds.addingSaturated(moved).clampedToMediaTime
  }
}

extension CMTime {
  /// Nanoseconds, rounded down, within 73 years of zero, so that any two can be added and subtracted. 0 if not numeric.
  package var nanoseconds: Int64 {
    guard isNumeric, timescale > 0 else {
      return self == .positiveInfinity ? Int64.latestMediaTime : self == .negativeInfinity ? -Int64.latestMediaTime : 0
    }
    let scale = Int64(timescale)
    // Splits whole seconds and the rest, so that nothing overflows before the result does.
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

  /// Creates a time from nanoseconds. The timescale is a billion.
  package init(nanoseconds: Int64) { self.init(value: nanoseconds, timescale: 1_000_000_000) }
}

extension Int64 {
  /// 73 years in nanoseconds. Larger media times are treated as this one.
  package static let latestMediaTime: Int64 = 1 << 61

  /// The value limited to ±`latestMediaTime`, where differences of two values cannot overflow.
  package var clampedToMediaTime: Int64 { Swift.min(Swift.max(self, -Self.latestMediaTime), Self.latestMediaTime) }
}
