/// A pointer button other than the primary one, as X11 and GDK number them.
enum PointerButton: UInt32 {
  case middle = 2
  case secondary = 3
  case back = 8
  case forward = 9

  /// Creates the button of a number; nil for the primary button and for buttons without a meaning.
  init?(_ number: UInt32) { self.init(rawValue: number) }

  /// The command of a press; nil for the secondary button, which opens the program's menu.
  var command: PlayerCommand? {
    switch self {
    case .middle: .togglePlaying
    case .back: .queue(-1)
    case .forward: .queue(1)
    case .secondary: nil
    }
  }
}
