import PlayheadBasics

/// The time limits of a request, in seconds. Time while the receiver pauses the transfer does not count.
package struct HTTPLimits: Sendable, Equatable {
  /// For name resolution, connection and TLS.
  package var connect: Double
  /// From the start to the response header.
  package var firstByte: Double
  /// Between two parts of the body.
  package var idle: Double
  /// The minimum average speed of a body.
  package var lowSpeed = LowSpeedLimit.standard
  /// The limit for the whole opening that the request belongs to (`RequestOptions.opening`).
  package var opening = OpeningLimit.standard
  /// For the whole request; nil for transfers that may last as long as the playback.
  package var whole: Double?

  /// Creates limits in seconds, with the standard low-speed and opening limits.
  package init(connect: Double, firstByte: Double, idle: Double, whole: Double? = nil) {
    self.connect = connect
    self.firstByte = firstByte
    self.idle = idle
    self.whole = whole
  }
}

/// The average speed below which a transfer fails: fewer than `bytes` within `seconds`, as with
/// `CURLOPT_LOW_SPEED_LIMIT` and `CURLOPT_LOW_SPEED_TIME`. The time while the receiver pauses the transfer, and the
/// time before the response header, do not count.
package struct LowSpeedLimit: Sendable, Equatable {
  /// The minimum number of bytes within the window.
  package var bytes: Int
  /// The length of the window in seconds.
  package var seconds: Double

  /// Creates a limit.
  package init(bytes: Int, seconds: Double) {
    (self.bytes, self.seconds) = (bytes, seconds)
  }

  /// 64 bytes a second: a tenth of the slowest speech codec in use (AMR, 4.75 kbit/s), and less than a radio that sends
  /// silence. cargo gives up below 10 bytes a second for 30 s, dnf below 1000 bytes a second for 30 s; streaming
  /// players treat longer gaps as faults (hls.js: 10 s to the first byte), so the window is shorter here.
  package static let standard = LowSpeedLimit(bytes: 960, seconds: 15)

  /// The same average speed over a scaled window.
  package func scaled(by factor: Double) -> LowSpeedLimit {
    LowSpeedLimit(bytes: max(1, Int(saturating: Double(bytes) * factor)), seconds: seconds * factor)
  }
}

/// Measures a transfer against a `LowSpeedLimit`. Each `bytes` of it may take `seconds`.
struct LowSpeedMeter: Sendable {
  /// The limit to compare with.
  private let limit: LowSpeedLimit
  /// The start of the window, in seconds of `NetworkTime`.
  private var began: Double
  /// The bytes received in the window.
  private(set) var bytes = 0

  /// Begins the first window.
  init(_ limit: LowSpeedLimit, now: Double) {
    self.limit = limit
    began = now
  }

  /// The time at which the transfer is too slow unless more bytes arrive.
  var deadline: Double { began + limit.seconds }

  /// Counts bytes; begins a new window as soon as they suffice.
  mutating func received(_ count: Int, now: Double) {
    bytes += count
    if bytes >= limit.bytes { restart(now: now) }
  }

  /// Begins a new window: the header has arrived, or the receiver has resumed.
  mutating func restart(now: Double) {
    began = now
    bytes = 0
  }
}
