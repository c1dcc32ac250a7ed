import PlayheadClock

/// Decides when the controls over the video are visible.
///
/// ```
///            pointer moved, key, tap
///   hidden ──────────────────────────► shown ──┐ again: the three seconds restart
///      ▲                                 │ ◄───┘
///      └────── quiet for three seconds ──┘
///              (never while held: opening, paused, dragging, a menu open, pointer over them, keyboard in them)
/// ```
struct ControlsVisibility {
  /// Long enough to read a time and reach for a button, short enough not to cover the video; as in mpv, GNOME and
  /// Apple's players (two to four seconds).
  static let hidingDelay = HostDuration.milliseconds(3000)

  /// Lasting reasons to keep the controls visible.
  struct Inhibitors: OptionSet, Sendable {
    let rawValue: Int
    /// Playback is paused.
    static let paused = Inhibitors(rawValue: 1)
    /// The seek bar is being dragged.
    static let dragging = Inhibitors(rawValue: 2)
    /// A menu or the volume popup is open.
    static let menuOpen = Inhibitors(rawValue: 4)
    /// The pointer is over the controls.
    static let pointerOver = Inhibitors(rawValue: 8)
    /// A control has keyboard focus, which hiding it would lose.
    static let keyboardFocus = Inhibitors(rawValue: 16)
    /// There is no frame yet that the controls would cover.
    static let opening = Inhibitors(rawValue: 32)
    /// The item has audio only.
    static let audioOnly = Inhibitors(rawValue: 64)
  }

  /// The change that the caller must carry out.
  enum Action: Equatable {
    case none
    case show
    case hide
  }

  private(set) var isShown = false
  /// The lasting reasons that apply now. The controls are not hidden by `tick` while there are any.
  private(set) var inhibitors: Inhibitors = []
  /// The time of the last activity, or of the last change of `inhibitors`.
  private var lastActivity = HostTime.zero

  /// The user moved the pointer, pressed a key or touched the view.
  mutating func activity(at now: HostTime) -> Action {
    lastActivity = now
    guard !isShown else { return .none }
    isShown = true
    return .show
  }

  /// A tap dismissed the controls. Open menus and sliders that are being dragged remain.
  mutating func dismiss() -> Action {
    guard isShown, inhibitors.isDisjoint(with: [.dragging, .menuOpen]) else { return .none }
    isShown = false
    return .hide
  }

  /// A lasting reason began or ended. It never shows hidden controls, so that a program that creates a paused view does
  /// not flash them.
  mutating func setInhibitor(_ inhibitor: Inhibitors, _ isHeld: Bool, at now: HostTime) {
    guard inhibitors.contains(inhibitor) != isHeld else { return }
    if isHeld { inhibitors.insert(inhibitor) } else { inhibitors.remove(inhibitor) }
    lastActivity = now
  }

  /// Called about once a second while the controls are visible.
  mutating func tick(at now: HostTime) -> Action {
    guard isShown, inhibitors.isEmpty, now - lastActivity >= Self.hidingDelay else { return .none }
    isShown = false
    return .hide
  }

  /// The pointer left the window, so the controls may hide at once.
  mutating func pointerLeft(at now: HostTime) {
    inhibitors.remove(.pointerOver)
    lastActivity = now - Self.hidingDelay
  }
}
