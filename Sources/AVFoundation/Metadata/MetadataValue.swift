import Foundation

/// Converts the value of a metadata item to the types of the API. nil if there is no conversion.
struct MetadataValue {
  /// The value as the file or the client provides it.
  let value: (any NSCopying & NSObjectProtocol)?

  /// Text, or the digits of a number.
  var string: String? {
    switch value {
    case let text as NSString: text as String
    case let number as NSNumber: number.stringValue
    default: nil
    }
  }

  /// A number, or text that is entirely one.
  var number: NSNumber? {
    switch value {
    case let number as NSNumber: number
    case let text as NSString: Self.number(text as String)
    default: nil
    }
  }

  /// Text that is entirely a number.
  private static func number(_ text: String) -> NSNumber? {
    let trimmed = text.trimmingCharacters(in: .whitespaces)
    if let whole = Int64(trimmed) { return NSNumber(value: whole) }
    guard let number = Double(trimmed), number.isFinite else { return nil }
    return NSNumber(value: number)
  }

  /// A date, or text in ISO 8601 format.
  var date: Date? {
    switch value {
    case let date as NSDate: Date(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate)
    case let text as NSString: MetadataDate.date(text as String)
    default: nil
    }
  }

  /// Binary data. Text is not converted.
  var data: Data? { (value as? NSData).map { Data(referencing: $0) } }
}

/// Dates in tags: ISO 8601, from the year alone to fractional seconds with a time zone.
enum MetadataDate {
  /// The date of a text; nil if it has another format or a value out of range. Without a time zone, the time is UTC.
  static func date(_ text: String) -> Date? {
    let characters = Array(text.trimmingCharacters(in: .whitespaces).utf8)
    var reader = DateReader(characters)
    guard let year = reader.number(4) else { return nil }
    var parts = DateComponents(timeZone: TimeZone(secondsFromGMT: 0), year: year, month: 1, day: 1)
    if reader.take("-"), let month = reader.number(2) {
      parts.month = month
      if reader.take("-"), let day = reader.number(2) { parts.day = day }
    }
    var seconds = 0.0
    if reader.take("T") || reader.take(" "), let hour = reader.number(2) {
      parts.hour = hour
      if reader.take(":"), let minute = reader.number(2) { parts.minute = minute }
      if reader.take(":"), let second = reader.number(2) { parts.second = second }
      if reader.take(".") || reader.take(",") { seconds = reader.fraction() }
      guard let offset = reader.zone() else { return nil }
      seconds -= Double(offset)
    }
    guard reader.isAtEnd, parts.isReasonable else { return nil }
    return Calendar(identifier: .gregorian).date(from: parts)?.addingTimeInterval(seconds)
  }
}

extension DateComponents {
  /// Whether all parts are in their ranges. A leap second and the hour 24 are permitted.
  fileprivate var isReasonable: Bool {
    (1...12).contains(month ?? 1) && (1...31).contains(day ?? 1) && (0...24).contains(hour ?? 0)
      && (0...59).contains(minute ?? 0) && (0...60).contains(second ?? 0)
  }
}

/// Reads the parts of a date in order. A part that is not there consumes nothing.
private struct DateReader {
  /// The characters that have not been read.
  private var rest: ArraySlice<UInt8>
  init(_ characters: [UInt8]) { rest = characters[...] }

  /// Whether all characters have been read.
  var isAtEnd: Bool { rest.isEmpty }

  /// A number with exactly `count` digits.
  mutating func number(_ count: Int) -> Int? {
    let digits = rest.prefix(count)
    guard digits.count == count, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    rest = rest.dropFirst(count)
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  /// Whether the next character is `sign`, which is then consumed.
  mutating func take(_ sign: Unicode.Scalar) -> Bool {
    guard let first = rest.first, UInt32(first) == sign.value else { return false }
    rest = rest.dropFirst()
    return true
  }

  /// The digits after a decimal sign as a fraction of 1.
  mutating func fraction() -> Double {
    var (value, scale) = (0.0, 0.1)
    while let digit = number(1) {
      value += Double(digit) * scale
      scale /= 10
    }
    return value
  }

  /// Seconds east of UTC; 0 without a time zone, nil for an invalid one.
  mutating func zone() -> Int? {
    if isAtEnd || take("Z") { return 0 }
    let isEast = take("+")
    guard isEast || take("-"), let hours = number(2) else { return nil }
    _ = take(":")
    let seconds = hours * 3600 + (number(2) ?? 0) * 60
    return isEast ? seconds : -seconds
  }
}
