/// How important a log message is.
public struct OSLogType: RawRepresentable, Equatable, Hashable, Sendable {
  /// Apple's number of the level.
  public let rawValue: UInt8

  /// A level by Apple's number; levels that are not among the five count as `default`.
  public init(_ rawValue: UInt8) { self.rawValue = rawValue }

  /// A level by Apple's number; levels that are not among the five count as `default`.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// A message of normal importance: priority 5 (notice) in the journal.
  public static let `default` = OSLogType(0)

  /// A message that helps to understand a failure: priority 6 (info) in the journal.
  public static let info = OSLogType(1)

  /// A message for development: priority 7 (debug) in the journal.
  public static let debug = OSLogType(2)

  /// A failure of an operation: priority 3 (err) in the journal.
  public static let error = OSLogType(16)

  /// A defect of the program or the system: priority 2 (crit) in the journal.
  public static let fault = OSLogType(17)

  /// The priority of syslog (RFC 5424 §6.2.1), which the journal uses too.
  var priority: Int {
    switch self {
    case .debug: 7
    case .info: 6
    case .error: 3
    case .fault: 2
    default: 5
    }
  }

  /// The name in lines on standard error.
  var name: String {
    switch self {
    case .debug: "Debug"
    case .info: "Info"
    case .error: "Error"
    case .fault: "Fault"
    default: "Default"
    }
  }
}
