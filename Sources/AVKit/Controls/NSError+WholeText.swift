import Foundation

extension NSError {
  /// The description, reason and recovery suggestion of the error in one line, in the user's language.
  package var fullDescription: String {
    [localizedDescription, localizedFailureReason, localizedRecoverySuggestion].compactMap { $0 }
      .map(ErrorTranslation.text).joined(separator: " ")
  }
}
