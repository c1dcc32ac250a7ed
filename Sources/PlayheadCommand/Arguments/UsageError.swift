/// An invalid command line: the error and the correction.
struct UsageError: Error, Equatable {
  var message: String
  var hint: String

  init(_ message: String, hint: String) {
    self.message = message
    self.hint = hint
  }

  /// The message for standard error.
  var sentence: String { "playhead: \(message). \(hint)" }
}
