import Foundation

/// Provides the bytes of URLs with custom schemes: the application's resource loader delegate.
package protocol ResourceDelegate: AnyObject, Sendable {
  /// Whether a delegate is set.
  var answers: Bool { get }
  /// Begins to respond to a request. Called on any thread; returns at once.
  func begin(_ request: DelegatedRequest)
  /// Called after the request was cancelled.
  func cancelled(_ request: DelegatedRequest)
}

/// The content information of a resource.
package struct DelegatedContent: Sendable, Equatable {
  /// A uniform type identifier or a media type.
  package var type: String?
  /// nil if not declared.
  package var length: Int64?
  /// Whether byte ranges are supported.
  package var hasRanges = false
  /// The expiration date; nil if the resource does not expire.
  package var renewalDate: Date?
  /// A resource of unknown type and length without ranges.
  package init() {}
}

/// A delegate's failure to provide a resource.
package struct DelegateFailure: Error, Equatable {
  /// The application's error; nil if it gave none.
  package let cause: (any Error)?
  /// Creates a failure from the application's error.
  package init(_ cause: (any Error)?) { self.cause = cause }

  /// Errors with the same domain and code are equal.
  package static func == (a: Self, b: Self) -> Bool {
    let (first, second) = (a.cause.map { $0 as NSError }, b.cause.map { $0 as NSError })
    return first?.domain == second?.domain && first?.code == second?.code
  }
}
