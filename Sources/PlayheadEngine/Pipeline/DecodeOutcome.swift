import Foundation
import PlayheadFFmpeg

/// Counts of a decoder's packets and frames since the current start.
struct DecodeOutcome {
  var packets = 0
  var frames = 0
  /// The newest error.
  var error: FFmpegError?

  /// The error if packets went in but no frame came out; otherwise nil.
  func failure(of parameters: StreamParameters, url: URL) -> MediaError? {
    packets > 0 && frames == 0
      ? MediaError(.decodeFailed(codec: parameters.track.codecName), url: url, cause: error) : nil
  }
}
