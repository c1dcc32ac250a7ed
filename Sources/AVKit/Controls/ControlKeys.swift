/// The keyboard shortcuts of each control, for the tooltip of the control.
enum ControlKeys {
  /// X11 key names, the one that decreases or goes back first; empty if no key does the same.
  static func names(of control: Control) -> [String] {
    switch control {
    case .play: ["space"]
    case .previous: ["less"]
    case .next: ["greater"]
    case .stepBack: ["comma"]
    case .stepForward: ["period"]
    case .volume: ["9", "0"]
    case .subtitles: ["j"]
    case .audio: ["numbersign"]
    case .speed: ["bracketleft", "bracketright"]
    case .fullScreen: ["f"]
    case .position, .seekBar, .duration, .live, .quality, .more, .pictureInPicture: []
    }
  }

  /// A control's name followed by its keys. `label`: returns the text on the key with an X11 name.
  static func hint(_ name: String, for control: Control, label: (String) -> String?) -> String {
    let keys = names(of: control).compactMap(label)
    return keys.isEmpty ? name : "\(name) (\(keys.joined(separator: " ")))"
  }
}
