import Foundation

extension NSError {
  /// What failed, why, and what to do, in one line: what the error itself says of each.
  package var wholeText: String {
    [localizedDescription, localizedFailureReason, localizedRecoverySuggestion].compactMap { $0 }.joined(separator: " ")
  }
}
