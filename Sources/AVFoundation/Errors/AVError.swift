import Foundation

/// The domain of this module's errors.
public let AVFoundationErrorDomain = "AVFoundationErrorDomain"

/// An error of loading, playing or decoding media.
///
/// `localizedDescription` names the file and the cause in one sentence. As an `NSError` it also has a remedy
/// (`localizedRecoverySuggestion`) and the underlying error (`NSUnderlyingErrorKey`). `NSError`s of this domain and
/// `AVError` cast to each other.
public struct AVError: CustomNSError, Hashable, Sendable {
  /// The error as an `NSError`.
  let object: NSError

  /// Creates an error with a code and a user info dictionary.
  public init(_ code: Code, userInfo: [String: Any] = [:]) {
    object = NSError(domain: AVFoundationErrorDomain, code: code.rawValue, userInfo: userInfo)
  }

  fileprivate init?(_ object: NSError) {
    guard object.domain == AVFoundationErrorDomain else { return nil }
    self.object = object
  }

  /// The error code; `.unknown` for a number without a name.
  public var code: Code { Code(rawValue: object.code) ?? .unknown }
  /// The raw value of `code`.
  public var errorCode: Int { object.code }
  /// Localized texts, the chain of causes and, if known, the file and the track.
  public var errorUserInfo: [String: Any] { object.userInfo }
  /// The same as `errorUserInfo`.
  public var userInfo: [String: Any] { object.userInfo }
  /// A description for users, in one sentence.
  public var localizedDescription: String { object.localizedDescription }

  /// `AVFoundationErrorDomain`.
  public static var errorDomain: String { AVFoundationErrorDomain }
}

extension AVError: _ObjectiveCBridgeable {
  /// The error as an `NSError`, for casts.
  public func _bridgeToObjectiveC() -> NSError { object }

  /// Converts an `NSError` of this domain; traps for other domains.
  public static func _forceBridgeFromObjectiveC(_ source: NSError, result: inout AVError?) {
    result = AVError(source)
    precondition(result != nil, "Not an error of \(AVFoundationErrorDomain): \(source)")
  }

  /// Converts an `NSError`; returns false for other domains.
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSError, result: inout AVError?) -> Bool {
    result = AVError(source)
    return result != nil
  }

  /// Converts an `NSError`; returns `.unknown` for other domains and nil.
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSError?) -> AVError {
    source.flatMap { AVError($0) } ?? AVError(.unknown)
  }
}
