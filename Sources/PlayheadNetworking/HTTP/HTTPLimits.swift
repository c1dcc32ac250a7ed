import PlayheadBasics

/// How long one request may take, in seconds. A transfer that is paused by its receiver takes no time.
package struct HTTPLimits: Sendable, Equatable {
  /// Name, connection and TLS.
  package var connect: Double
  /// From the start to the head of the answer.
  package var firstByte: Double
  /// Between two pieces of the body.
  package var idle: Double
  /// The average below which a body comes too slowly.
  package var lowSpeed = LowSpeedLimit.usual
  /// The whole of an opening that the request belongs to (`RequestOptions.opening`).
  package var opening = OpeningLimit.usual
  /// All of it; nil for what may last as long as a film.
  package var whole: Double?

  package init(connect: Double, firstByte: Double, idle: Double, whole: Double? = nil) {
    self.connect = connect
    self.firstByte = firstByte
    self.idle = idle
    self.whole = whole
  }
}

/// The average speed below which a transfer fails: fewer than `bytes` within `seconds`, as with `CURLOPT_LOW_SPEED_LIMIT` and
/// `CURLOPT_LOW_SPEED_TIME`. The time of a transfer that its receiver has paused, and the time before the head of the answer, do
/// not count.
package struct LowSpeedLimit: Sendable, Equatable {
  package var bytes: Int
  package var seconds: Double

  package init(bytes: Int, seconds: Double) {
    (self.bytes, self.seconds) = (bytes, seconds)
  }

  /// 64 bytes a second: a tenth of the slowest speech codec in use (AMR, 4.75 kbit/s), and less than a radio that sends silence.
  /// cargo gives up below 10 bytes a second for 30 s, dnf below 1000 bytes a second for 30 s; players of streams take longer pauses
  /// for a fault (hls.js: 10 s to the first byte), so that the window is shorter here.
  package static let usual = LowSpeedLimit(bytes: 960, seconds: 15)

  /// The same average over a longer or shorter time.
  package func scaled(by factor: Double) -> LowSpeedLimit {
    LowSpeedLimit(bytes: max(1, Int(saturating: Double(bytes) * factor)), seconds: seconds * factor)
  }
}

/// Measures a transfer against a `LowSpeedLimit`. Each `bytes` of it may take `seconds`.
struct LowSpeedMeter: Sendable {
  private let limit: LowSpeedLimit
  private var began: Double
  private(set) var bytes = 0

  init(_ limit: LowSpeedLimit, now: Double) {
    self.limit = limit
    began = now
  }

  /// When the transfer is too slow unless more bytes come.
  var deadline: Double { began + limit.seconds }

  mutating func received(_ count: Int, now: Double) {
    bytes += count
    if bytes >= limit.bytes { restart(now: now) }
  }

  /// Begins a new window: the head has come, or the receiver takes bytes again.
  mutating func restart(now: Double) {
    began = now
    bytes = 0
  }
}
