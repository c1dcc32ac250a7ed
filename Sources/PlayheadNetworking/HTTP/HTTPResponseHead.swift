import Foundation

/// The header of a response.
package struct HTTPResponseHead: Sendable, Equatable {
  /// The status code; 0 before the status line.
  package var status: Int
  /// The responding URL, after redirections.
  package var url: URL
  /// The fields by lowercase name; repeated fields are joined as RFC 9110 §5.2 specifies.
  package var fields: [String: String] = [:]
  /// The IP address of the responding host as text; nil without a connection.
  package var address: String?

  /// Creates a header; names of fields must be in lowercase.
  package init(status: Int, url: URL, fields: [String: String] = [:]) {
    self.status = status
    self.url = url
    self.fields = fields
  }

  /// The value of a field by its lowercase name.
  package subscript(name: String) -> String? { fields[name] }

  /// The content length (RFC 9110 §8.6): digits only.
  package var contentLength: Int64? {
    guard let text = fields["content-length"] else { return nil }
    // Equal values count once; different ones are invalid.
    let values = Set(text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) })
    guard let only = values.first, values.count == 1, only.utf8.allSatisfy({ (48...57).contains($0) }) else {
      return nil
    }
    return Int64(only)
  }

  /// The parsed Content-Range field; nil if it is missing or invalid.
  package var contentRange: ContentRange? { fields["content-range"].flatMap(ContentRange.init) }

  /// The validator of this version of the resource: a strong entity tag, otherwise the date of the last change. A weak
  /// tag cannot be used for ranges (RFC 9110 §13.1.5).
  package var validator: String? {
    if let tag = fields["etag"], !tag.hasPrefix("W/"), tag.hasPrefix("\"") { return tag }
    return fields["last-modified"]
  }

  /// Whether the response may be stored on disk (RFC 9111 §5.2.2.5).
  package var mayBeStored: Bool {
    !(fields["cache-control"] ?? "").lowercased().split(separator: ",").contains {
      $0.trimmingCharacters(in: .whitespaces) == "no-store"
    }
  }

  /// The delay in seconds; the form with a date is ignored, because clocks may differ.
  package var retryAfter: Int? { fields["retry-after"].flatMap { Int($0) } }

  /// Adds a header line. Lines without a colon are ignored.
  mutating func add(_ line: Substring) {
    guard let colon = line.firstIndex(of: ":") else { return }
    let name = line[..<colon].lowercased()
    let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
    guard !name.isEmpty else { return }
    fields[name] = fields[name].map { $0 + ", " + value } ?? value
  }
}

/// The range and size of a partial response (RFC 9110 §14.4).
package struct ContentRange: Sendable, Equatable {
  /// nil in the response to an unsatisfiable range (`bytes */1234`).
  package var bytes: ClosedRange<Int64>?
  /// The size of the whole resource; nil if unknown.
  package var total: Int64?

  /// Parses the value of the field.
  package init?(_ text: String) {
    let words = text.split(separator: " ", maxSplits: 1)
    guard words.count == 2, words[0].lowercased() == "bytes" else { return nil }
    let parts = words[1].split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    if parts[1] != "*" {
      guard let total = Self.number(parts[1]) else { return nil }
      self.total = total
    }
    guard parts[0] != "*" else { return }
    let ends = parts[0].split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, let first = Self.number(ends[0]), let last = Self.number(ends[1]), first <= last, last < .max
    else {
      return nil
    }
    if let total, last >= total { return nil }
    bytes = first...last
  }

  /// A number of digits only; nil for other text and for overflow.
  private static func number(_ text: Substring) -> Int64? {
    let trimmed = text.trimmingCharacters(in: .whitespaces)
    return !trimmed.isEmpty && trimmed.utf8.allSatisfy { (48...57).contains($0) } ? Int64(trimmed) : nil
  }
}
