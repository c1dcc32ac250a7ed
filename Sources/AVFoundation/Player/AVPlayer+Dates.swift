import Foundation
import PlayheadEngine

// Seeking by the dates of a stream (`EXT-X-PROGRAM-DATE-TIME`).
extension AVPlayer {
  /// Moves to a date. Nothing happens where the item has no dates.
  nonisolated public func seek(to date: Date) { seek(to: date) { _ in } }

  /// Moves to a date, and tells when that is done.
  ///
  /// - Parameter completionHandler: Called once, on the main queue, as by the other forms; with false where the item has no dates or
  ///   does not hold this one.
  nonisolated public func seek(to date: Date, completionHandler: @escaping (Bool) -> Void) {
    if currentItem?.seek(to: date, completionHandler: completionHandler) == true { return }
    guard let handler = SeekLedger.handler(completionHandler) else { return }
    core.delivery.nowOrLater { handler(false) }
  }

  /// Moves to a date. Returns what the handler of the other form is told.
  @discardableResult
  nonisolated public func seek(to date: Date) async -> Bool {
    await withCheckedContinuation { continuation in seek(to: date) { continuation.resume(returning: $0) } }
  }
}

extension AVPlayerItem {
  /// Moves to a date. False where the stream has no dates or does not hold this one now.
  @available(*, deprecated, message: "Use seek(to:completionHandler:)")
  @discardableResult
  nonisolated public func seek(to date: Date) -> Bool { seek(to: date, completionHandler: nil) }

  /// Moves to a date. Returns what the handler of the other form is told; false where the stream does not hold the date.
  @discardableResult
  nonisolated public func seek(to date: Date) async -> Bool {
    await withCheckedContinuation { continuation in
      let isPossible = seek(to: date) { continuation.resume(returning: $0) }
      if !isPossible { continuation.resume(returning: false) }
    }
  }
}
