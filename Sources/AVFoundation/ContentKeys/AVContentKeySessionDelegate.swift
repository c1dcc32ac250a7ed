import Foundation

/// Provides the content keys of a session. Methods are called on the session's delegate queue.
public protocol AVContentKeySessionDelegate: NSObjectProtocol, Sendable {
  /// Requests a key. Answer the request at any time on any thread, with `processContentKeyResponse(_:)` or
  /// `processContentKeyResponseError(_:)`. Media waits until then.
  func contentKeySession(_ session: AVContentKeySession, didProvide keyRequest: AVContentKeyRequest)

  /// Requests a key to store, after `respondByRequestingPersistableContentKeyRequest()`.
  func contentKeySession(_ session: AVContentKeySession, didProvide keyRequest: AVPersistableContentKeyRequest)

  /// Requests a renewed key, after `renewExpiringResponseData(for:)`.
  func contentKeySession(
    _ session: AVContentKeySession, didProvideRenewingContentKeyRequest keyRequest: AVContentKeyRequest)

  /// Requests the keys of one initialization data. Calls `contentKeySession(_:didProvide:)` for each by default.
  func contentKeySession(
    _ session: AVContentKeySession, didProvide keyRequests: [AVContentKeyRequest],
    forInitializationData initializationData: Data?)

  /// Whether a request is sent again: it has not been answered for a minute.
  func contentKeySession(
    _ session: AVContentKeySession, shouldRetry keyRequest: AVContentKeyRequest,
    reason retryReason: AVContentKeyRequest.RetryReason
  ) -> Bool

  /// Notifies the delegate that the key of a request was accepted.
  func contentKeySession(
    _ session: AVContentKeySession, contentKeyRequestDidSucceed keyRequest: AVContentKeyRequest)

  /// Notifies the delegate that a request has failed.
  func contentKeySession(
    _ session: AVContentKeySession, contentKeyRequest keyRequest: AVContentKeyRequest,
    didFailWithError err: any Error)
}

// These methods are optional on Apple's platforms.
extension AVContentKeySessionDelegate {
  /// Fails the request: a delegate that asks for keys to store implements this method.
  public func contentKeySession(
    _ session: AVContentKeySession, didProvide keyRequest: AVPersistableContentKeyRequest
  ) {
    keyRequest.processContentKeyResponseError(ContentKeyErrors.noDelegate)
  }

  /// Calls `contentKeySession(_:didProvide:)`.
  public func contentKeySession(
    _ session: AVContentKeySession, didProvideRenewingContentKeyRequest keyRequest: AVContentKeyRequest
  ) {
    contentKeySession(session, didProvide: keyRequest)
  }

  /// Calls `contentKeySession(_:didProvide:)` for each request.
  public func contentKeySession(
    _ session: AVContentKeySession, didProvide keyRequests: [AVContentKeyRequest],
    forInitializationData initializationData: Data?
  ) {
    for request in keyRequests { contentKeySession(session, didProvide: request) }
  }

  /// Returns false: the request fails.
  public func contentKeySession(
    _ session: AVContentKeySession, shouldRetry keyRequest: AVContentKeyRequest,
    reason retryReason: AVContentKeyRequest.RetryReason
  ) -> Bool { false }

  /// Does nothing.
  public func contentKeySession(
    _ session: AVContentKeySession, contentKeyRequestDidSucceed keyRequest: AVContentKeyRequest
  ) {}

  /// Does nothing.
  public func contentKeySession(
    _ session: AVContentKeySession, contentKeyRequest keyRequest: AVContentKeyRequest,
    didFailWithError err: any Error
  ) {}
}
