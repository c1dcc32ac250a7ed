import Foundation

/// The part of a program that log messages come from.
public final class OSLog: NSObject, Sendable {
  let subsystem: String
  let category: String
  private let isDisabled: Bool

  /// - Parameters:
  ///   - subsystem: The program or library in reverse DNS notation.
  ///   - category: The part of it.
  public convenience init(subsystem: String, category: String) {
    self.init(subsystem, category, isDisabled: false)
  }

  private init(_ subsystem: String, _ category: String, isDisabled: Bool) {
    (self.subsystem, self.category, self.isDisabled) = (subsystem, category, isDisabled)
  }

  /// Messages without subsystem and category.
  public static let `default` = OSLog("", "", isDisabled: false)

  /// Messages that are not written.
  public static let disabled = OSLog("", "", isDisabled: true)

  /// Whether messages of a level are written: all are, except those of `disabled`.
  public func isEnabled(type: OSLogType) -> Bool { !isDisabled }

  func write(_ message: OSLogMessage, _ type: OSLogType) {
    guard !isDisabled else { return }
    LogDestination.shared.write(LogRecord(message: message, type: type, subsystem: subsystem, category: category))
  }
}

/// Writes a message at level `default`, without subsystem and category.
public func os_log(_ message: OSLogMessage) { OSLog.default.write(message, .default) }

/// Writes a message without subsystem and category.
public func os_log(_ type: OSLogType, _ message: OSLogMessage) { OSLog.default.write(message, type) }

/// Writes a message.
public func os_log(_ type: OSLogType = .default, log: OSLog, _ message: OSLogMessage) { log.write(message, type) }
