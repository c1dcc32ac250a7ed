import AVKit
import Foundation
import PlayheadSettings

/// The user's key bindings, which override the default ones.
@MainActor enum UserKeys {
  /// Applies the file of the user's bindings, if there is one. Reports lines that are not bindings on standard error.
  static func load(from file: URL = ConfigurationFolder().keys) {
    guard FileManager.default.fileExists(atPath: file.path) else { return }
    guard let text = ConfigurationFolder.text(of: file) else {
      return StandardError.write("playhead-window: the key bindings in \(file.path) cannot be read.")
    }
    for (line, failure) in KeyBindings.current.apply(text) {
      StandardError.write("playhead-window: \(file.path), line \(line): \(failure)")
    }
  }
}
