/// A task of `playhead batch`.
enum BatchTask: String, CaseIterable, Sendable {
  /// The order of the tasks in result lines.
  case info, thumbnails, sheet, sprites, frame, captions, export

  /// The names, for the help and for messages.
  static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }

  /// Whether the task writes files. The information is part of the result line.
  var writesFiles: Bool { self != .info }
}
