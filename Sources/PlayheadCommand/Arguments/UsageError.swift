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

  /// Nothing is named, and there is no window in which a file could be selected.
  static var noFile: UsageError {
    UsageError("no file to play", hint: "Write “playhead FILE”; “playhead --help” lists the options.")
  }

  /// The message for standard error.
  var sentence: String { "playhead: \(message). \(hint)" }
}
