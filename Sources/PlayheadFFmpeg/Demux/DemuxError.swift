import PlayheadNetworking

/// Why a container could not be opened or read on.
package enum DemuxError: Error, Sendable, Equatable {
  /// The bytes could not be had.
  case source(ByteSourceError)
  /// The bytes are there but make no sense to libavformat.
  case format(FFmpegError)
  /// A container that may not be read from this kind of source, by libavformat's name.
  case refused(format: String)
  /// There are no bytes at all.
  case empty

  package var isCancelled: Bool { self == .source(.cancelled) }
}
