import Foundation

/// Converts keys to identifiers and back, and normalizes the forms in which programs write keys.
enum MetadataKeys {
  /// The text of a key: an atom's number as its four characters, a leading `@` before three letters as ©; nil unless
  /// the key is text or a number.
  static func text(_ key: Any?, in keySpace: AVMetadataKeySpace?) -> String? {
    switch key {
    case let key as AVMetadataKey: atom(key.rawValue, keySpace)
    case let key as String: atom(key, keySpace)
    case let key as NSString: atom(key as String, keySpace)
    case let key as NSNumber: characters(UInt32(truncatingIfNeeded: key.int64Value))
    default: nil
    }
  }

  private static func atom(_ key: String, _ keySpace: AVMetadataKeySpace?) -> String {
    guard keySpace?.hasAtoms != false, key.count == 4, key.hasPrefix("@") else { return key }
    return "©" + key.dropFirst()
  }

  private static func characters(_ code: UInt32) -> String {
    var text = String.UnicodeScalarView()
    for shift in [24, 16, 8, 0] as [UInt32] { text.append(Unicode.Scalar(UInt8(truncatingIfNeeded: code >> shift))) }
    return String(text)
  }

  /// The number that an item has as its key for an atom.
  static func code(_ text: String) -> NSNumber? {
    let scalars = text.unicodeScalars
    guard scalars.count == 4, scalars.allSatisfy({ $0.value < 0x100 }) else { return nil }
    return NSNumber(value: Int32(bitPattern: scalars.reduce(0) { $0 << 8 | $1.value }))
  }

  /// The key object of an item in a key space.
  static func object(_ text: String, in keySpace: AVMetadataKeySpace) -> any NSCopying & NSObjectProtocol {
    if keySpace.hasAtoms, let code = code(text) { return code }
    return NSString(string: text)
  }

  static func identifier(_ text: String, in keySpace: AVMetadataKeySpace) -> AVMetadataIdentifier {
    let bytes: [UInt8] =
      keySpace.hasAtoms && text.unicodeScalars.allSatisfy { $0.value < 0x100 }
      ? text.unicodeScalars.map { UInt8($0.value) } : Array(text.utf8)
    return AVMetadataIdentifier(keySpace.prefix + "/" + encoded(bytes))
  }

  /// The key space and the key; nil for an invalid identifier.
  static func parts(_ identifier: AVMetadataIdentifier) -> (keySpace: AVMetadataKeySpace, text: String)? {
    let raw = identifier.rawValue
    guard let slash = raw.firstIndex(of: "/"), slash != raw.startIndex else { return nil }
    let keySpace = AVMetadataKeySpace(prefix: String(raw[..<slash]))
    let bytes = decoded(raw[raw.index(after: slash)...])
    if keySpace.hasAtoms {
      var text = String.UnicodeScalarView()
      for byte in bytes { text.append(Unicode.Scalar(byte)) }
      return (keySpace, String(text))
    }
    return (keySpace, String(decoding: bytes, as: UTF8.self))
  }

  /// RFC 3986 §2.3: unreserved characters are not encoded; neither are the slash and the colon.
  private static func encoded(_ bytes: [UInt8]) -> String {
    bytes.map { byte in
      let isPlain =
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || "-._~/:".utf8.contains(byte)
      let digits = String(byte, radix: 16, uppercase: true)
      return isPlain ? String(Unicode.Scalar(byte)) : "%" + (byte < 16 ? "0" : "") + digits
    }.joined()
  }

  private static func decoded(_ text: Substring) -> [UInt8] {
    var result: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      if byte == UInt8(ascii: "%"), digits.count == 2, let value = UInt8(digits, radix: 16) {
        result.append(value)
        rest = rest.dropFirst(2)
      } else {
        result.append(byte)
      }
    }
    return result
  }
}
