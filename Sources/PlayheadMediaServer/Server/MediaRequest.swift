/// The head of a request to the media server.
struct MediaRequest: Equatable {
  /// The methods that the server responds to.
  enum Method: String {
    case get = "GET"
    case head = "HEAD"
  }

  /// Why a request has no head that can be responded to.
  enum Failure: Error, Equatable {
    /// The head is not HTTP/1.
    case malformed
    /// A method other than GET and HEAD.
    case method
  }

  /// The method.
  var method: Method
  /// The path with its leading slash, as sent.
  var path: String
  /// The requested range; nil for the whole item.
  var range: ByteRangeRequest?
  /// The requested DLNA transfer mode.
  var transferMode: String?
  /// Whether the connection remains open after the response.
  var isPersistent: Bool

  /// The size limit of a head, in bytes.
  static let limit = 16384

  /// Parses a head, without the empty line at its end.
  init(_ bytes: some Collection<UInt8>) throws(Failure) {
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .malformed }
    let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
    let words = (lines.first ?? "").split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, words[2].hasPrefix("HTTP/1."), words[1].hasPrefix("/") else { throw .malformed }
    guard let method = Method(rawValue: String(words[0])) else { throw .method }
    var fields: [String: String] = [:]
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { throw .malformed }
      // Of repeated fields the first one remains.
      let name = line[..<colon].lowercased()
      let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
      if fields[name] == nil { fields[name] = String(value) }
    }
    // A body would be read as the next request.
    guard fields["transfer-encoding"] == nil, Int(fields["content-length"] ?? "0") == 0 else { throw .malformed }
    self.method = method
    path = String(words[1])
    range = fields["range"].flatMap(ByteRangeRequest.init)
    transferMode = fields["transfermode.dlna.org"]
    let connection = fields["connection"]?.lowercased()
    isPersistent = words[2] == "HTTP/1.1" ? connection != "close" : connection == "keep-alive"
  }
}

/// A range of bytes, as a request names it (RFC 9110 §14.1.2). Several ranges count as none, which the RFC permits.
enum ByteRangeRequest: Equatable {
  /// From an offset to another, inclusive, or to the end.
  case from(Int64, through: Int64?)
  /// The last bytes.
  case suffix(Int64)

  /// Parses the value of a `Range` field; nil if it is ignored.
  init?(_ text: String) {
    guard text.hasPrefix("bytes=") else { return nil }
    let parts = text.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }) else { return nil }
    if parts[0].isEmpty {
      guard let count = Int64(parts[1]) else { return nil }
      self = .suffix(count)
    } else {
      guard let start = Int64(parts[0]), parts[1].isEmpty || Int64(parts[1]) != nil else { return nil }
      let end = Int64(parts[1])
      guard end.map({ $0 >= start }) ?? true else { return nil }
      self = .from(start, through: end)
    }
  }

  /// The bytes of an item of a size; nil if no byte is in the range (status 416).
  func resolved(size: Int64) -> Range<Int64>? {
    switch self {
    case .from(let start, let end):
      guard start < size else { return nil }
      return start..<(end.map { min($0, size - 1) + 1 } ?? size)
    case .suffix(let count):
      guard count > 0, size > 0 else { return nil }
      return max(0, size - count)..<size
    }
  }
}
