/// One transfer or pending request of a resource, from an offset to the end.
struct ProgressiveRequest: Sendable {
  /// Increases with every request, to ignore events of older ones.
  let identifier: Int
  /// The offset of the next byte to receive.
  var writeOffset: Int64
  /// The last known position of the reader that needs this request's bytes.
  var readOffset: Int64
  /// Bytes of the response before the requested ones: the server sends only the whole resource.
  var skip: Int64 = 0
  /// The maximum distance ahead of `readOffset`; grows while the reader continues.
  var window: Int
  /// Whether the transfer waits because the read-ahead has reached its limit.
  var isPaused = false
  /// Whether a response has begun.
  var isAnswered = false
  /// Increases with each use by the reader: the least recently used request is replaced first.
  var lastUse: Int
  /// Separates the titles of an internet radio; nil for other resources.
  var titles: StreamTitleFilter?

  var isFull: Bool { writeOffset - readOffset >= Int64(window) }
}
