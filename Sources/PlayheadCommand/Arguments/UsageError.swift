/// A command line that cannot be understood: what is wrong with which word, and what to write instead.
struct UsageError: Error, Equatable {
  var message: String
  var hint: String

  init(_ message: String, hint: String) {
    self.message = message
    self.hint = hint
  }

  /// For standard error.
  var sentence: String { "playhead: \(message). \(hint)" }
}
