import AVFoundation
import PlayheadBasics

/// Metadata items as JSON and as text. Values that are not in memory, such as cover art, are not read.
enum InfoMetadata {
  /// A metadata item with its identifier, key and value. Absent values are null.
  static func json(_ item: AVMetadataItem) -> JSONValue {
    let keySpace = item.keySpace?.rawValue.trimmingCharacters(in: .whitespaces)
    return .object([
      ("identifier", .optional(item.identifier?.rawValue)), ("keySpace", .optional(keySpace)),
      ("key", .optional(key(item))), ("commonKey", .optional(item.commonKey?.rawValue)), ("value", value(item)),
      ("dataType", .optional(item.dataType.map(shortType))), ("language", .optional(item.extendedLanguageTag)),
      ("info", .optional(item.extraAttributes?[.info] as? String)),
    ])
  }

  /// Longer binary values are not shown.
  private static let shownBytes = 64

  /// Text, a number, or at most `shownBytes` bytes in hexadecimal; null for all others and for values not in memory.
  private static func value(_ item: AVMetadataItem) -> JSONValue {
    guard item.isValueLoaded else { return .null }
    switch item.value {
    case let text as NSString: return .string(text as String)
    case let number as NSNumber: return number.isWhole ? .integer(number.int64Value) : .number(number.doubleValue)
    case let data as NSData where data.length <= shownBytes: return .string(hexadecimal(Data(referencing: data)))
    default: return .null
    }
  }

  /// Two lowercase hexadecimal digits per byte, without separators.
  private static func hexadecimal(_ data: Data) -> String {
    data.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// The key; an atom as its four characters.
  private static func key(_ item: AVMetadataItem) -> String? {
    guard let identifier = item.identifier?.rawValue, let slash = identifier.firstIndex(of: "/") else { return nil }
    if let text = item.key as? NSString { return text as String }
    return String(identifier[identifier.index(after: slash)...]).replacingOccurrences(of: "%A9", with: "©")
      .removingPercentEncoding
  }

  /// The data type without the prefix of Apple's uniform type identifiers.
  private static func shortType(_ type: String) -> String {
    String(type.dropFirst(type.hasPrefix("com.apple.metadata.datatype.") ? 28 : 0))
  }

  // MARK: Text

  /// The name and the value; nil for a value that is not text.
  static func row(_ item: AVMetadataItem) -> [String]? {
    let name = item.commonKey.map { words($0.rawValue) } ?? key(item) ?? ""
    let note = item.extraAttributes?[.info] as? String
    guard item.isValueLoaded, let text = item.stringValue else {
      return item.commonKey == .commonKeyArtwork ? [name, item.dataType.map(shortType) ?? ""] : nil
    }
    let lines = text.split(whereSeparator: \.isNewline)
    let first = lines.first.map(String.init) ?? ""
    let shown = first.count > lineLength ? first.prefix(lineLength) + "…" : first + (lines.count > 1 ? " …" : "")
    return [name, CellText.printable(shown) + (note.map { " (\(CellText.printable($0)))" } ?? "")]
  }

  /// The number of characters of a value that are shown, followed by an ellipsis.
  private static let lineLength = 100

  /// A common key as words: “creationDate” becomes “creation date”.
  private static func words(_ name: String) -> String {
    name.reduce(into: "") { $0 += $1.isUppercase ? " " + $1.lowercased() : String($1) }
  }
}

extension NSNumber {
  /// Whether the number is an integer that a `Double` represents exactly.
  fileprivate var isWhole: Bool { doubleValue == doubleValue.rounded() && abs(doubleValue) < 9e15 }
}
