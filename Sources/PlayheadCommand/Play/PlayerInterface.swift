/// What a player looks like to its user: a terminal's screen, or nothing but sound. Main thread only.
protocol PlayerInterface: AnyObject {
  /// Whether it takes over the terminal: then it wants to know of changes of size, and of being stopped and continued.
  var usesTerminal: Bool { get }
  /// To be watched for keys; nil where there are none.
  var inputDescriptor: Int32? { get }
  /// Milliseconds until `refresh` is due again; nil: when something happens.
  var refreshInterval: Int32? { get }

  func begin(_ player: Player)
  func show(_ notice: PlayerNotice, of player: Player)
  func refresh(_ player: Player)
  /// Takes what was typed. Called in every round, also when nothing was.
  func takeInput() -> [PlayerAction]
  func perform(_ action: PlayerAction, on player: Player)
  /// A signal that does not end the program.
  func handle(signal: Int32, of player: Player)
  /// Leaves the terminal as it was.
  func end(_ player: Player)
}
