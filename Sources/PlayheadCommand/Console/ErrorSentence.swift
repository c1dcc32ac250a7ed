import PlayheadEngine
import PlayheadNetworking

/// Says why a file cannot be used: the file, the cause, and what to do about it, fit for a terminal.
enum ErrorSentence {
  /// For standard error, with the program's name in front. `verb` is what was tried, such as “play”.
  static func text(_ error: MediaError, verb: String, name: String) -> String {
    "playhead: " + plain(error, verb: verb, name: name)
  }

  static func plain(_ error: MediaError, verb: String, name: String) -> String {
    // An address may hold a password or a token, and sentences are copied into logs and letters.
    let shown = error.url.isFileURL ? RedactedURL(text: name) : RedactedURL(error.url)
    return CellText.printable("cannot \(verb) “\(shown)”: \(error.reason). \(error.advice)")
  }
}
