import Foundation

/// A request as a `FaultServer` received it.
public struct LoggedRequest: Sendable, Equatable {
  public var method = ""
  /// With the query.
  public var target = ""
  /// By name in small letters.
  public var fields: [String: String] = [:]

  public var path: String { String(target.prefix { $0 != "?" }) }

  /// The first byte asked for; nil for all of it.
  public var firstByte: Int? {
    fields["range"]?.split(separator: "=").last?.split(separator: "-", omittingEmptySubsequences: false).first.flatMap {
      Int($0)
    }
  }

  public var lastByte: Int? {
    guard let ends = fields["range"]?.split(separator: "=").last?.split(separator: "-"), ends.count == 2 else {
      return nil
    }
    return Int(ends[1])
  }

  /// nil for what is no request.
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
