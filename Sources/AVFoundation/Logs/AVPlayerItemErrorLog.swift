import Foundation
import PlayheadEngine

/// What was asked for and not got while an item played, whether or not another try helped: a picture of the moment.
open class AVPlayerItemErrorLog: NSObject, NSCopying, @unchecked Sendable {
  // Sendable: constants.

  /// The entries, oldest first.
  public let events: [AVPlayerItemErrorLogEvent]

  init(_ log: PlaybackLog) {
    events = log.errors.map { AVPlayerItemErrorLogEvent($0, sessionID: log.sessionID) }
    super.init()
  }

  /// The log as a text in the W3C's extended log file format, in UTF-8.
  open func extendedLogData() -> Data? { Data(LogText.errors(events).utf8) }

  /// The encoding of `extendedLogData()`: a raw value of `String.Encoding`.
  open var extendedLogDataStringEncoding: UInt { String.Encoding.utf8.rawValue }

  /// Itself: it does not change.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// One thing that was not got. Values that nobody knows are nil.
open class AVPlayerItemErrorLogEvent: NSObject, NSCopying, @unchecked Sendable {
  // Sendable: constants.
  private let entry: ErrorEntry
  private let sessionID: UUID

  init(_ entry: ErrorEntry, sessionID: UUID) {
    self.entry = entry
    self.sessionID = sessionID
    super.init()
  }

  /// When it was known.
  open var date: Date? { entry.date }
  /// What was asked for: without passwords, and without the values of its query.
  open var uri: String? { entry.url.redacted }
  /// The number of the machine that was asked.
  open var serverAddress: String? { entry.address }
  /// The same as in the access log.
  open var playbackSessionID: String? { sessionID.uuidString }
  /// `CoreMediaErrorDomain` where programs know a code of it, else the domain of the error that an item would fail with.
  open var errorDomain: String { entry.error.logCode.domain }
  /// The code in that domain: -12938 for a status 404, for instance.
  open var errorStatusCode: Int { entry.error.logCode.code }
  /// What happened, in a sentence.
  open var errorComment: String? { (entry.error.forClients as NSError).localizedDescription }
  /// What the server said along with its refusal, by field.
  open var allHTTPResponseHeaderFields: [String: String]? { entry.fields }

  /// Itself: it does not change.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}

extension MediaError {
  /// The codes under which programs look for errors in a log; those of Core Media are known from what Apple's player logs.
  var logCode: (domain: String, code: Int) {
    if let coreMediaCode { return ("CoreMediaErrorDomain", coreMediaCode) }
    let error = forClients as NSError
    return (error.domain, error.code)
  }
}
