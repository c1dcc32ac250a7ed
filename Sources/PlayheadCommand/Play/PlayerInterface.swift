/// The user interface of a player: a terminal screen, or none.
@MainActor protocol PlayerInterface: AnyObject {
  /// Whether it controls the terminal, and therefore handles size changes, stopping and continuing.
  var usesTerminal: Bool { get }
  /// The descriptor with keys to read; nil if there is none.
  var inputDescriptor: Int32? { get }
  /// The milliseconds until `refresh` is due again; nil to wait for an event.
  var refreshInterval: Int32? { get }

  /// Attaches the video output and prepares for keys. Called once, before playback starts.
  func begin(_ player: Player)
  /// Displays a notice. Called in the order of the notices.
  func show(_ notice: PlayerNotice, of player: Player)
  /// Updates the display of time and state. Called in every iteration of the loop; must not block.
  func refresh(_ player: Player)
  /// Takes pending input. Called in every iteration, even without input.
  func takeInput() -> [PlayerAction]
  /// Carries out an action that concerns the interface. Called after the player has received the same action.
  func perform(_ action: PlayerAction, on player: Player)
  /// Handles a signal that does not end the program.
  func handle(signal: Int32, of player: Player)
  /// Restores the terminal.
  func end(_ player: Player)
}
