/// Writes messages of one part of a program to the system's log.
///
/// Under systemd, where standard error is connected to the journal, messages go there with their level as priority and
/// the fields `SUBSYSTEM` and `CATEGORY`: `journalctl SUBSYSTEM=org.example.player`. Elsewhere a line for each goes to
/// standard error. Values that are private (see `OSLogPrivacy`) are shown only where standard error is a terminal. Any
/// thread may log; a message of more than 32 KiB is cut.
///
/// - Note: Difference from Apple: there is no store that a program can read back (`OSLogStore`), and no signposts.
public struct Logger: Sendable {
  private let log: OSLog

  /// A logger without subsystem and category.
  public init() { log = .default }

  /// A logger of one part of a program.
  ///
  /// - Parameters:
  ///   - subsystem: The program or library in reverse DNS notation.
  ///   - category: The part of it.
  public init(subsystem: String, category: String) { log = OSLog(subsystem: subsystem, category: category) }

  /// A logger that writes what `logObj` names.
  public init(_ logObj: OSLog) { log = logObj }

  /// Writes a message at level `default`.
  public func log(_ message: OSLogMessage) { log.write(message, .default) }

  /// Writes a message.
  public func log(level: OSLogType, _ message: OSLogMessage) { log.write(message, level) }

  /// Writes a message at level `debug`.
  public func trace(_ message: OSLogMessage) { log.write(message, .debug) }

  /// Writes a message at level `debug`.
  public func debug(_ message: OSLogMessage) { log.write(message, .debug) }

  /// Writes a message at level `info`.
  public func info(_ message: OSLogMessage) { log.write(message, .info) }

  /// Writes a message at level `default`.
  public func notice(_ message: OSLogMessage) { log.write(message, .default) }

  /// Writes a message at level `error`.
  public func warning(_ message: OSLogMessage) { log.write(message, .error) }

  /// Writes a message at level `error`.
  public func error(_ message: OSLogMessage) { log.write(message, .error) }

  /// Writes a message at level `fault`.
  public func critical(_ message: OSLogMessage) { log.write(message, .fault) }

  /// Writes a message at level `fault`.
  public func fault(_ message: OSLogMessage) { log.write(message, .fault) }
}
