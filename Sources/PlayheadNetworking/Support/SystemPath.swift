import Foundation
import Glibc

/// Paths of local files as text that preserves every byte.
///
/// On Linux a name is any bytes except `/` and zero, but `String` repairs invalid UTF-8, which changes the name. Here
/// each such byte becomes one scalar of a private-use block, U+10FE80 to U+10FEFF, and so does each byte of a name that
/// contains scalars of that block: two names never have the same text. Python does the same with surrogates (PEP 383).
package enum SystemPath {
  /// The value to which an escaped byte is added to obtain its scalar.
  private static let block: UInt32 = 0x10_FE00
  /// The scalars of the bytes 0x80 to 0xFF, the only ones that invalid UTF-8 contains.
  private static let scalars = (block + 0x80)...(block + 0xFF)

  /// The text for a path in bytes.
  package static func text(of bytes: some Collection<UInt8>) -> String {
    if let text = String(validating: bytes, as: UTF8.self), isPlain(text) { return text }
    var text = String.UnicodeScalarView()
    var parser = Unicode.UTF8.ForwardParser()
    var rest = bytes.makeIterator()
    var index = bytes.startIndex
    func escape(_ count: Int) {
      for _ in 0..<count {
        if let scalar = Unicode.Scalar(block + UInt32(bytes[index])) { text.append(scalar) }
        bytes.formIndex(after: &index)
      }
    }
    while true {
      switch parser.parseScalar(from: &rest) {
      case .valid(let encoded):
        let scalar = Unicode.UTF8.decode(encoded)
        if scalars.contains(scalar.value) {
          escape(encoded.count)
        } else {
          text.append(scalar)
          bytes.formIndex(&index, offsetBy: encoded.count)
        }
      case .error(let count): escape(count)
      case .emptyInput: return String(text)
      }
    }
  }

  /// The bytes of a path as text.
  package static func bytes(of text: String) -> [UInt8] {
    guard !isPlain(text) else { return Array(text.utf8) }
    var bytes: [UInt8] = []
    for scalar in text.unicodeScalars {
      if scalars.contains(scalar.value) {
        bytes.append(UInt8(truncatingIfNeeded: scalar.value))
      } else {
        bytes += Array(UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
    return bytes
  }

  /// Calls `body` with the path as a zero-terminated C string.
  package static func withBytes<Result>(of text: String, _ body: (UnsafePointer<CChar>) -> Result) -> Result {
    guard !isPlain(text) else { return text.withCString(body) }
    let characters = bytes(of: text).map { CChar(bitPattern: $0) } + [0]
    return body(characters)
  }

  /// Whether the text is the path without escaped bytes.
  package static func isPlain(_ text: String) -> Bool {
    // The first byte of the plane in UTF-8.
    !text.utf8.contains(0xF4) || !text.unicodeScalars.contains { scalars.contains($0.value) }
  }

  /// The path for messages.
  package static func shown(_ text: String) -> String {
    guard !isPlain(text) else { return text }
    var shown = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { shown.append(scalars.contains(scalar.value) ? "\u{FFFD}" : scalar) }
    return String(shown)
  }

  /// The file URL of a path, absolute or relative to the working directory.
  package static func url(_ text: String) -> URL {
    guard !isPlain(text) else { return URL(fileURLWithPath: text) }
    var path = bytes(of: text)
    if path.first != UInt8(ascii: "/"), let folder = getcwd(nil, 0) {
      path = (0..<strlen(folder)).map { UInt8(bitPattern: folder[$0]) } + [UInt8(ascii: "/")] + path
      free(folder)
    }
    let encoded = path.map { byte -> String in
      let scalar = Unicode.Scalar(byte)
      let isRetained =
        scalar.isASCII && (scalar.properties.isAlphabetic || "0123456789-._~/".unicodeScalars.contains(scalar))
      return isRetained ? String(scalar) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
    return URL(string: "file://" + encoded.joined()) ?? URL(fileURLWithPath: shown(text))
  }
}

extension URL {
  /// The path of a file URL (`SystemPath`). Foundation's own is empty if the bytes are not UTF-8.
  package var systemPath: String {
    let encoded = path(percentEncoded: true)
    guard encoded.utf8.contains(UInt8(ascii: "%")) else { return path(percentEncoded: false) }
    var bytes: [UInt8] = []
    var rest = Array(encoded.utf8)[...]
    while let byte = rest.popFirst() {
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      if byte == UInt8(ascii: "%"), rest.count >= 2, let value = UInt8(digits, radix: 16) {
        bytes.append(value)
        rest.removeFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return SystemPath.text(of: bytes)
  }
}
