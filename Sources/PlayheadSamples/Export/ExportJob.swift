/// An export that runs once, on one thread.
package protocol ExportJob: Sendable {
  /// Writes the file. Blocks until it is complete. Calls `progress` with the part that is written, from 0 to 1.
  ///
  /// - Throws: An error if reading or writing fails; a `MediaError` of the kind `.cancelled` after `cancel`. No file
  ///   remains then.
  func run(_ progress: (Double) -> Void) throws
  /// Ends the export, which then throws. Any thread.
  func cancel()
}
