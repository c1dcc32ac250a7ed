import CPlayheadText
import Glibc

/// Detects legacy text encodings (uchardet) and converts the text.
enum EncodingGuess {
  /// The size of the sample for detection, which costs more than conversion.
  private static let sampleSize = 16 << 10

  /// nil if detection fails, or the detected encoding does not fit all bytes.
  static func string(_ bytes: [UInt8]) -> String? {
    var name = [CChar](repeating: 0, count: 64)
    let isGuessed = bytes.prefix(sampleSize).withUnsafeBytes {
      playhead_guess_encoding($0.baseAddress?.assumingMemoryBound(to: CChar.self), $0.count, &name, name.count)
    }
    guard isGuessed else { return nil }
    let encoding = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return converted(bytes, from: encoding)
  }

  /// Converts bytes from an encoding, given by its iconv name; nil if a byte is invalid in it.
  static func converted(_ bytes: [UInt8], from encoding: String) -> String? {
    guard let converter = iconv_open("UTF-8", encoding), converter != iconv_t(bitPattern: -1) else { return nil }
    defer { iconv_close(converter) }
    var input = bytes.map { CChar(bitPattern: $0) }
    // No character of these encodings needs more than four bytes in UTF-8.
    var output = [CChar](repeating: 0, count: bytes.count * 4 + 16)
    let (inputCount, capacity) = (input.count, output.count)
    let written = input.withUnsafeMutableBufferPointer { source in
      output.withUnsafeMutableBufferPointer { target -> Int? in
        var (from, left) = (source.baseAddress, inputCount)
        var (to, room) = (target.baseAddress, capacity)
        return iconv(converter, &from, &left, &to, &room) == -1 ? nil : capacity - room
      }
    }
    return written.map { String(decoding: output.prefix($0).map { UInt8(bitPattern: $0) }, as: UTF8.self) }
  }
}
