import Foundation

/// Something that a `FaultServer` serves, and how.
public struct ServedResource: Sendable {
  public enum Body: Sendable {
    case data(Data)
    /// These bytes over and over, without an end.
    case endless(Data)
  }

  public enum Length: Sendable, Equatable {
    case right
    /// More or less than there is, by that many bytes.
    case wrong(by: Int)
    /// None: the answer ends with the connection.
    case none
    /// In pieces (RFC 9112 §7.1), without a length before them.
    case chunked
  }

  public var body: Body
  public var length = Length.right
  /// Whether parts can be asked for.
  public var hasRanges = true
  /// The strong entity tag, nil for none; a change of it is another resource.
  public var entityTag: String? = "\"1\""
  public var fields: [String: String] = [:]
  /// What goes wrong with the first answers, one after the other.
  public var faults: [ServerFault] = []
  /// What goes wrong with all answers after those.
  public var lastingFault = ServerFault.none
  /// Called when something goes wrong, in the moment in which it does, on the server's thread.
  public var whenStruck: (@Sendable () -> Void)?
  /// Called for each request, before it is answered, on the server's thread.
  public var whenAsked: (@Sendable () -> Void)?
  /// Bytes a second, from so many seconds after the first request on; without an entry as fast as it goes.
  public var throttle: [(seconds: Double, bytesPerSecond: Double)] = []
  /// Titles mixed in for clients that ask for them: after how many bytes, and which.
  public var titles: (interval: Int, text: String)?
  /// What stands in the place of the first title after it, one after the other; the last one stays.
  public var laterTitles: [String] = []
  /// Fields that a request must carry; others get 401.
  public var requiredFields: [String: String] = [:]

  public init(_ body: Body) { self.body = body }

  /// A file as it is when it is read here.
  public init(file: URL) throws { body = .data(try Data(contentsOf: file)) }
}
