import Foundation
import PlayheadMedia
import PlayheadSamples

extension SampleBufferError {
  /// The error with Apple's domain and code, and its cause.
  var forClients: any Error {
    switch self {
    case .unsupportedFormat(let format):
      AVError(
        .decoderNotFound,
        userInfo: [NSLocalizedDescriptionKey: "Samples of the format \(format) cannot be rendered here."])
    case .noDecoder(let codec, let cause):
      AVError(.decoderNotFound, userInfo: Self.userInfo("There is no decoder for \(codec).", cause))
    case .decodeFailed(let codec, let cause):
      AVError(.decodeFailed, userInfo: Self.userInfo("The decoder of \(codec) has failed.", cause))
    case .invalidData:
      AVError(
        .invalidSourceMedia,
        userInfo: [NSLocalizedDescriptionKey: "The data of a sample buffer is missing or does not match its sizes."])
    case .noOutput(let reason):
      AVError(.unknown, userInfo: [NSLocalizedDescriptionKey: "There is no audio output: \(reason)."])
    }
  }

  private static func userInfo(_ sentence: String, _ cause: FFmpegError?) -> [String: Any] {
    var userInfo: [String: Any] = [NSLocalizedDescriptionKey: sentence]
    if let cause { userInfo[NSUnderlyingErrorKey] = cause }
    return userInfo
  }
}
