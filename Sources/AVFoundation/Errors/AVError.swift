import Foundation

/// The domain of errors of this module.
public let AVFoundationErrorDomain = "AVFoundationErrorDomain"

/// An error of loading, playing or decoding media.
///
/// `localizedDescription` names the file and the cause in one sentence; as an `NSError` it also says what to do
/// (`localizedRecoverySuggestion`) and what lies beneath (`NSUnderlyingErrorKey`). An `NSError` of this domain casts to `AVError`
/// and the other way round.
public struct AVError: CustomNSError, Hashable, Sendable {
  /// The same error as an object.
  let object: NSError

  /// An error with a code and information for people and programs.
  public init(_ code: Code, userInfo: [String: Any] = [:]) {
    object = NSError(domain: AVFoundationErrorDomain, code: code.rawValue, userInfo: userInfo)
  }

  fileprivate init?(_ object: NSError) {
    guard object.domain == AVFoundationErrorDomain else { return nil }
    self.object = object
  }

  /// What went wrong; `.unknown` for a number that has no name here.
  public var code: Code { Code(rawValue: object.code) ?? .unknown }
  /// The number of `code`.
  public var errorCode: Int { object.code }
  /// Texts, the chain of causes, and where they are known the file and the track.
  public var errorUserInfo: [String: Any] { object.userInfo }
  /// The same as `errorUserInfo`.
  public var userInfo: [String: Any] { object.userInfo }
  /// One sentence for people.
  public var localizedDescription: String { object.localizedDescription }

  public static var errorDomain: String { AVFoundationErrorDomain }
}

extension AVError: _ObjectiveCBridgeable {
  public func _bridgeToObjectiveC() -> NSError { object }

  public static func _forceBridgeFromObjectiveC(_ source: NSError, result: inout AVError?) {
    result = AVError(source)
    precondition(result != nil, "Not an error of \(AVFoundationErrorDomain): \(source)")
  }

  public static func _conditionallyBridgeFromObjectiveC(_ source: NSError, result: inout AVError?) -> Bool {
    result = AVError(source)
    return result != nil
  }

  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSError?) -> AVError {
    source.flatMap { AVError($0) } ?? AVError(.unknown)
  }
}
