import Foundation

/// The errors of content key sessions.
enum ContentKeyErrors {
  /// The session ended, or its recipient was removed, before the answer.
  static let cancelled = AVError(
    .contentKeyRequestCancelled,
    userInfo: [NSLocalizedDescriptionKey: "The request for a content key was cancelled."])

  /// No data for a key server can be created.
  static func noRequestData(_ system: AVContentKeySystem) -> AVError {
    let reason =
      system == .clearKey
      ? "Keys in the clear are requested without data for a key server." : "This key system is not available on Linux."
    return AVError(.createContentKeyRequestFailed, userInfo: [NSLocalizedDescriptionKey: reason])
  }

  /// A response has no usable key.
  static func unusableResponse(_ system: AVContentKeySystem) -> AVError {
    let reason =
      system == .clearKey
      ? "The response has no key of 16 bytes." : "This key system is not available on Linux."
    return AVError(.contentIsNotAuthorized, userInfo: [NSLocalizedDescriptionKey: reason])
  }

  /// The session has no delegate that answers its requests.
  static let noDelegate = AVError(
    .contentIsNotAuthorized,
    userInfo: [NSLocalizedDescriptionKey: "The content key session has no delegate."])

  /// The delegate has not answered in time.
  static let timedOut = URLError(
    .timedOut, userInfo: [NSLocalizedDescriptionKey: "The request for a content key was not answered."])
}
