import Foundation
import PlayheadNetworking
import Synchronization

/// A request for a content key, which the session's delegate answers at any time on any thread.
open class AVContentKeyRequest: NSObject, @unchecked Sendable {
  // Sendable: mutable state is behind the lock.

  /// The state of a request.
  public enum Status: Int, Sendable {
    /// It waits for an answer.
    case requestingResponse = 0
    /// It was answered with a key.
    case receivedResponse = 1
    /// A newer request has renewed its key.
    case renewed = 2
    /// A newer request was sent for the same key.
    case retried = 3
    /// The session ended before the answer.
    case cancelled = 4
    /// It was answered with an error, or with an unusable key.
    case failed = 5
  }

  /// The reason to send a request again.
  public struct RetryReason: RawRepresentable, Hashable, Sendable {
    /// The name of the reason.
    public let rawValue: String
    /// Creates a reason with a name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The request was not answered in time.
    public static let timedOut = RetryReason(rawValue: "AVContentKeyRequestRetryReasonTimedOut")
    /// The lease in the response has expired. Keys in the clear have no lease.
    public static let receivedResponseWithExpiredLease = RetryReason(
      rawValue: "AVContentKeyRequestRetryReasonReceivedResponseWithExpiredLease")
    /// The response has an obsolete key. Keys in the clear have no version.
    public static let receivedObsoleteContentKey = RetryReason(
      rawValue: "AVContentKeyRequestRetryReasonReceivedObsoleteContentKey")
  }

  /// A weak reference to the session of a request.
  private struct SessionReference: @unchecked Sendable {
    // Sendable: written once; weak references are read atomically.
    weak var session: AVContentKeySession?
  }

  /// The state under the lock.
  private struct State {
    /// The state of the request.
    var status = Status.requestingResponse
    /// The error of a request that has failed.
    var error: (any Error)?
  }

  /// The identifier of the key: the URI as a string for HLS, the key identifier as `Data` for Common Encryption, and
  /// the program's own for `processContentKeyRequest(withIdentifier:initializationData:options:)`.
  open private(set) var identifier: (any Sendable)?
  /// The `pssh` boxes of MP4 media, or the program's own data; nil if there is none.
  open private(set) var initializationData: Data?
  /// The options that the program passed for the request; empty for requests of media.
  open private(set) var options: [String: any Sendable]
  /// Whether the request renews a key that the program asked to renew.
  open private(set) var renewsExpiringResponseData: Bool
  /// The name of the key in its system.
  open private(set) var contentKeySpecifier: AVContentKeySpecifier

  /// The query of the readers that wait for the key.
  let answer: ContentKeyAnswer
  /// The session, held weakly.
  private let reference: SessionReference
  private let state = Mutex(State())

  /// Creates a request for an unanswered query.
  init(
    _ answer: ContentKeyAnswer, session: AVContentKeySession, identifier: (any Sendable)?, initializationData: Data?,
    options: [String: any Sendable] = [:], isRenewal: Bool = false
  ) {
    self.answer = answer
    reference = SessionReference(session: session)
    self.identifier = identifier
    self.initializationData = initializationData
    self.options = options
    renewsExpiringResponseData = isRenewal
    contentKeySpecifier = AVContentKeySpecifier(session.keySystem, identifier, options: options)
  }

  /// The state of the request.
  open var status: Status { state.withLock { $0.status } }
  /// The error of a request that has failed; otherwise nil.
  open var error: (any Error)? { state.withLock { $0.error } }
  /// Whether a key can be stored for offline playback: a key in the clear can.
  open var canProvidePersistableContentKey: Bool { keySystemAcceptsKeys }
  /// The key; nil until the request has received a usable response.
  open var contentKey: AVContentKey? {
    switch status {
    case .receivedResponse, .renewed: AVContentKey(contentKeySpecifier)
    default: nil
    }
  }

  /// Creates the data for a FairPlay key server.
  ///
  /// - Throws: `AVError.contentKeyRequestCancelled` if the request was cancelled, otherwise
  ///   `AVError.createContentKeyRequestFailed`: keys in the clear are requested without such data, and FairPlay is not
  ///   available on Linux.
  open func makeStreamingContentKeyRequestData(
    forApp appIdentifier: Data, contentIdentifier: Data?, options: [String: Any]? = nil
  ) async throws -> Data {
    throw streamingRequestError
  }

  /// Creates the data for a FairPlay key server; `handler` receives the error of the asynchronous form. Called on the
  /// calling thread before the function returns.
  open func makeStreamingContentKeyRequestData(
    forApp appIdentifier: Data, contentIdentifier: Data?, options: [String: Any]? = nil,
    completionHandler handler: @escaping (Data?, (any Error)?) -> Void
  ) {
    handler(nil, streamingRequestError)
  }

  /// The reason why no data for a FairPlay key server can be created.
  private var streamingRequestError: AVError {
    if status == .cancelled { return ContentKeyErrors.cancelled }
    return ContentKeyErrors.noRequestData(contentKeySpecifier.keySystem)
  }

  /// Answers the request with a response. Has no effect on a request that was answered before.
  ///
  /// A response that the session's system does not accept, or with a key that has not 16 bytes, fails the request with
  /// `AVError.contentIsNotAuthorized`.
  open func processContentKeyResponse(_ keyResponse: AVContentKeyResponse) {
    guard keySystemAcceptsKeys, let key = keyResponse.key else {
      return fail(ContentKeyErrors.unusableResponse(contentKeySpecifier.keySystem))
    }
    guard end(.receivedResponse) else { return }
    answer.provide(key)
    reference.session?.succeeded(self)
  }

  /// Asks for a request whose key the program stores for offline playback: the delegate receives an
  /// `AVPersistableContentKeyRequest` in place of this one, which ends as `retried`.
  ///
  /// - Throws: `AVError.contentKeyRequestCancelled` if the request was answered or cancelled before, and
  ///   `AVError.createContentKeyRequestFailed` if the system of the session is not available on Linux.
  open func respondByRequestingPersistableContentKeyRequest() throws {
    guard keySystemAcceptsKeys else { throw ContentKeyErrors.noRequestData(contentKeySpecifier.keySystem) }
    guard let session = reference.session, end(.retried) else { throw ContentKeyErrors.cancelled }
    session.requestPersistableKey(self)
  }

  /// As `respondByRequestingPersistableContentKeyRequest()`.
  open func respondByRequestingPersistableContentKeyRequestAndReturnError() throws {
    try respondByRequestingPersistableContentKeyRequest()
  }

  /// Fails the request. The items that need the key fail with `AVError.contentIsNotAuthorized` and this error as the
  /// underlying one. Has no effect on a request that was answered before.
  open func processContentKeyResponseError(_ error: any Error) { fail(error) }

  /// Whether the system delivers keys in the clear.
  private var keySystemAcceptsKeys: Bool { contentKeySpecifier.keySystem == .clearKey }

  /// Fails the request and the readers that wait for its key.
  func fail(_ error: any Error) {
    guard end(.failed, error) else { return }
    // The earlier key of a failed renewal stays in use.
    answer.fail(error)
    reference.session?.failed(self, error)
  }

  /// Cancels the request, as its session has ended.
  func cancel() { _ = end(.cancelled, ContentKeyErrors.cancelled) }

  /// Records that a newer request takes the place of this one.
  func supersede(_ status: Status) { state.withLock { $0.status = status } }

  /// Ends a pending request; false if it has ended before.
  private func end(_ status: Status, _ error: (any Error)? = nil) -> Bool {
    state.withLock { state in
      guard state.status == .requestingResponse else { return false }
      state = State(status: status, error: error)
      return true
    }
  }
}
