import CoreMedia
import PlayheadBasics

/// The time base of a TTML document (TTML2 § 12.3.1).
struct TTMLTime {
  /// Frames per second, including the multiplier, such as 1000/1001.
  private var frameRate = 30.0
  /// The number of sub-frames in a frame.
  private var subFrameRate = 1.0
  /// Ticks per second. The default is the rate of sub-frames if the document has a frame rate, otherwise 1.
  private var tickRate = 1.0

  /// Reads the rates from the attributes of the root element. Values that are not positive are ignored.
  init(_ root: XMLNode) {
    let rate = root.attributes["frameRate"].flatMap { Double($0) }.flatMap { $0 > 0 ? $0 : nil }
    let factors = (root.attributes["frameRateMultiplier"] ?? "").split { $0 == " " || $0 == ":" }.compactMap {
      Double($0)
    }
    frameRate = rate ?? 30
    if factors.count == 2, factors[0] > 0, factors[1] > 0 { frameRate *= factors[0] / factors[1] }
    subFrameRate = root.attributes["subFrameRate"].flatMap { Double($0) }.flatMap { $0 > 0 ? $0 : nil } ?? 1
    tickRate =
      root.attributes["tickRate"].flatMap { Double($0) }.flatMap { $0 > 0 ? $0 : nil }
      ?? (rate == nil ? 1 : frameRate * subFrameRate)
  }

  /// Parses a clock time or an offset time, in microseconds; nil if it is missing or invalid, or beyond 1e9 seconds.
  func parse(_ text: String?) -> CMTime? {
    guard let text = text?.trimmingWhitespace(), !text.isEmpty else { return nil }
    guard let seconds = text.contains(":") ? clock(text) : offset(text), seconds.isFinite, seconds < 1e9 else {
      return nil
    }
    return CMTime(value: Int64(saturating: (seconds * 1_000_000).rounded()), timescale: 1_000_000)
  }

  /// Parses hh:mm:ss.fraction or hh:mm:ss:frames.
  private func clock(_ text: String) -> Double? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3 || parts.count == 4, let hours = Numbers.digits(parts[0]),
      let minutes = Numbers.digits(parts[1]),
      let seconds = Numbers.decimal(parts[2]), seconds >= 0
    else { return nil }
    var result = Double(hours) * 3600 + Double(minutes) * 60 + seconds
    if parts.count == 4 {
      let frames = parts[3].split(separator: ".").map { Numbers.digits($0) }
      guard let whole = frames.first.flatMap({ $0 }) else { return nil }
      result += Double(whole) / frameRate
      if frames.count == 2, let sub = frames[1] { result += Double(sub) / subFrameRate / frameRate }
    }
    return result
  }

  /// Parses a number with a unit: h, m, s, ms, f (frames) or t (ticks). Returns seconds.
  private func offset(_ text: String) -> Double? {
    let unit = text.drop { $0.isNumber || $0 == "." }
    guard let value = Numbers.decimal(text.dropLast(unit.count)) else { return nil }
    switch unit {
    case "h": return value * 3600
    case "m": return value * 60
    case "s": return value
    case "ms": return value / 1000
    case "f": return value / frameRate
    case "t": return value / tickRate
    default: return nil
    }
  }
}
