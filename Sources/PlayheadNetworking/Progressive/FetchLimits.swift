/// The limits of caching and read-ahead of a resource.
package struct FetchLimits: Sendable, Equatable {
  /// The maximum of cached bytes: a minute at 4 Mbit/s.
  package var store = 32 << 20
  /// Bytes retained behind the position: demuxers reread what they have just passed, users seek back by seconds.
  package var back = 4 << 20
  /// The maximum read-ahead: 16 s at 4 Mbit/s, in addition to the packets that the engine buffers.
  package var readAhead = 8 << 20
  /// The initial read-ahead: opening a file reads at several positions, and read-ahead at abandoned ones is wasted.
  package var initialReadAhead = 512 << 10
  /// The distance up to which reading on is preferred to a new request: at 10 Mbit/s this takes about as long as a
  /// response.
  package var reach = 256 << 10
  /// The maximum of concurrent transfers: audio and video may be far apart, and an index at the end.
  package var requests = 2
  /// The standard limits.
  package init() {}
}
