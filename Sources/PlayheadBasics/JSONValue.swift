/// A JSON document whose objects preserve the order of their members, for readers and for tests.
package indirect enum JSONValue: Equatable, Sendable {
  /// The literal `null`.
  case null
  /// The literal `true` or `false`.
  case bool(Bool)
  /// A number without a fraction.
  case integer(Int64)
  /// A number with a fraction, in Swift's shortest form; an infinite number or NaN becomes null.
  case number(Double)
  /// A string, escaped only in the output.
  case string(String)
  /// An array; on one line if all its elements are scalar values.
  case array([JSONValue])
  /// An object, with its members in order. Duplicate names are not detected.
  case object([(String, JSONValue)])

  /// Compares the texts, so that the order of members matters.
  package static func == (a: JSONValue, b: JSONValue) -> Bool { a.text() == b.text() }

  /// A string, or null for nil.
  package static func optional(_ string: String?) -> JSONValue { string.map(JSONValue.string) ?? .null }

  /// The document, indented by two spaces, without a trailing line feed. Objects of scalar values are on one line.
  package func text(indentation: Int = 0) -> String {
    switch self {
    case .null: return "null"
    case .bool(let value): return value ? "true" : "false"
    case .integer(let value): return String(value)
    // JSON has neither infinity nor NaN (RFC 8259 §6).
    case .number(let value): return value.isFinite ? "\(value)" : "null"
    case .string(let value): return Self.quoted(value)
    case .array(let values):
      return Self.block(
        "[", values.map { $0.text(indentation: indentation + 1) }, "]", indentation,
        isFlat: values.allSatisfy(\.isScalar))
    case .object(let pairs):
      let items = pairs.map { "\(Self.quoted($0.0)): \($0.1.text(indentation: indentation + 1))" }
      return Self.block("{", items, "}", indentation, isFlat: pairs.allSatisfy(\.1.isPlain))
    }
  }

  /// The document on one line, for files with a document on each line.
  package var line: String {
    switch self {
    case .array(let values): "[" + values.map(\.line).joined(separator: ",") + "]"
    case .object(let pairs): "{" + pairs.map { "\(Self.quoted($0.0)):\($0.1.line)" }.joined(separator: ",") + "}"
    default: text()
    }
  }

  /// Whether an object that contains the value may be on one line: any value except an object, or an array with arrays
  /// or objects in it.
  private var isPlain: Bool {
    switch self {
    case .array(let values): values.allSatisfy(\.isScalar)
    case .object: false
    default: true
    }
  }

  /// Whether the value is neither an array nor an object.
  private var isScalar: Bool {
    switch self {
    case .array, .object: false
    default: true
    }
  }

  /// Encloses items, on one line if possible, or else on a line each.
  private static func block(
    _ open: String, _ items: [String], _ close: String, _ indentation: Int, isFlat: Bool
  ) -> String {
    // The outermost object always has several lines.
    if isFlat, indentation > 0 || items.isEmpty { return open + items.joined(separator: ", ") + close }
    let inner = String(repeating: "  ", count: indentation + 1)
    let outer = String(repeating: "  ", count: indentation)
    return open + "\n" + items.map { inner + $0 }.joined(separator: ",\n") + "\n" + outer + close
  }

  /// RFC 8259 §7; other control and bidirectional formatting characters are escaped too, so that a terminal does not
  /// interpret them and text cannot be disguised.
  package static func quoted(_ string: String) -> String {
    var result = "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\u{0}"..<" ", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}", "\u{61C}", "\u{200E}", "\u{200F}",
        "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}", "\u{FEFF}", "\u{E0000}"..."\u{E007F}":
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
