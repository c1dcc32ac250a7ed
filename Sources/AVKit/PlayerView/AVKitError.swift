import Foundation

/// An error of AVKit.
public struct AVKitError: CustomNSError, Hashable, Sendable {
  /// The error codes, with Apple's values.
  public enum Code: Int, Sendable {
    /// An error without a more specific code.
    case unknown = -1000
    /// The code of a failed start of picture in picture.
    case pictureInPictureStartFailed = -1001
  }

  /// The error code.
  public let code: Code
  private let message: String

  init(_ code: Code, _ message: String) { (self.code, self.message) = (code, message) }

  /// `AVKitErrorDomain`.
  public static var errorDomain: String { "AVKitErrorDomain" }
  /// The code of errors without a more specific one.
  public static var unknown: Code { .unknown }
  /// The code of a failed start of picture in picture.
  public static var pictureInPictureStartFailed: Code { .pictureInPictureStartFailed }
  /// The raw value of `code`.
  public var errorCode: Int { code.rawValue }
  /// The localized description of the error.
  public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: message] }

  /// The player has no item, or its item has failed.
  static let nothingToShow = AVKitError(
    .pictureInPictureStartFailed, "There is no film whose picture could go into a small window.")
  /// GTK could not create a window.
  static let noWindow = AVKitError(.pictureInPictureStartFailed, "The desktop has no room for a small window.")
}
