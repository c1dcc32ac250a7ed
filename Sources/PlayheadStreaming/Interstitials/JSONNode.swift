/// A JSON value in a document that applications may read.
package indirect enum JSONNode: Sendable, Equatable, Decodable {
  /// The literal `null`.
  case null
  /// A boolean.
  case flag(Bool)
  /// Any number; integers beyond 2⁵³ lose precision.
  case number(Double)
  /// A string.
  case text(String)
  /// An array.
  case list([JSONNode])
  /// An object. The order of its members is not retained.
  case object([String: JSONNode])

  /// Decodes any JSON value.
  ///
  /// - Throws: The decoder's error if the value cannot be represented.
  package init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if let text = try? value.decode(String.self) {
      self = .text(text)
    } else if let flag = try? value.decode(Bool.self) {
      self = .flag(flag)
    } else if let number = try? value.decode(Double.self) {
      self = .number(number)
    } else if let list = try? value.decode([JSONNode].self) {
      self = .list(list)
    } else {
      self = .object(try value.decode([String: JSONNode].self))
    }
  }

  /// The string; nil for other kinds of values.
  var text: String? { if case .text(let text) = self { text } else { nil } }

  /// A number, or text in the number format of playlists: servers generate documents from the same attributes as tags.
  var number: Double? {
    switch self {
    case .number(let number): number
    case .text(let text): DecimalText.number(text[...])
    default: nil
    }
  }

  /// Whether the value is `YES`, as in playlists, or true.
  var isYes: Bool { self == .text("YES") || self == .flag(true) }
}
