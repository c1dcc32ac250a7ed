/// The state and speed of a transfer at one moment.
package struct TransferSnapshot: Sendable, Equatable {
  /// The cached byte ranges, ascending, with gaps.
  package var loaded: [Range<Int64>] = []
  /// The size of the resource in bytes; nil if unknown.
  package var size: Int64?
  /// The contiguous cached bytes after the read position.
  package var bytesAhead: Int64 = 0
  /// Bytes of content received; repeated requests count again.
  package var bytesReceived: Int64 = 0
  /// The number of requests sent.
  package var requestCount = 0
  /// Bits per second while receiving; nil before there is enough data to measure.
  package var throughput: Double?
  /// Whether the reader waits for bytes.
  package var isWaiting = false
  /// Whether fetching is suspended because enough is buffered.
  package var isFull = false
  /// Whether the resource has no known end: internet radio.
  package var isLive = false
  /// The state of a segmented stream; nil for other resources, whose bytes determine the loaded ranges.
  package var stream: StreamSnapshot?
  /// The recent titles of an internet radio, including those not played yet.
  package var titles: [StreamTitle] = []
  /// A transfer without bytes and requests.
  package init() {}
}
