import Foundation

/// A request as a `FaultServer` received it.
public struct LoggedRequest: Sendable, Equatable {
  /// The request method.
  public var method = ""
  /// The request target with its query.
  public var target = ""
  /// The header fields by lowercase name.
  public var fields: [String: String] = [:]

  /// The request target without its query.
  public var path: String { String(target.prefix { $0 != "?" }) }

  /// The first requested byte; nil without a range.
  public var firstByte: Int? {
    fields["range"]?.split(separator: "=").last?.split(separator: "-", omittingEmptySubsequences: false).first.flatMap {
      Int($0)
    }
  }

  /// The last requested byte; nil without an end.
  public var lastByte: Int? {
    guard let ends = fields["range"]?.split(separator: "=").last?.split(separator: "-"), ends.count == 2 else {
      return nil
    }
    return Int(ends[1])
  }

  /// Parses a request; nil if it is malformed.
  init?(_ text: String) {
    var lines = text.split(whereSeparator: \.isNewline)
    guard !lines.isEmpty else { return nil }
    let words = lines.removeFirst().split(separator: " ")
    guard words.count == 3 else { return nil }
    method = String(words[0])
    target = String(words[1])
    for line in lines {
      guard let colon = line.firstIndex(of: ":") else { continue }
      fields[line[..<colon].lowercased()] = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
    }
  }
}
