import Foundation
import PlayheadNetworking

/// Reads a list of files: one path or URL a line, NUL-separated, or JSON lines. Bytes arrive in pieces of any size.
///
/// A NUL in the first entry makes NUL the separator of the whole list, as `find -print0` writes it. A line that is a
/// JSON string, or an object with `source`, `path` or `url`, stands for that text; any other line is a path, whose
/// bytes are preserved.
package struct BatchList {
  /// Longer entries are an error: paths have at most 4096 bytes.
  static let longestEntry = 64 << 10

  /// A list that cannot be read.
  package enum Problem: Error, Equatable {
    /// The entry of this number, counted from 1, is too long to be a path or an address.
    case tooLong(entry: Int)
    /// A JSON line without a source, by its number.
    case noSource(entry: Int)
  }

  /// The separator; nil until the end of the first entry.
  private var separator: UInt8?
  /// The bytes of the entry that is not complete.
  private var rest: [UInt8] = []
  /// The number of entries so far, with empty ones.
  private var count = 0

  /// Creates a reader at the start of a list.
  package init() {}

  /// Reads bytes and passes each complete entry on.
  package mutating func read<Failure: Error>(
    _ bytes: some Sequence<UInt8>, _ entry: (Result<String, Problem>) throws(Failure) -> Void
  ) throws(Failure) {
    for byte in bytes {
      if byte == separator || separator == nil && (byte == 0 || byte == 0x0A) {
        separator = byte
        try end(entry)
      } else if rest.count <= Self.longestEntry {
        rest.append(byte)
      }
    }
  }

  /// Passes the last entry on if nothing separates it from the end.
  package mutating func finish<Failure: Error>(
    _ entry: (Result<String, Problem>) throws(Failure) -> Void
  ) throws(Failure) {
    try end(entry)
  }

  private mutating func end<Failure: Error>(
    _ entry: (Result<String, Problem>) throws(Failure) -> Void
  ) throws(Failure) {
    count += 1
    var bytes = rest
    rest = []
    if separator != 0, bytes.last == 0x0D { bytes.removeLast() }
    guard !bytes.isEmpty else { return }
    guard bytes.count <= Self.longestEntry else { return try entry(.failure(.tooLong(entry: count))) }
    guard separator != 0, let first = bytes.first, first == 0x7B || first == 0x22 else {
      return try entry(.success(SystemPath.text(of: bytes)))
    }
    switch Self.source(ofJSON: bytes) {
    case .text(let text): try entry(.success(text))
    case .noSource: try entry(.failure(.noSource(entry: count)))
    // A file may have such a name.
    case .notJSON: try entry(.success(SystemPath.text(of: bytes)))
    }
  }

  private enum JSONSource { case text(String), noSource, notJSON }

  /// The members by which lists name their files.
  private struct Named: Decodable {
    var source: String?
    var path: String?
    var url: String?
  }

  private static func source(ofJSON bytes: [UInt8]) -> JSONSource {
    // An array, since older decoders accept no other value at the top.
    let data = Data([0x5B] + bytes + [0x5D])
    if let text = (try? ExternalJSON.decode([String].self, from: data))?.first { return .text(text) }
    guard let named = try? ExternalJSON.decode([Named].self, from: data).first else { return .notJSON }
    return (named.source ?? named.path ?? named.url).map { .text($0) } ?? .noSource
  }
}
