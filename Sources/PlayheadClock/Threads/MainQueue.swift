import Foundation

/// The main queue, which the main thread runs, or threads of Dispatch after `dispatchMain()`.
package enum MainQueue {
  /// Whether the caller runs on the main queue or the main thread.
  ///
  /// The thread alone is not sufficient: a program that calls `dispatchMain()` gives up the main thread.
  package static var isCurrent: Bool { Thread.isMainThread || DispatchQueue.getSpecific(key: mark.key) != nil }

  /// The queue-specific key of the main queue. Sendable: Dispatch's keys are immutable.
  private struct Mark: @unchecked Sendable {
    let key = DispatchSpecificKey<Bool>()
  }

  /// Created with the first question.
  private static let mark: Mark = {
    let mark = Mark()
    DispatchQueue.main.setSpecific(key: mark.key, value: true)
    return mark
  }()
}
