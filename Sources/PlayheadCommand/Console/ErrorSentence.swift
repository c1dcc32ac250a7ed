import Foundation
import PlayheadItems
import PlayheadNetworking

/// Describes why a file cannot be used: file, cause and remedy, safe for a terminal.
enum ErrorSentence {
  /// The message for standard error, with the program name. `verb` is the attempted action, such as “play”.
  static func text(_ error: MediaError, verb: String, name: String) -> String {
    "playhead: " + plain(error, verb: verb, name: name)
  }

  /// The message without the program name, for the message line of the player.
  ///
  /// - Parameters:
  ///   - error: The error. Its URL is shown without secrets; for a file, `name` is shown instead.
  ///   - verb: The attempted action, such as “play”.
  ///   - name: The file as the user named it.
  static func plain(_ error: MediaError, verb: String, name: String) -> String {
    // A URL can contain a password or a token, and messages are copied into logs and mails.
    let shown = error.url.isFileURL ? RedactedURL(text: name) : RedactedURL(error.url)
    return CellText.printable("cannot \(verb) “\(shown)”: \(error.reason). \(error.advice)")
  }
}
