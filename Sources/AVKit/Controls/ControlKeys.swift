/// The keys that do what a control does, for the hint that stands beside the pointer: that is where people learn them.
enum ControlKeys {
  /// Names as X11 gives them, the one that goes back first; empty where no key does the same.
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

  /// A control's name with its keys behind it. `label`: what stands on the key of a name.
  static func hint(_ name: String, for control: Control, label: (String) -> String?) -> String {
    let keys = names(of: control).compactMap(label)
    return keys.isEmpty ? name : "\(name) (\(keys.joined(separator: " ")))"
  }
}
