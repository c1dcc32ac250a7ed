import AVFoundation

/// An error in the domain `PLAYHEAD_ERROR`.
struct PlayerFailure: Equatable, Sendable {
  /// The codes of `PlayheadError` in playhead-types.h.
  enum Code: Int32, Sendable {
    case failed = 0
    case invalidURI = 1
    case notFound = 2
    case permissionDenied = 3
    case network = 4
    case unsupported = 5
    case damaged = 6
    case protected = 7
    case interrupted = 8
    case noItem = 9
  }

  var code: Code
  /// A sentence with the cause and, as far as there is one, the remedy.
  var message: String

  /// Converts an error of an item.
  init(_ error: (any Error)?) {
    guard let error = error as NSError? else {
      self.init(code: .failed, message: "The item cannot be played, and its decoder reported no reason.")
      return
    }
    self.init(code: Self.code(of: error), message: error.localizedDescription)
  }

  /// Creates a failure.
  init(code: Code, message: String) { (self.code, self.message) = (code, message) }

  /// The failure of a string that is not a URI.
  static func invalidURI(_ text: String) -> PlayerFailure {
    PlayerFailure(
      code: .invalidURI,
      message:
        "“\(text)” is not a URI such as file:///video.mp4 or https://example.org/video.mp4; set a file by its path.")
  }

  /// The code that a program distinguishes, for an error with Apple's domain and code.
  static func code(of error: NSError) -> Code {
    switch error.domain {
    case AVFoundationErrorDomain:
      switch AVError.Code(rawValue: error.code) {
      case .fileFormatNotRecognized, .decoderNotFound, .noSourceTrack: return .unsupported
      case .fileFailedToParse, .decodeFailed, .invalidSourceMedia: return .damaged
      case .contentIsProtected, .contentIsNotAuthorized: return .protected
      case .serverIncorrectlyConfigured, .contentIsUnavailable: return .network
      default: return .failed
      }
    case NSURLErrorDomain:
      switch URLError.Code(rawValue: error.code) {
      case .fileDoesNotExist: return .notFound
      case .noPermissionsToReadFile, .userAuthenticationRequired: return .permissionDenied
      case .unsupportedURL, .fileIsDirectory: return .unsupported
      default: return .network
      }
    default: return .failed
    }
  }
}
