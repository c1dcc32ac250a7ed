import PlayheadEngine

/// Decides when the controls over the picture are to be seen.
///
/// ```
///            pointer moved, key, tap
///   hidden ──────────────────────────► shown ──┐ again: the three seconds start anew
///      ▲                                 │ ◄───┘
///      └────── quiet for three seconds ──┘
///              (never while held: opening, paused, dragging, a menu open, pointer over them, keyboard in them)
/// ```
struct ControlsVisibility {
  /// Long enough to read a time and reach for a button, short enough not to sit in the picture; as in mpv, GNOME and Apple's players
  /// (two to four seconds).
  static let quietTime = HostDuration.milliseconds(3000)

  /// Reasons to stay that last.
  struct Holds: OptionSet, Sendable {
    let rawValue: Int
    static let paused = Holds(rawValue: 1)
    static let dragging = Holds(rawValue: 2)
    static let menuOpen = Holds(rawValue: 4)
    static let pointerOver = Holds(rawValue: 8)
    /// A control has the keyboard: whoever works with keys would lose their place.
    static let keyboardFocus = Holds(rawValue: 16)
    /// There is no picture yet that they would be in the way of.
    static let opening = Holds(rawValue: 32)
  }

  enum Action: Equatable {
    case none
    case show
    case hide
  }

  private(set) var isShown = false
  private(set) var holds: Holds = []
  private var lastActivity = HostTime.zero

  /// Somebody moved the pointer, typed or touched.
  mutating func activity(at now: HostTime) -> Action {
    lastActivity = now
    guard !isShown else { return .none }
    isShown = true
    return .show
  }

  /// A finger tapped them away. Menus and held sliders stay.
  mutating func dismiss() -> Action {
    guard isShown, holds.isDisjoint(with: [.dragging, .menuOpen]) else { return .none }
    isShown = false
    return .hide
  }

  /// A lasting reason began or ended. Beginning shows them only when asked to: a film that pauses at its end shows its controls,
  /// a program that makes a paused view does not flash them.
  mutating func setHold(_ hold: Holds, _ isHeld: Bool, at now: HostTime) {
    guard holds.contains(hold) != isHeld else { return }
    if isHeld { holds.insert(hold) } else { holds.remove(hold) }
    lastActivity = now
  }

  /// Called about once a second while they are shown.
  mutating func tick(at now: HostTime) -> Action {
    guard isShown, holds.isEmpty, now - lastActivity >= Self.quietTime else { return .none }
    isShown = false
    return .hide
  }

  /// The pointer left the window: nobody looks for the controls any more.
  mutating func pointerLeft(at now: HostTime) {
    holds.remove(.pointerOver)
    lastActivity = now - Self.quietTime
  }
}
