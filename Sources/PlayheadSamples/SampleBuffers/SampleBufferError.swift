import PlayheadMedia

/// The reason why a renderer of sample buffers has failed.
package enum SampleBufferError: Error, Sendable {
  /// A sample has a media type or a pixel format that the renderer cannot show.
  case unsupportedFormat(String)
  /// There is no decoder for a codec.
  case noDecoder(codec: String, cause: FFmpegError?)
  /// A decoder has failed.
  case decodeFailed(codec: String, cause: FFmpegError?)
  /// The data of a sample buffer is missing, or does not match its sample sizes.
  case invalidData
  /// There is no audio output.
  case noOutput(String)
}
