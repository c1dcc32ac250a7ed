/// What is told of the full screen, and in which order: by asking, or by what the desktop does of itself.
///
/// ```
///   asked to enter:  will enter ──────────────────► window changes ─► did enter
///   asked to leave:  will exit ─► restored ─► leave ─► window changes ─► did exit
///   the desktop:                                    window changes ─► will …, did …
/// ```
struct FullScreenStateMachine {
  enum Word: Equatable {
    case willEnter, didEnter, willExit, didExit
    /// The program is asked to bring its interface back; the window changes afterwards.
    case restore
    /// The window is to change now.
    case change(isFull: Bool)
  }

  private(set) var isFull = false
  /// What was asked for and has not come about yet.
  private var wanted: Bool?

  mutating func asked(_ isFull: Bool) -> [Word] {
    guard isFull != (wanted ?? self.isFull) else { return [] }
    wanted = isFull
    return isFull ? [.willEnter, .change(isFull: true)] : [.willExit, .restore]
  }

  /// The program's interface is back.
  mutating func restored() -> [Word] { wanted == false ? [.change(isFull: false)] : [] }

  /// The window says what it is now.
  mutating func changed(_ isFull: Bool) -> [Word] {
    guard isFull != self.isFull else { return [] }
    self.isFull = isFull
    let isTold = wanted == isFull
    wanted = nil
    return (isTold ? [] : [isFull ? .willEnter : .willExit]) + [isFull ? .didEnter : .didExit]
  }
}
