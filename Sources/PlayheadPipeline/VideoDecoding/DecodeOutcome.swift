import Foundation
import PlayheadFFmpeg
import PlayheadItems
import PlayheadMedia

/// Counts of a decoder's packets and frames since the current start.
///
/// By these a track that cannot be decoded is distinguished from an empty one.
struct DecodeOutcome {
  /// Packets sent to the decoder, damaged ones included.
  var packets = 0
  /// Frames that the decoder has output.
  var frames = 0
  /// The newest error.
  var error: FFmpegError?

  /// The error if packets went in but no frame came out; otherwise nil.
  func failure(of parameters: StreamParameters, url: URL) -> MediaError? {
    packets > 0 && frames == 0
      ? MediaError(.decodeFailed(codec: parameters.track.codecName), url: url, cause: error) : nil
  }
}
