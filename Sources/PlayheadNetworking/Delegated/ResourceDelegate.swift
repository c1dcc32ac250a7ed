import Foundation

/// A program that gives the bytes of addresses that nobody else can read.
package protocol ResourceDelegate: AnyObject, Sendable {
  /// Whether there is anybody who answers.
  var answers: Bool { get }
  /// Begins to answer a request. Called on any thread; returns at once.
  func begin(_ request: DelegatedRequest)
  /// The request is not wanted any more.
  func cancelled(_ request: DelegatedRequest)
}

/// What a program says of a resource.
package struct DelegatedContent: Sendable, Equatable {
  /// A uniform type identifier or a media type.
  package var type: String?
  /// nil where it is not told.
  package var length: Int64?
  /// Whether any part can be asked for.
  package var hasRanges = false
  /// Until when it holds; nil: as long as anybody wants it.
  package var renewalDate: Date?
  package init() {}
}

/// Why a program did not give what it was asked for.
package struct DelegateFailure: Error, Equatable {
  /// The program's own error; nil where it gave none.
  package let cause: (any Error)?
  package init(_ cause: (any Error)?) { self.cause = cause }

  /// Errors of the same domain and code are the same.
  package static func == (a: Self, b: Self) -> Bool {
    let (first, second) = (a.cause.map { $0 as NSError }, b.cause.map { $0 as NSError })
    return first?.domain == second?.domain && first?.code == second?.code
  }
}
