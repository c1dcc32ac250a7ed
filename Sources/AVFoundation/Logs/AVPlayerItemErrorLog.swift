import Foundation
import PlayheadItems
import PlayheadNetworking

/// The error log of an item: failed requests, whether or not a retry succeeded. A snapshot at the time of the request.
open class AVPlayerItemErrorLog: NSObject, NSCopying, @unchecked Sendable {
  // Sendable: constants.

  /// The entries, oldest first.
  open var events: [AVPlayerItemErrorLogEvent] { storedEvents }
  /// The value of `events`.
  private let storedEvents: [AVPlayerItemErrorLogEvent]

  init(_ log: PlaybackLog) {
    storedEvents = log.errors.map { AVPlayerItemErrorLogEvent($0, sessionID: log.sessionID) }
    super.init()
  }

  /// The log as text in the W3C extended log file format, in UTF-8.
  open func extendedLogData() -> Data? { Data(LogText.errors(events).utf8) }

  /// The encoding of `extendedLogData()`: a raw value of `String.Encoding`.
  open var extendedLogDataStringEncoding: UInt { String.Encoding.utf8.rawValue }

  /// Returns the log itself: it is immutable.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// A failed request. Unknown values are nil.
open class AVPlayerItemErrorLogEvent: NSObject, NSCopying, @unchecked Sendable {
  // Sendable: constants.
  private let entry: ErrorEntry
  private let sessionID: UUID

  init(_ entry: ErrorEntry, sessionID: UUID) {
    self.entry = entry
    self.sessionID = sessionID
    super.init()
  }

  /// The date of the error.
  open var date: Date? { entry.date }
  /// The requested URL, without passwords and query values.
  open var uri: String? { entry.url.redacted }
  /// The IP address of the server.
  open var serverAddress: String? { entry.address }
  /// The identifier of the playback session, as in the access log.
  open var playbackSessionID: String? { sessionID.uuidString }
  /// `CoreMediaErrorDomain` if a CoreMedia code applies, else the domain of the error that would fail an item.
  open var errorDomain: String { entry.error.logCode.domain }
  /// The code in that domain, such as -12938 for HTTP status 404.
  open var errorStatusCode: Int { entry.error.logCode.code }
  /// A description of the error in one sentence.
  open var errorComment: String? { (entry.error.forClients as NSError).localizedDescription }
  /// The header fields of the server's response.
  open var allHTTPResponseHeaderFields: [String: String]? { entry.fields }

  /// Returns the entry itself: it is immutable.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}

extension MediaError {
  /// The domain and code for a log entry; the CoreMedia codes are those observed in the logs of Apple's player.
  var logCode: (domain: String, code: Int) {
    if let coreMediaCode { return ("CoreMediaErrorDomain", coreMediaCode) }
    let error = forClients as NSError
    return (error.domain, error.code)
  }
}
