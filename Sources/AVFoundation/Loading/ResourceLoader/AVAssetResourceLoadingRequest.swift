import Foundation
import PlayheadNetworking

/// A part of a resource that a program is to give. May be answered on any thread.
open class AVAssetResourceLoadingRequest: NSObject, @unchecked Sendable {
  // Sendable: what changes is behind `lock` or in the request beneath.

  /// What is wanted, in the words of a request. Its members are those of Foundation's `URLRequest` that say something here.
  public struct Request: Sendable, Equatable {
    /// The address.
    public var url: URL?
    /// Fields that the asset was made with.
    public var allHTTPHeaderFields: [String: String]?
    /// Always `GET`.
    public var httpMethod: String? = "GET"

    /// The value of a field, whose name may be written in any case.
    public func value(forHTTPHeaderField field: String) -> String? {
      allHTTPHeaderFields?.first { $0.key.caseInsensitiveCompare(field) == .orderedSame }?.value
    }
  }

  private let beneath: DelegatedRequest
  private let lock = NSLock()
  private var storedRedirect: Any?
  private var storedResponse: Any?

  init(_ request: DelegatedRequest) {
    beneath = request
    contentInformationRequest =
      request.wantsContent ? AVAssetResourceLoadingContentInformationRequest() : nil
    dataRequest = AVAssetResourceLoadingDataRequest(request)
    super.init()
    dataRequest?.beforeData = { [weak self] in self?.tellContent() }
  }

  /// What is wanted.
  ///
  /// - Note: Difference from Apple: not a `URLRequest`, whose library every program would have to load.
  public var request: Request {
    var fields = Dictionary(
      beneath.fields.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    if let length = beneath.length {
      fields["Range"] = "bytes=\(beneath.offset)-\(beneath.offset + length - 1)"
    } else if beneath.offset > 0 {
      fields["Range"] = "bytes=\(beneath.offset)-"
    }
    return Request(url: beneath.url, allHTTPHeaderFields: fields.isEmpty ? nil : fields)
  }

  /// Whether it was answered, well or badly.
  open var isFinished: Bool { beneath.isFinished }
  /// Whether nobody wants it any more.
  open var isCancelled: Bool { beneath.isCancelled }

  /// What is to be told of the resource; nil where that is known.
  public let contentInformationRequest: AVAssetResourceLoadingContentInformationRequest?
  /// Which bytes are wanted.
  public let dataRequest: AVAssetResourceLoadingDataRequest?

  /// Where the resource is instead, over `http` or `https`: a `URLRequest` or a `URL`. Set it before `finishLoading()`. Fields go along.
  ///
  /// - Note: Difference from Apple: of the type `Any?`, for the reason that `request` has.
  open var redirect: Any? {
    get { lock.withLock { storedRedirect } }
    set { lock.withLock { storedRedirect = newValue } }
  }

  /// An answer that a program got elsewhere, kept for it. Status and fields decide nothing: `redirect` and the content information do.
  open var response: Any? {
    get { lock.withLock { storedResponse } }
    set { lock.withLock { storedResponse = newValue } }
  }

  /// Everything was given; or, with `redirect`, is given elsewhere.
  open func finishLoading() {
    tellContent()
    if let redirect, let (url, fields) = Self.target(redirect) { return beneath.redirect(to: url, fields: fields) }
    beneath.finish()
  }

  /// Cannot be given. What plays fails with an error beneath which this one lies.
  open func finishLoading(with error: (any Error)?) { beneath.fail(error) }

  /// Gives all of it at once, or says where it is.
  open func finishLoading(with response: Any?, data: Data?, redirect: Any?) {
    self.response = response
    self.redirect = redirect
    if let data { dataRequest?.respond(with: data) }
    finishLoading()
  }

  private func tellContent() {
    guard let contentInformationRequest else { return }
    beneath.tell(contentInformationRequest.content)
  }

  /// Address and fields of a request by what it shows of itself: its class is of a library that is not loaded here.
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

/// A resource that a program gave before, and said until when it holds (`renewalDate`): it is to give it anew. Until it does, and
/// where it does not, what it gave before is used on.
open class AVAssetResourceRenewalRequest: AVAssetResourceLoadingRequest, @unchecked Sendable {
  // Sendable: as its superclass.
}

/// What is to be told of a resource: fill it in before the first bytes.
open class AVAssetResourceLoadingContentInformationRequest: NSObject, @unchecked Sendable {
  // Sendable: values are behind `lock`.
  private let lock = NSLock()
  private var stored = DelegatedContent()
  private var isOnDemand = false

  var content: DelegatedContent { lock.withLock { stored } }

  /// The kind of the resource as a uniform type identifier or media type. Nobody depends on it: the bytes tell.
  open var contentType: String? {
    get { lock.withLock { stored.type } }
    set { lock.withLock { stored.type = newValue } }
  }

  /// Which kinds may be told: any.
  open var allowedContentTypes: [String]? { nil }

  /// Bytes in all; 0 until it is set, which means that nobody knows.
  open var contentLength: Int64 {
    get { lock.withLock { stored.length ?? 0 } }
    set { lock.withLock { stored.length = newValue > 0 ? newValue : nil } }
  }

  /// Whether any part can be given. Without it a resource is read once, from its beginning, and nobody can move in it.
  open var isByteRangeAccessSupported: Bool {
    get { lock.withLock { stored.hasRanges } }
    set { lock.withLock { stored.hasRanges = newValue } }
  }

  /// Until when the resource holds: when that time comes the delegate is asked to renew it. Of use for keys of streams; nil unless set.
  open var renewalDate: Date? {
    get { lock.withLock { stored.renewalDate } }
    set { lock.withLock { stored.renewalDate = newValue } }
  }

  /// Whether all of it can be given without waiting for a network. Kept for the program; false unless set.
  open var isEntireLengthAvailableOnDemand: Bool {
    get { lock.withLock { isOnDemand } }
    set { lock.withLock { isOnDemand = newValue } }
  }
}

/// Which bytes are wanted.
open class AVAssetResourceLoadingDataRequest: NSObject, @unchecked Sendable {
  // Sendable: `beforeData` is set once, before the request is given to anybody.
  private let beneath: DelegatedRequest
  var beforeData: () -> Void = {}

  init(_ request: DelegatedRequest) {
    beneath = request
    super.init()
  }

  /// The first byte that is wanted.
  open var requestedOffset: Int64 { beneath.offset }
  /// How many are wanted; where everything to the end is wanted, only an upper bound.
  open var requestedLength: Int { beneath.length.map { Int(clamping: $0) } ?? Int(Int32.max) }
  /// Whether everything to the end is wanted, however much that is.
  open var requestsAllDataToEndOfResource: Bool { beneath.length == nil }
  /// Where the next byte belongs.
  open var currentOffset: Int64 { beneath.currentOffset }

  /// Gives the next bytes. What goes beyond the wanted ones, and what comes after the end, is let pass.
  open func respond(with data: Data) {
    beforeData()
    beneath.respond(data)
  }
}
