import Foundation

extension NSError {
  /// The description, reason and recovery suggestion of the error in one line.
  package var fullDescription: String {
    [localizedDescription, localizedFailureReason, localizedRecoverySuggestion].compactMap { $0 }.joined(separator: " ")
  }
}
