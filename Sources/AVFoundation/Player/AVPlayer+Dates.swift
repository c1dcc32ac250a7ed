import Foundation
import PlayheadEngine

// Seeking by the dates of a stream (`EXT-X-PROGRAM-DATE-TIME`).
extension AVPlayer {
  /// Seeks to a date. Has no effect if the item has no dates.
  nonisolated public func seek(to date: Date) { seek(to: date) { _ in } }

  /// Seeks to a date and calls a handler on completion.
  ///
  /// - Parameters:
  ///   - date: The target. Only items with `EXT-X-PROGRAM-DATE-TIME` have dates.
  ///   - completionHandler: Called once, on the main queue, as for other seeks; with false if the item has no dates or
  ///     does not contain this one.
  nonisolated public func seek(to date: Date, completionHandler: @escaping (Bool) -> Void) {
    if currentItem?.seek(to: date, completionHandler: completionHandler) == true { return }
    guard let handler = CompletionHandlerRegistry.handler(completionHandler) else { return }
    core.delivery.nowOrLater { handler(false) }
  }

  /// Seeks to a date. Returns the value that the completion handler would receive.
  @discardableResult
  nonisolated public func seek(to date: Date) async -> Bool {
    await withCheckedContinuation { continuation in seek(to: date) { continuation.resume(returning: $0) } }
  }
}

extension AVPlayerItem {
  /// Seeks to a date. Returns false if the stream has no dates or does not currently contain this one.
  @available(*, deprecated, message: "Use seek(to:completionHandler:)")
  @discardableResult
  nonisolated public func seek(to date: Date) -> Bool { seek(to: date, completionHandler: nil) }

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
