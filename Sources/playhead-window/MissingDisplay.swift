/// The message if no display could be opened, with the reason as far as the environment shows it and a remedy.
enum MissingDisplay {
  /// Names the variables that select a display, with their values.
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
}
