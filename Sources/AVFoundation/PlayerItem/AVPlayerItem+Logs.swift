import Foundation
import PlayheadEngine

extension AVPlayerItem {
  /// The network access log; nil if it is empty, and for local files.
  nonisolated public func accessLog() -> AVPlayerItemAccessLog? {
    let log = engineItem.log
    return log.entries.isEmpty ? nil : AVPlayerItemAccessLog(log)
  }

  /// The log of failed requests, whether or not a retry succeeded; nil if it is empty.
  nonisolated public func errorLog() -> AVPlayerItemErrorLog? {
    let log = engineItem.log
    return log.errors.isEmpty ? nil : AVPlayerItemErrorLog(log)
  }
}
