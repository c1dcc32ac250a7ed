import Foundation

/// What can go wrong with what AVKit offers.
public struct AVKitError: CustomNSError, Hashable, Sendable {
  /// The kinds of it, with Apple's numbers.
  public enum Code: Int, Sendable {
    case unknown = -1000
    case pictureInPictureStartFailed = -1001
  }

  /// The kind.
  public let code: Code
  private let sentence: String

  init(_ code: Code, _ sentence: String) { (self.code, self.sentence) = (code, sentence) }

  public static var errorDomain: String { "AVKitErrorDomain" }
  public static var unknown: Code { .unknown }
  public static var pictureInPictureStartFailed: Code { .pictureInPictureStartFailed }
  public var errorCode: Int { code.rawValue }
  public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: sentence] }

  static let nothingToShow = AVKitError(
    .pictureInPictureStartFailed, "There is no film whose picture could go into a small window.")
  static let noWindow = AVKitError(.pictureInPictureStartFailed, "The desktop has no room for a small window.")
}
