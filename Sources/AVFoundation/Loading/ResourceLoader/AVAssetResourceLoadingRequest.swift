import Foundation
import PlayheadNetworking

/// The option of `streamingContentKeyRequestData(forApp:contentIdentifier:options:)` that asks for a key for offline
/// playback: a Boolean value.
public let AVAssetResourceLoadingRequestStreamingContentKeyRequestRequiresPersistentKey =
  "AVAssetResourceLoadingRequestStreamingContentKeyRequestRequiresPersistentKey"

/// A request for part of a resource, answered by the delegate on any thread.
open class AVAssetResourceLoadingRequest: NSObject, @unchecked Sendable {
  // Sendable: mutable state is behind `lock` or in the underlying request.

  /// The URL and header fields of the request: the members of Foundation's `URLRequest` that apply here.
  ///
  /// - Note: Not in Apple's API, where a loading request has a `URLRequest`.
  public struct Request: Sendable, Equatable {
    /// The URL of the resource.
    public var url: URL?
    /// The HTTP header fields that the asset was created with, and `Range`.
    public var allHTTPHeaderFields: [String: String]?
    /// Always `GET`.
    public var httpMethod: String? = "GET"

    /// The value of a header field; the name is case-insensitive.
    public func value(forHTTPHeaderField field: String) -> String? {
      allHTTPHeaderFields?.first { $0.key.caseInsensitiveCompare(field) == .orderedSame }?.value
    }
  }

  private let delegatedRequest: DelegatedRequest
  private let storedRequestor: AVAssetResourceLoadingRequestor
  private let lock = NSLock()
  private var storedRedirect: Any?
  private var storedResponse: Any?

  /// Creates a request of a requestor.
  init(_ request: DelegatedRequest, from requestor: AVAssetResourceLoadingRequestor) {
    storedRequestor = requestor
    delegatedRequest = request
    storedContentInformationRequest =
      request.wantsContent ? AVAssetResourceLoadingContentInformationRequest() : nil
    storedDataRequest = AVAssetResourceLoadingDataRequest(request)
    super.init()
    storedDataRequest?.beforeData = { [weak self] in self?.sendContentInformation() }
  }

  /// The URL and the requested byte range.
  ///
  /// - Note: Difference from Apple: not a `URLRequest`, because FoundationNetworking would have to be loaded into every
  ///   program.
  open var request: Request {
    var fields = Dictionary(
      delegatedRequest.fields.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    if let length = delegatedRequest.length {
      fields["Range"] = "bytes=\(delegatedRequest.offset)-\(delegatedRequest.offset + length - 1)"
    } else if delegatedRequest.offset > 0 {
      fields["Range"] = "bytes=\(delegatedRequest.offset)-"
    }
    return Request(url: delegatedRequest.url, allHTTPHeaderFields: fields.isEmpty ? nil : fields)
  }

  /// The part of the player that made the request.
  open var requestor: AVAssetResourceLoadingRequestor { storedRequestor }

  /// Whether the request has finished or failed.
  open var isFinished: Bool { delegatedRequest.isFinished }
  /// Whether the request was cancelled.
  open var isCancelled: Bool { delegatedRequest.isCancelled }

  /// The content information to fill in; nil if it is already known.
  open var contentInformationRequest: AVAssetResourceLoadingContentInformationRequest? {
    storedContentInformationRequest
  }
  /// The value of `contentInformationRequest`.
  private let storedContentInformationRequest: AVAssetResourceLoadingContentInformationRequest?
  /// The requested byte range.
  open var dataRequest: AVAssetResourceLoadingDataRequest? { storedDataRequest }
  /// The value of `dataRequest`.
  private let storedDataRequest: AVAssetResourceLoadingDataRequest?

  /// The `http` or `https` location to load from instead, as a `URLRequest` or a `URL`. Set it before
  /// `finishLoading()`. Header fields are included.
  ///
  /// - Note: Difference from Apple: of type `Any?`, for the same reason as `request`.
  open var redirect: Any? {
    get { lock.withLock { storedRedirect } }
    set { lock.withLock { storedRedirect = newValue } }
  }

  /// A response that the delegate received elsewhere, stored for the delegate. Its status and header fields have no
  /// effect; `redirect` and the content information do.
  open var response: Any? {
    get { lock.withLock { storedResponse } }
    set { lock.withLock { storedResponse = newValue } }
  }

  /// Completes the request: all data has been delivered or, if `redirect` is set, is available there.
  open func finishLoading() {
    sendContentInformation()
    if let redirect, let (url, fields) = Self.target(redirect) {
      return delegatedRequest.redirect(to: url, fields: fields)
    }
    delegatedRequest.finish()
  }

  /// Fails the request. The playback error has this error as its underlying error.
  open func finishLoading(with error: (any Error)?) { delegatedRequest.fail(error) }

  /// Completes the request with all of its data, or with a redirect.
  open func finishLoading(with response: Any?, data: Data?, redirect: Any?) {
    self.response = response
    self.redirect = redirect
    if let data { dataRequest?.respond(with: data) }
    finishLoading()
  }

  /// Creates the data for a FairPlay key server.
  ///
  /// - Throws: `AVError.createContentKeyRequestFailed`: FairPlay is not available on Linux.
  open func streamingContentKeyRequestData(
    forApp appIdentifier: Data, contentIdentifier: Data, options: [String: Any]? = nil
  ) throws -> Data {
    throw ContentKeyErrors.noRequestData(.fairPlayStreaming)
  }

  /// Creates a key for offline playback from the response of a FairPlay key server.
  ///
  /// - Throws: `AVError.contentIsNotAuthorized`: FairPlay is not available on Linux. Keys in the clear are stored with
  ///   `AVPersistableContentKeyRequest`.
  open func persistentContentKey(
    fromKeyVendorResponse keyVendorResponse: Data, options: [String: Any]? = nil
  ) throws -> Data {
    throw ContentKeyErrors.unusableResponse(.fairPlayStreaming)
  }

  private func sendContentInformation() {
    guard let contentInformationRequest else { return }
    delegatedRequest.setContent(contentInformationRequest.content)
  }

  /// The URL and header fields of a request, read by reflection because its class belongs to a library that is not
  /// loaded here.
  private static func target(_ redirect: Any) -> (URL, [RequestOptions.Field])? {
    if let url = redirect as? URL { return (url, []) }
    if let request = redirect as? Request { return request.url.map { ($0, fields(request.allHTTPHeaderFields)) } }
    let parts = Dictionary(
      Mirror(reflecting: redirect).children.compactMap { child in child.label.map { ($0, child.value) } },
      uniquingKeysWith: { first, _ in first })
    guard let url = parts["url"] as? URL else { return nil }
    return (url, fields(parts["allHTTPHeaderFields"] as? [String: String]))
  }

  private static func fields(_ fields: [String: String]?) -> [RequestOptions.Field] {
    (fields ?? [:]).sorted { $0.key < $1.key }.map { RequestOptions.Field($0.key, $0.value) }
  }
}

/// A request to renew a resource whose `renewalDate` has passed. The earlier data stays in use until the delegate
/// responds, and also if it declines.
open class AVAssetResourceRenewalRequest: AVAssetResourceLoadingRequest, @unchecked Sendable {
  // Sendable: as its superclass.
}

/// The content information of a resource. Fill it in before the first bytes.
open class AVAssetResourceLoadingContentInformationRequest: NSObject, @unchecked Sendable {
  // Sendable: stored values are behind `lock`.
  private let lock = NSLock()
  private var stored = DelegatedContent()
  private var isOnDemand = false

  var content: DelegatedContent { lock.withLock { stored } }

  /// The type of the resource, as a uniform type identifier or media type. Advisory: the format is detected from the
  /// bytes.
  open var contentType: String? {
    get { lock.withLock { stored.type } }
    set { lock.withLock { stored.type = newValue } }
  }

  /// The permitted content types: nil, for any.
  open var allowedContentTypes: [String]? { nil }

  /// The length in bytes; 0, unless set, for an unknown length.
  open var contentLength: Int64 {
    get { lock.withLock { stored.length ?? 0 } }
    set { lock.withLock { stored.length = newValue > 0 ? newValue : nil } }
  }

  /// Whether byte ranges can be requested. If false, the resource is read once from the start and cannot be seeked.
  open var isByteRangeAccessSupported: Bool {
    get { lock.withLock { stored.hasRanges } }
    set { lock.withLock { stored.hasRanges = newValue } }
  }

  /// The time until which the resource is valid, after which the delegate is asked to renew it. Intended for streaming
  /// keys; nil unless set.
  open var renewalDate: Date? {
    get { lock.withLock { stored.renewalDate } }
    set { lock.withLock { stored.renewalDate = newValue } }
  }

  /// Whether the entire resource is available without waiting for a network. Stored only; false unless set.
  open var isEntireLengthAvailableOnDemand: Bool {
    get { lock.withLock { isOnDemand } }
    set { lock.withLock { isOnDemand = newValue } }
  }
}

/// The requested byte range, and the destination of the bytes.
open class AVAssetResourceLoadingDataRequest: NSObject, @unchecked Sendable {
  // Sendable: `beforeData` is set once, before the request is shared.
  private let delegatedRequest: DelegatedRequest
  var beforeData: () -> Void = {}

  init(_ request: DelegatedRequest) {
    delegatedRequest = request
    super.init()
  }

  /// The offset of the first requested byte.
  open var requestedOffset: Int64 { delegatedRequest.offset }
  /// The number of requested bytes; an upper bound if `requestsAllDataToEndOfResource` is true.
  open var requestedLength: Int { delegatedRequest.length.map { Int(clamping: $0) } ?? Int(Int32.max) }
  /// Whether all data up to the end of the resource is requested.
  open var requestsAllDataToEndOfResource: Bool { delegatedRequest.length == nil }
  /// The offset of the next byte to deliver.
  open var currentOffset: Int64 { delegatedRequest.currentOffset }

  /// Delivers the next bytes. Bytes beyond the requested range, or after the request ended, are ignored.
  open func respond(with data: Data) {
    beforeData()
    delegatedRequest.respond(data)
  }
}
