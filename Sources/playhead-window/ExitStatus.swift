/// The exit status of the program, and of a later start that plays its files in this one.
@MainActor struct ExitStatus {
  /// The status of this program.
  var value: Int32 = 0
  /// Receives the status of a later start; nil if none waits.
  private var reply: (@MainActor (Int32) -> Void)?

  /// A later start waits for its status. One that waited before has failed: its files are replaced.
  mutating func expect(_ reply: @escaping @MainActor (Int32) -> Void) {
    answer(1)
    self.reply = reply
  }

  /// Reports the status to the start that waits for it, if there is one.
  mutating func answer(_ status: Int32) {
    reply?(status)
    reply = nil
  }
}
