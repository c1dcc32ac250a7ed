/// The keyboard shortcuts of each control, for the tooltip of the control.
enum ControlKeys {
  /// The commands of keys that do the same as a control, the one that decreases or goes back first; empty if none does.
  static func commands(of control: Control) -> [PlayerCommand] {
    switch control {
    case .play: [.togglePlaying]
    case .previous: [.queue(-1)]
    case .next: [.queue(1)]
    case .skipBack: [.skip(seconds: -10)]
    case .skipForward: [.skip(seconds: 10)]
    case .stepBack: [.step(-1)]
    case .stepForward: [.step(1)]
    case .volume: [.changeVolume(-0.02), .changeVolume(0.02)]
    case .subtitles: [.cycleSubtitles(1)]
    case .audio: [.cycleAudio]
    case .speed: [.multiplyRate(1 / 1.1), .multiplyRate(1.1)]
    case .fullScreen: [.toggleFullScreen]
    case .position, .seekBar, .duration, .live, .chapters, .quality, .more, .pictureInPicture: []
    }
  }

  /// A control's name followed by the first key of each of its commands. `label`: returns the text on a key.
  static func hint(
    _ name: String, for control: Control, _ bindings: KeyBindings, label: (KeyPress) -> String?
  ) -> String {
    let keys = commands(of: control).compactMap { bindings.presses(for: $0).first.flatMap(label) }
    return keys.isEmpty ? name : "\(name) (\(keys.joined(separator: " ")))"
  }
}
