import Foundation
import PlayheadFFmpeg

/// What a decoder has made of its packets since the present start.
struct DecodeOutcome {
  var packets = 0
  var frames = 0
  /// The newest error.
  var error: FFmpegError?

  /// Why nothing came out; nil if something did, or if nothing went in.
  func failure(of parameters: StreamParameters, url: URL) -> MediaError? {
    packets > 0 && frames == 0
      ? MediaError(.decodeFailed(codec: parameters.track.codecName), url: url, cause: error) : nil
  }
}
