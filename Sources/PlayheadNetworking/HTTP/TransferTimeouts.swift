/// Measures a running request against its time limits. Pure: all times are seconds of `NetworkTime`.
///
///     answering ──header──► receiving ◄──► paused by the receiver
struct TransferTimeouts: Sendable {
  /// The limits of the request.
  private let limits: HTTPLimits
  /// The start of the request.
  private let start: Double
  /// The time of the last header line or byte, or of the end of a pause.
  private var lastByte: Double
  /// The speed of the body, compared with the low-speed limit.
  private var speed: LowSpeedMeter
  /// The bytes of the body that the receiver has taken.
  private var bodyBytes = 0
  /// Whether the header of the final response is complete.
  private var hasHead = false
  /// Whether the receiver has rejected a part of the body: no limit applies until it resumes.
  private(set) var isPaused = false

  /// Begins a request.
  init(_ limits: HTTPLimits, now: Double) {
    self.limits = limits
    start = now
    lastByte = now
    speed = LowSpeedMeter(limits.lowSpeed, now: now)
  }

  /// Notes a header line, or a part of the body before anything counts it.
  mutating func noteArrival(now: Double) { lastByte = now }

  /// Notes the end of the final response's header, whose last line has just arrived.
  mutating func endHead() {
    hasHead = true
    speed.restart(now: lastByte)
  }

  /// Counts bytes of the body that have just arrived.
  ///
  /// - Parameter isDiscarded: Whether the receiver does not get them, as the body of a redirection.
  mutating func count(_ bytes: Int, isDiscarded: Bool = false) {
    if !isDiscarded { bodyBytes += bytes }
    speed.received(bytes, now: lastByte)
  }

  /// Notes that the receiver has rejected a part of the body.
  mutating func pause() { isPaused = true }

  /// Notes that the receiver takes the body again; the limits begin anew.
  mutating func resume(now: Double) {
    isPaused = false
    lastByte = now
    speed.restart(now: now)
  }

  /// The time at which a transfer without data times out; nil: never.
  var deadline: Double? {
    let silence: Double? =
      if isPaused {
        nil
      } else if hasHead {
        min(lastByte + limits.idle, speed.deadline)
      } else {
        start + limits.firstByte
      }
    return [silence, limits.whole.map { start + $0 }].compactMap { $0 }.min()
  }

  /// The failure of a transfer whose deadline has passed; nil before.
  func failure(at now: Double) -> HTTPFailure? {
    guard let deadline, deadline <= now else { return nil }
    if let whole = limits.whole, start + whole <= now {
      return bodyBytes > 0 ? .tooSlow(bytes: bodyBytes, seconds: whole) : .timedOut(.sending, seconds: whole)
    }
    if hasHead, !isPaused, lastByte + limits.idle > now {
      return .tooSlow(bytes: speed.bytes, seconds: limits.lowSpeed.seconds)
    }
    return hasHead ? .timedOut(.sending, seconds: limits.idle) : .timedOut(.answering, seconds: limits.firstByte)
  }
}
