import Foundation

/// Handles a display that could not be opened.
enum MissingDisplay {
  /// The message with the reason as far as the environment shows it, and a remedy: names the variables that select a
  /// display, with their values.
  static func message(_ environment: [String: String]) -> String {
    // GTK tries Wayland first.
    let named = ["WAYLAND_DISPLAY", "DISPLAY"].compactMap { name in
      environment[name].flatMap { $0.isEmpty ? nil : "\(name)=\($0)" }
    }
    let other = "or play with `playhead play --no-window`."
    guard !named.isEmpty else {
      return "there is no display to open a window on; set DISPLAY or WAYLAND_DISPLAY, \(other)"
    }
    let names = named.joined(separator: ", ")
    return "the display cannot be reached (\(names)); see that it runs and lets you in, \(other)"
  }

  /// Without a display the command-line player takes over, if it is known.
  @MainActor static func playWithoutWindow() -> Int32 {
    if let command = ProcessInfo.processInfo.environment["PLAYHEAD_COMMAND"] {
      let words = [command, "play", "--no-window"] + CommandLine.arguments.dropFirst()
      var pointers = words.map { strdup($0) } + [nil]
      execv(command, &pointers)
    }
    StandardError.write("playhead-window: \(message(ProcessInfo.processInfo.environment))")
    return 1
  }
}
