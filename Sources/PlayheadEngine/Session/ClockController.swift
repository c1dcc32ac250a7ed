import CoreMedia
import PlayheadBasics
import PlayheadClock
import PlayheadItems
import PlayheadMedia
import PlayheadPipeline

/// Drives the clock of the current item where the audio device does not: by an anchor to the host time, by a source
/// clock, or by the host clock alone. Used on the session's thread.
///
/// The anchor and the source clock are set by the program. A source clock drives the item from `anchorToSourceClock` to
/// `clockHasStopped`.
struct ClockController {
  /// The beginning of playback with an anchor to the host time.
  enum AnchoredStart: Equatable {
    /// The clock runs, or is stopped at its position until the anchor's host time.
    case running
    /// The item is too far behind the anchor: a seek to this position comes first.
    case seek(to: CMTime)
  }

  /// The anchor between item time and host time that the program has set.
  private var hostAnchor: HostTimeAnchor?
  /// How many seeks were made for it. Limited to two.
  private var anchorSeeks = 0
  /// When the latest of these seeks started: its duration is the estimate for the next one.
  private var anchorSeekStart: HostTime?
  /// The clock that drives the item instead of the audio device.
  private var sourceClock: CMClock?
  /// The anchor that the item's clock follows; nil while another clock drives the item, or nothing moves.
  private var sourceAnchor: SourceClockAnchor?
  /// The next comparison with the source clock; nil without an anchor.
  private var nextSteering: HostTime?
  /// The next check for a suspended process while only the host clock drives playback.
  private var nextSuspensionCheck: HostTime?

  /// More than a second of media is skipped with a seek rather than decoded and dropped.
  private static let catchUpLimit: Int64 = 1_000_000_000
  /// Two clocks drift apart by less than a millisecond in this interval.
  private static let steeringInterval = HostDuration.milliseconds(100)
  /// A quarter of `MediaClock.suspensionThreshold`.
  private static let suspensionCheckInterval = HostDuration.milliseconds(250)

  /// Whether the program has set an anchor to the host time.
  var hasHostAnchor: Bool { hostAnchor != nil }
  /// Whether the program has set a source clock.
  var hasSourceClock: Bool { sourceClock != nil }
  /// Whether the program determines the time, which may be far in the future, or not pass at all.
  var isDrivenByProgram: Bool { hasHostAnchor || hasSourceClock }
  /// Whether a source clock drives the item now.
  var followsSourceClock: Bool { sourceAnchor != nil }
  /// The next time at which a clock has to be compared; nil if there is none.
  var nextCheck: HostTime? { [nextSuspensionCheck, nextSteering].compactMap { $0 }.min() }

  /// The clock of the current item was stopped: nothing drives it.
  mutating func clockHasStopped() {
    sourceAnchor = nil
    nextSteering = nil
  }

  // MARK: Host time

  /// Sets the anchor between item time and host time. Times that are not numeric stand for the current ones. Rate 0
  /// removes it.
  mutating func setHostAnchor(rate: Float, time: CMTime, host: CMTime, _ context: SessionContext) {
    hostAnchor =
      rate == 0
      ? nil
      : HostTimeAnchor(
        media: (time.isNumeric ? time : context.position).nanoseconds,
        host: host.isNumeric ? HostTime(nanoseconds: host.nanoseconds) : context.now, rate: Double(rate))
    anchorSeeks = 0
    anchorSeekStart = nil
  }

  /// Removes the anchor: the client has requested something else.
  mutating func removeHostAnchor() { hostAnchor = nil }

  /// Removes an anchor whose rate is not the requested one.
  mutating func removeHostAnchor(unlessAtRate rate: Float) {
    if let hostAnchor, !(hostAnchor.rate == Double(rate)) { self.hostAnchor = nil }
  }

  /// Starts the clock at the anchor's position, or requests a seek. Without an anchor it does nothing.
  ///
  /// The seek leads to the position that the item will have when the seek completes: on the first try the current one,
  /// on the second one later by the duration of the first seek. The remaining offset is skipped by dropping media.
  mutating func startAnchored(_ context: SessionContext) -> AnchoredStart {
    guard let hostAnchor else { return .running }
    let position = context.clock.snapshot.stoppedAt.nanoseconds
    switch hostAnchor.start(from: position, at: context.now) {
    case .hold(let start):
      context.clock.run(through: position, at: start, rate: hostAnchor.rate, isStoppedBefore: true)
    case .catchUp(let behind):
      if behind > Self.catchUpLimit, anchorSeeks < 2, context.item?.snapshot.info?.isSeekable == true {
        anchorSeeks += 1
        let seekDuration = anchorSeekStart.map { context.now - $0 } ?? .zero
        anchorSeekStart = context.now
        return .seek(to: CMTime(nanoseconds: max(0, hostAnchor.nanoseconds(at: context.now + seekDuration))))
      }
      context.clock.run(through: hostAnchor.nanoseconds(at: context.now), at: context.now, rate: hostAnchor.rate)
    }
    context.pipeline?.clockChanged()
    return .running
  }

  // MARK: Source clock

  /// Sets the source clock; nil for the audio device. It does not drive an item that a renderer plays.
  mutating func setSourceClock(_ clock: CMClock?, _ context: SessionContext) {
    sourceClock = clock
    guard context.isMoving, !context.isExternal else { return }
    if clock == nil { sourceAnchor = nil } else { anchorToSourceClock(context) }
  }

  /// From here on the source clock, if any, drives the item. Does nothing while the clock is stopped.
  mutating func anchorToSourceClock(_ context: SessionContext) {
    guard let sourceClock, context.isMoving, context.clock.isRunning else { return }
    sourceAnchor = SourceClockAnchor(
      media: context.clock.nanoseconds(at: context.now), source: Self.time(of: sourceClock, context),
      rate: Double(context.rate))
    nextSteering = context.now + Self.steeringInterval
  }

  /// The current item is replaced by the next one while playing: its clock is not anchored yet.
  mutating func releaseSourceClock() { sourceAnchor = nil }

  /// Steers the item's clock to the source clock, if that is due.
  mutating func steerIfDue(_ context: SessionContext) {
    guard let nextSteering, nextSteering <= context.now else { return }
    guard let sourceAnchor, let sourceClock, context.isMoving else {
      self.nextSteering = nil
      return
    }
    self.nextSteering = context.now + Self.steeringInterval
    let expected = sourceAnchor.nanoseconds(at: Self.time(of: sourceClock, context))
    let present = context.clock.nanoseconds(at: context.now)
    let correction = ClockSteering.correction(for: expected - present)
    guard correction != 0 else { return }
    context.clock.run(through: present + correction, at: context.now, rate: sourceAnchor.rate)
    context.pipeline?.clockChanged()
  }

  /// The time of the source clock. The host clock is the engine's own, which a test may control.
  private static func time(of source: CMClock, _ context: SessionContext) -> Int64 {
    source == .hostTimeClock ? context.now.nanoseconds : source.time.nanoseconds
  }

  // MARK: Host clock

  /// Detects a suspended process (`SIGSTOP`) where the program does not drive the clock. The host clock continues
  /// meanwhile, the item does not: it resumes from the position at the last check. An audio device has stopped as well,
  /// a moment later, and steers the clock to its position.
  ///
  /// - Returns: Whether the process was suspended.
  mutating func checkForSuspension(_ context: SessionContext) -> Bool {
    let clock = context.clock
    guard context.isMoving, clock.isRunning, !followsSourceClock, !isDrivenByProgram else {
      nextSuspensionCheck = nil
      _ = clock.look(at: nil)
      return false
    }
    let now = context.now
    let wasSuspended = !clock.look(at: now)
    if wasSuspended {
      clock.run(through: clock.nanoseconds(at: now), at: now, rate: clock.snapshot.rate)
      _ = clock.look(at: now)
      context.pipeline?.clockChanged()
    }
    nextSuspensionCheck = now + Self.suspensionCheckInterval
    return wasSuspended
  }
}
