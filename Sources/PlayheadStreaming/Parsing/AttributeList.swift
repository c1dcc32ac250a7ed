/// A parsed attribute list: `NAME=value,NAME="quoted, value"` (RFC 8216 §4.2).
struct AttributeList {
  /// A value as written: quotes distinguish `"NONE"` from `NONE`.
  enum Value: Equatable {
    /// A quoted string, without its quotes.
    case quoted(String)
    /// An unquoted value: a number, a hexadecimal sequence, a resolution or an enumerated string.
    case plain(String)

    /// The text without quotes.
    var text: String {
      switch self {
      case .quoted(let text), .plain(let text): text
      }
    }
  }

  /// The values by name. Of repeated names the first value is used.
  private(set) var values: [String: Value] = [:]
  /// Repeated names, of which the first one counts.
  private(set) var repeated: [String] = []
  /// Whether a part of the text is not an attribute; the rest is parsed anyway.
  private(set) var isMalformed = false

  /// Parses the text after the colon of a tag. Never fails: `isMalformed` and `repeated` report the problems.
  init(_ text: Substring) {
    var rest = Substring(text.utf8)
    while !rest.isEmpty {
      guard let equals = rest.utf8.firstIndex(of: UInt8(ascii: "=")) else {
        isMalformed = isMalformed || !rest.allSatisfy { $0 == " " || $0 == "," || $0 == "\t" }
        return
      }
      let name = rest[..<equals].trimmed(",")
      rest = rest[rest.utf8.index(after: equals)...]
      add(name, takeValue(&rest))
    }
  }

  /// Takes the value before the next comma outside of quotes, and the comma.
  private mutating func takeValue(_ rest: inout Substring) -> Value {
    // Some writers add blanks; they are not part of an unquoted value.
    while rest.utf8.first == UInt8(ascii: " ") { rest.removeFirst() }
    if rest.utf8.first == UInt8(ascii: "\"") {
      let body = rest.utf8.dropFirst()
      let end = body.firstIndex(of: UInt8(ascii: "\"")) ?? body.endIndex
      let value = String(Substring(body[..<end]))
      if end == body.endIndex { isMalformed = true }
      let after = Substring(body[end...].dropFirst())
      let comma = after.utf8.firstIndex(of: UInt8(ascii: ","))
      rest = comma.map { after[after.utf8.index(after: $0)...] } ?? ""
      return .quoted(value)
    }
    let comma = rest.utf8.firstIndex(of: UInt8(ascii: ","))
    let value = rest[..<(comma ?? rest.endIndex)].trimmed()
    rest = comma.map { rest[rest.utf8.index(after: $0)...] } ?? ""
    return .plain(String(value))
  }

  /// Adds an attribute unless its name is empty or already present.
  private mutating func add(_ name: Substring, _ value: Value) {
    guard !name.isEmpty else {
      isMalformed = true
      return
    }
    if values.updateValue(values[String(name)] ?? value, forKey: String(name)) != nil { repeated.append(String(name)) }
  }

  /// Replaces a value by a quoted one, after the substitution of variables.
  mutating func replace(_ name: String, with text: String) { values[name] = .quoted(text) }

  // MARK: Typed values

  /// The text of an attribute without quotes; nil if it is missing.
  subscript(name: String) -> String? { values[name]?.text }

  /// Decimal digits only; nil for other text and for overflow.
  func integer(_ name: String) -> Int? { self[name].flatMap { DecimalText.integer($0[...]) } }
  /// A decimal number with an optional sign; nil if it is missing or has another format.
  func number(_ name: String) -> Double? { self[name].flatMap { DecimalText.number($0[...]) } }
  /// Whether the value is exactly `YES`.
  func flag(_ name: String) -> Bool { self[name] == "YES" }
  /// The values of a comma-separated attribute, without blanks; empty if it is missing.
  func list(_ name: String) -> [String] {
    self[name].map { $0.split(separator: ",").map { String($0.trimmed()) } } ?? []
  }

  /// The maximum of pixels in a row or column. A product of two of them does not overflow.
  private static let longestSide = 1 << 20

  /// Parses `1920x1080`, in pixels. nil if it is missing, invalid or implausibly large.
  func resolution(_ name: String) -> Variant.Resolution? {
    guard let parts = self[name]?.lowercased().split(separator: "x"), parts.count == 2,
      let width = DecimalText.integer(parts[0]), let height = DecimalText.integer(parts[1]),
      max(width, height) <= Self.longestSide
    else { return nil }
    return Variant.Resolution(width: width, height: height)
  }

  /// Parses `0x` and hexadecimal digits.
  func bytes(_ name: String) -> [UInt8]? { self[name].flatMap(HexadecimalText.bytes) }
}

extension Substring {
  /// Removes blanks, and another character, at both ends.
  func trimmed(_ other: Character? = nil) -> Substring {
    func isBlank(_ character: Character) -> Bool { character == " " || character == "\t" || character == other }
    var result = self
    while let first = result.first, isBlank(first) { result.removeFirst() }
    while let last = result.last, isBlank(last) { result.removeLast() }
    return result
  }
}
