/// An invalid command line: the error and the correction.
struct UsageError: Error, Equatable {
  /// The error, without a capital at the start and a full stop at the end.
  var message: String
  /// The correction: a complete sentence.
  var hint: String

  /// Creates an error from its two parts. Text from the command line must have no secrets: the message is printed.
  init(_ message: String, hint: String) {
    self.message = message
    self.hint = hint
  }

  /// The message for standard error.
  var sentence: String { "playhead: \(message). \(hint)" }
}
