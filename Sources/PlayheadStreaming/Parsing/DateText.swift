import Foundation

/// Parses dates of playlists: ISO/IEC 8601:2004, `2010-02-19T14:54:23.031+08:00`, and common abbreviations.
enum DateText {
  /// Returns nil for other formats and for values out of range. A leap second (60) counts as the start of the next
  /// minute.
  static func date(_ text: String) -> Date? {
    var reader = Reader(bytes: Array(text.utf8))
    guard let year = reader.digits(4), reader.skip("-"), let month = reader.digits(2), reader.skip("-"),
      let day = reader.digits(2), (1...12).contains(month), (1...31).contains(day)
    else { return nil }
    var seconds = Double(days(year, month, day)) * 86_400
    guard reader.skip("T") || reader.skip("t") || reader.skip(" ") else {
      return reader.isAtEnd ? Date(timeIntervalSince1970: seconds) : nil
    }
    guard let hour = reader.digits(2), hour <= 24 else { return nil }
    _ = reader.skip(":")
    guard let minute = reader.digits(2), minute < 60 else { return nil }
    seconds += Double(hour * 3600 + minute * 60)
    if reader.skip(":") || reader.isAtDigit {
      guard let second = reader.digits(2), second <= 60 else { return nil }
      seconds += Double(second) + reader.fraction()
    }
    guard let offset = reader.zone() else { return nil }
    return Date(timeIntervalSince1970: seconds - Double(offset))
  }

  /// Days since 1970-01-01 in the Gregorian calendar.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// A cursor in the bytes of the text.
  private struct Reader {
    /// The text in UTF-8.
    let bytes: [UInt8]
    /// The offset of the next byte.
    var index = 0

    /// Whether all bytes were read.
    var isAtEnd: Bool { index == bytes.count }
    /// Whether the next byte is a decimal digit.
    var isAtDigit: Bool { index < bytes.count && (48...57).contains(bytes[index]) }

    /// Takes exactly `count` digits; nil if there are fewer.
    mutating func digits(_ count: Int) -> Int? {
      var value = 0
      for _ in 0..<count {
        guard isAtDigit else { return nil }
        value = value * 10 + Int(bytes[index] - 48)
        index += 1
      }
      return value
    }

    /// Takes a character if it is the next one; otherwise returns false and takes nothing.
    mutating func skip(_ character: Unicode.Scalar) -> Bool {
      guard index < bytes.count, UInt32(bytes[index]) == character.value else { return false }
      index += 1
      return true
    }

    /// Takes an optional fraction of a second after a point or a comma; 0 if there is none.
    mutating func fraction() -> Double {
      guard skip(".") || skip(",") else { return 0 }
      var value = 0.0
      var unit = 0.1
      while isAtDigit {
        value += Double(bytes[index] - 48) * unit
        unit /= 10
        index += 1
      }
      return value
    }

    /// Seconds east of Greenwich; a missing time zone counts as UTC, as in other clients.
    mutating func zone() -> Int? {
      if isAtEnd || skip("Z") || skip("z") { return isAtEnd ? 0 : nil }
      let sign = skip("+") ? 1 : skip("-") ? -1 : 0
      guard sign != 0, let hours = digits(2) else { return nil }
      _ = skip(":")
      let minutes = isAtEnd ? 0 : digits(2)
      guard let minutes, isAtEnd else { return nil }
      return sign * (hours * 3600 + minutes * 60)
    }
  }
}
