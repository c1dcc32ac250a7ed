import Foundation
import PlayheadEngine

extension AVPlayerItem {
  /// What was fetched for the item so far; nil before there is anything, and for files that need no fetching.
  nonisolated public func accessLog() -> AVPlayerItemAccessLog? {
    let log = engineItem.log
    return log.entries.isEmpty ? nil : AVPlayerItemAccessLog(log)
  }

  /// What was not got, whether or not another try helped; nil where there is nothing of the kind.
  nonisolated public func errorLog() -> AVPlayerItemErrorLog? {
    let log = engineItem.log
    return log.errors.isEmpty ? nil : AVPlayerItemErrorLog(log)
  }
}
