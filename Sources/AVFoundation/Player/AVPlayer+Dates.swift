import Foundation

// Seeking by the dates of a stream (`EXT-X-PROGRAM-DATE-TIME`).
extension AVPlayer {
  /// Seeks to a date. Returns the value that the completion handler would receive.
  @discardableResult
  nonisolated public func seek(to date: Date) async -> Bool {
    await withCheckedContinuation { continuation in seek(to: date) { continuation.resume(returning: $0) } }
  }
}

extension AVPlayerItem {
  /// Seeks to a date. Returns the value that the completion handler would receive; false if the stream does not contain
  /// the date.
  @discardableResult
  nonisolated public func seek(to date: Date) async -> Bool {
    await withCheckedContinuation { continuation in
      let isPossible = seek(to: date) { continuation.resume(returning: $0) }
      if !isPossible { continuation.resume(returning: false) }
    }
  }
}
