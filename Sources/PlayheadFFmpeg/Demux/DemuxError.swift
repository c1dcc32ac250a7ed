import PlayheadMedia
import PlayheadNetworking

/// The reason why a container could not be opened or read.
package enum DemuxError: Error, Sendable, Equatable {
  /// The source failed to deliver bytes.
  case source(ByteSourceError)
  /// libavformat cannot parse the bytes.
  case format(FFmpegError)
  /// A container that is not permitted for this kind of source, by libavformat's name.
  case refused(format: String)
  /// The source is empty.
  case empty

  /// Whether the source was cancelled.
  package var isCancelled: Bool { self == .source(.cancelled) }
}
