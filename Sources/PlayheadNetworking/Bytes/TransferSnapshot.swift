/// What a source has fetched by a moment, and how fast.
package struct TransferSnapshot: Sendable, Equatable {
  /// Which bytes are at hand now, ascending, with gaps.
  package var loaded: [Range<Int64>] = []
  package var size: Int64?
  /// Bytes at hand from where the reader stands on.
  package var bytesAhead: Int64 = 0
  /// Bytes of content received, those that were asked for twice counted twice.
  package var bytesReceived: Int64 = 0
  package var requestCount = 0
  /// Bits a second while something was being received; nil before there is enough to tell.
  package var throughput: Double?
  /// Whether the reader waits for bytes.
  package var isWaiting = false
  /// Whether nothing is fetched now because enough is at hand.
  package var isFull = false
  /// Whether the resource has no end that is known: internet radio.
  package var isLive = false
  /// Of a stream in segments; nil for everything else, and then bytes tell what is loaded.
  package var stream: StreamSnapshot?
  /// What an internet radio has announced lately, also what is not played yet.
  package var titles: [StreamTitle] = []
  package init() {}
}
