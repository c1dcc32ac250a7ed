import Foundation

// Moving to dates: for streams that have some (`EXT-X-PROGRAM-DATE-TIME`).
extension AVPlayer {
  /// Moves to a date. Does nothing where the item has no dates or does not hold this one now.
  nonisolated public func seek(to date: Date) { seek(to: date) { _ in } }

  /// Moves to a date and tells when that is done.
  ///
  /// - Parameter completionHandler: Called once, on the main queue: with true when the new position is shown; with false when another
  ///   seek came first, without an item, and where the item has no dates or does not hold this one now.
  nonisolated public func seek(to date: Date, completionHandler: @escaping (Bool) -> Void) {
    if currentItem?.seek(to: date, completionHandler: completionHandler) == true { return }
    // Sendable: it is called once, where clients are called, which is what its documentation promises.
    nonisolated(unsafe) let call = completionHandler
    core.delivery.nowOrLater { call(false) }
  }

  /// Moves to a date. Returns what the handler of the other form is told.
  @discardableResult
  nonisolated public func seek(to date: Date) async -> Bool {
    await withCheckedContinuation { continuation in seek(to: date) { continuation.resume(returning: $0) } }
  }
}
