import Foundation

/// A resource of a `FaultServer`.
public struct ServedResource: Sendable {
  /// The content of a resource.
  public enum Body: Sendable {
    /// These bytes.
    case data(Data)
    /// These bytes, repeated endlessly.
    case endless(Data)
  }

  /// The declared length of a response.
  public enum Length: Sendable, Equatable {
    /// The actual length.
    case right
    /// The actual length plus this number of bytes.
    case wrong(by: Int)
    /// None: the response ends with the connection.
    case none
    /// Chunked (RFC 9112 §7.1), without a length.
    case chunked
  }

  /// The content.
  public var body: Body
  /// The declared length.
  public var length = Length.right
  /// Whether byte ranges are supported.
  public var hasRanges = true
  /// The strong entity tag, nil for none; a different tag is another version.
  public var entityTag: String? = "\"1\""
  /// The header fields of the response.
  public var fields: [String: String] = [:]
  /// The faults of the first responses, in order.
  public var faults: [ServerFault] = []
  /// The fault of all later responses.
  public var lastingFault = ServerFault.none
  /// Called when a fault occurs, on the server's thread.
  public var onFault: (@Sendable () -> Void)?
  /// Called for each request before its response, on the server's thread.
  public var onRequest: (@Sendable () -> Void)?
  /// The rates in bytes per second, by the number of seconds from which they apply; unlimited without an entry.
  public var throttle: [(seconds: Double, bytesPerSecond: Double)] = []
  /// In-stream titles for clients that request them: the interval in bytes, and the text.
  public var titles: (interval: Int, text: String)?
  /// The titles after the first one, in order; the last one repeats.
  public var laterTitles: [String] = []
  /// Header fields that a request must have; others result in 401.
  public var requiredFields: [String: String] = [:]

  /// Creates a resource with content.
  public init(_ body: Body) { self.body = body }

  /// Creates a resource with the current content of a file.
  public init(file: URL) throws { body = .data(try Data(contentsOf: file)) }
}
