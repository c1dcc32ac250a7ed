import PlayheadNetworking

/// Why a container could not be opened or read on.
package enum DemuxError: Error, Sendable, Equatable {
  /// The bytes could not be had.
  case source(ByteSourceError)
  /// The bytes are there but make no sense to libavformat.
  case format(FFmpegError)
  /// There are no bytes at all.
  case empty

  package var isCancelled: Bool { self == .source(.cancelled) }
}
