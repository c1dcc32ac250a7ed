/// The order of the full screen events, for changes by the program and by the desktop.
///
/// ```
///   enter requested: will enter ──────────────────► window changes ─► did enter
///   exit requested:  will exit ─► restored ─► leave ─► window changes ─► did exit
///   the desktop:                                    window changes ─► will …, did …
/// ```
struct FullScreenStateMachine {
  /// The steps, in the order in which the caller must carry them out.
  enum Event: Equatable {
    case willEnter, didEnter, willExit, didExit
    /// The program must restore its interface; the window changes afterwards.
    case restore
    /// The window must change now.
    case change(isFull: Bool)
  }

  /// Whether the window is in full screen, as last reported.
  private(set) var isFull = false
  /// The requested state while the window has not changed yet.
  private var pendingState: Bool?

  /// The view or the program requests a state. Empty if it is already the current or requested one.
  mutating func requested(_ isFull: Bool) -> [Event] {
    guard isFull != (pendingState ?? self.isFull) else { return [] }
    pendingState = isFull
    return isFull ? [.willEnter, .change(isFull: true)] : [.willExit, .restore]
  }

  /// The program has restored its interface.
  mutating func restored() -> [Event] { pendingState == false ? [.change(isFull: false)] : [] }

  /// The window has reported its state.
  mutating func changed(_ isFull: Bool) -> [Event] {
    guard isFull != self.isFull else { return [] }
    self.isFull = isFull
    let wasAnnounced = pendingState == isFull
    pendingState = nil
    return (wasAnnounced ? [] : [isFull ? .willEnter : .willExit]) + [isFull ? .didEnter : .didExit]
  }
}
