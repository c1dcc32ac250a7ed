/// A JSON value in a document that applications may read.
package indirect enum JSONNode: Sendable, Equatable, Decodable {
  case null
  case flag(Bool)
  case number(Double)
  case text(String)
  case list([JSONNode])
  case object([String: JSONNode])

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
