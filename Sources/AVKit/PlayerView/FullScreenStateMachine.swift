/// The order of the full screen events, for changes by the program and by the desktop.
///
/// ```
///   enter requested: will enter ──────────────────► window changes ─► did enter
///   exit requested:  will exit ─► restored ─► leave ─► window changes ─► did exit
///   the desktop:                                    window changes ─► will …, did …
/// ```
struct FullScreenStateMachine {
  enum Word: Equatable {
    case willEnter, didEnter, willExit, didExit
    /// The program must restore its interface; the window changes afterwards.
    case restore
    /// The window must change now.
    case change(isFull: Bool)
  }

  private(set) var isFull = false
  /// The requested state while the window has not changed yet.
  private var wanted: Bool?

  mutating func asked(_ isFull: Bool) -> [Word] {
    guard isFull != (wanted ?? self.isFull) else { return [] }
    wanted = isFull
    return isFull ? [.willEnter, .change(isFull: true)] : [.willExit, .restore]
  }

  /// The program has restored its interface.
  mutating func restored() -> [Word] { wanted == false ? [.change(isFull: false)] : [] }

  /// The window has reported its state.
  mutating func changed(_ isFull: Bool) -> [Word] {
    guard isFull != self.isFull else { return [] }
    self.isFull = isFull
    let isTold = wanted == isFull
    wanted = nil
    return (isTold ? [] : [isFull ? .willEnter : .willExit]) + [isFull ? .didEnter : .didExit]
  }
}
