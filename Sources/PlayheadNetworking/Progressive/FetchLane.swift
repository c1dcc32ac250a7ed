/// One answer that is being received, or asked for again: from an offset on to the end.
struct FetchLane: Sendable {
  /// Grows with every question, so that what belongs to an older one is told apart.
  let identifier: Int
  /// Where the next byte belongs.
  var writeOffset: Int64
  /// Where a reader was last seen to want what this lane brings.
  var readOffset: Int64
  /// Bytes of the answer that come before what was wanted: the server gives the resource only whole.
  var skip: Int64 = 0
  /// How far beyond `readOffset` it may fetch; grows while it is read on.
  var window: Int
  var isPaused = false
  /// Whether an answer has begun.
  var isAnswered = false
  var lastUse: Int
  var titles: StreamTitleFilter?

  var isFull: Bool { writeOffset - readOffset >= Int64(window) }
}
