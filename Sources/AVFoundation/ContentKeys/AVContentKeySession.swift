import Dispatch
import Foundation
import PlayheadNetworking
import Synchronization

/// Asks a delegate for the content keys of encrypted media, and holds them while media plays.
///
///     media needs a key ──► delegate: didProvide request ──► response ──► key, for all recipients
///                                                       └──► error ──► the items fail
///
/// A session with the system `clearKey` is asked for the keys of its recipients: of HLS streams with AES-128,
/// SAMPLE-AES and SAMPLE-AES-CTR, and of MP4 files with Common Encryption (`cenc`, `cens`, `cbc1`, `cbcs`). Hold the
/// session while its media plays.
open class AVContentKeySession: NSObject, @unchecked Sendable {
  // Sendable: mutable state is behind the lock.

  /// The system that delivers the session's keys.
  open private(set) var keySystem: AVContentKeySystem
  /// The keys and the unanswered queries.
  private let store: ContentKeyStore
  /// The requests and recipients.
  private let table = ContentKeyTable()

  /// Creates a session. It receives requests once it has a delegate and recipients.
  public convenience init(keySystem: AVContentKeySystem) { self.init(keySystem, reference: WeakSession()) }

  private init(_ keySystem: AVContentKeySystem, reference: WeakSession) {
    self.keySystem = keySystem
    store = ContentKeyStore(
      keySystem.system, onQuery: { answer in reference.ask(answer) },
      onTimeout: { answer in reference.timedOut(answer) })
    super.init()
    reference.set(self)
  }

  /// Ends the requests that wait for an answer.
  deinit { expire() }

  /// Refers to the session from its own store.
  private final class WeakSession: Sendable {
    private struct State { weak var session: AVContentKeySession? }
    private let state = Mutex(State())

    func set(_ session: AVContentKeySession) { state.withLock { $0.session = session } }

    func ask(_ answer: ContentKeyAnswer) {
      guard let session = state.withLock({ $0.session }) else { return answer.fail(ContentKeyErrors.cancelled) }
      session.ask(answer)
    }

    func timedOut(_ answer: ContentKeyAnswer) {
      guard let session = state.withLock({ $0.session }) else { return answer.fail(ContentKeyErrors.cancelled) }
      session.timedOut(answer)
    }
  }

  // MARK: Delegate

  /// The delegate, held weakly. Without one, requests fail.
  open weak var delegate: (any AVContentKeySessionDelegate)? { table.delegate }
  /// The queue on which the delegate is called; nil until a delegate is set.
  open var delegateQueue: DispatchQueue? { table.queue }

  /// Sets the delegate. Call this before recipients are added.
  ///
  /// - Parameters:
  ///   - delegate: Held weakly.
  ///   - delegateQueue: A serial queue; nil for the main queue.
  open func setDelegate(_ delegate: (any AVContentKeySessionDelegate)?, queue delegateQueue: DispatchQueue?) {
    table.set(delegate, queue: delegateQueue)
  }

  // MARK: Recipients

  /// The recipients, which the session holds weakly.
  open var contentKeyRecipients: [any AVContentKeyRecipient] { table.recipients }

  /// Adds a recipient whose keys the session is asked for: an `AVURLAsset`, before its media is processed. Has no
  /// effect after `expire()`.
  open func addContentKeyRecipient(_ recipient: any AVContentKeyRecipient) {
    guard table.add(recipient) else { return }
    (recipient as? AVURLAsset)?.contentKeys.connect(store)
  }

  /// Removes a recipient: its media receives no further keys.
  open func removeContentKeyRecipient(_ recipient: any AVContentKeyRecipient) {
    guard table.remove(recipient) else { return }
    (recipient as? AVURLAsset)?.contentKeys.connect(nil)
  }

  // MARK: Requests

  /// Requests a key from the delegate before media needs it. Has no effect for a key that was requested before.
  ///
  /// - Parameters:
  ///   - identifier: The name of the key as media names it: the URI as a `String` or `URL` for HLS, the key identifier
  ///     as `Data` for Common Encryption.
  ///   - initializationData: Passed to the delegate.
  ///   - options: Passed to the delegate.
  open func processContentKeyRequest(
    withIdentifier identifier: (any Sendable)?, initializationData: Data?, options: [String: any Sendable]? = nil
  ) {
    let query = ContentKeyQuery(
      Self.name(identifier, initializationData), system: keySystem.system,
      initializationData: initializationData.map { [UInt8]($0) })
    let answer = ContentKeyAnswer(query)
    let request = AVContentKeyRequest(
      answer, session: self, identifier: identifier, initializationData: initializationData, options: options ?? [:])
    guard store.add(answer) else { return }
    send(request)
  }

  /// Requests the key of a request again: the delegate receives a renewing request. The earlier key stays in use until
  /// the response.
  open func renewExpiringResponseData(for contentKeyRequest: AVContentKeyRequest) {
    guard contentKeyRequest.status == .receivedResponse else { return }
    contentKeyRequest.supersede(.renewed)
    send(
      AVContentKeyRequest(
        contentKeyRequest.answer, session: self, identifier: contentKeyRequest.identifier,
        initializationData: contentKeyRequest.initializationData, options: contentKeyRequest.options, isRenewal: true))
  }

  /// Ends the session: requests that wait for an answer are cancelled, keys are forgotten, and media that needs another
  /// key fails.
  open func expire() {
    for request in table.expire() { request.cancel() }
    store.expire(ContentKeyErrors.cancelled)
  }

  // MARK: Engine side

  /// Passes a query of media to the delegate.
  private func ask(_ answer: ContentKeyAnswer) {
    send(
      AVContentKeyRequest(
        answer, session: self, identifier: Self.identifier(answer.query),
        initializationData: answer.query.initializationData.map { Data($0) }))
  }

  /// Sends a request to the delegate on its queue; it fails if there is none.
  private func send(_ request: AVContentKeyRequest) {
    guard let queue = table.queue, table.add(request) else { return request.fail(ContentKeyErrors.noDelegate) }
    queue.async { [self] in
      guard request.status == .requestingResponse else { return }
      guard let delegate else { return request.fail(ContentKeyErrors.noDelegate) }
      if let request = request as? AVPersistableContentKeyRequest {
        delegate.contentKeySession(self, didProvide: request)
      } else if request.renewsExpiringResponseData {
        delegate.contentKeySession(self, didProvideRenewingContentKeyRequest: request)
      } else {
        delegate.contentKeySession(
          self, didProvide: [request], forInitializationData: request.initializationData)
      }
    }
  }

  /// Sends a request for a storable key in place of one that has ended.
  func requestPersistableKey(_ request: AVContentKeyRequest) {
    table.remove(request)
    send(
      AVPersistableContentKeyRequest(
        request.answer, session: self, identifier: request.identifier,
        initializationData: request.initializationData, options: request.options))
  }

  /// Asks the delegate whether to send an unanswered request again; it fails otherwise.
  private func timedOut(_ answer: ContentKeyAnswer) {
    guard let old = table.request(for: answer) else { return answer.fail(ContentKeyErrors.timedOut) }
    guard let queue = table.queue else { return old.fail(ContentKeyErrors.noDelegate) }
    queue.async { [self] in
      guard old.status == .requestingResponse else { return }
      guard delegate?.contentKeySession(self, shouldRetry: old, reason: .timedOut) == true else {
        return old.fail(ContentKeyErrors.timedOut)
      }
      old.supersede(.retried)
      table.remove(old)
      send(
        AVContentKeyRequest(
          answer, session: self, identifier: old.identifier, initializationData: old.initializationData,
          options: old.options))
    }
  }

  /// Notifies the delegate and the recipients of an accepted key.
  func succeeded(_ request: AVContentKeyRequest) {
    table.remove(request)
    guard let queue = table.queue else { return }
    queue.async { [self] in
      delegate?.contentKeySession(self, contentKeyRequestDidSucceed: request)
      let key = AVContentKey(request.contentKeySpecifier)
      for recipient in table.recipients { recipient.contentKeySession(self, didProvide: key) }
    }
  }

  /// Notifies the delegate of a failure.
  func failed(_ request: AVContentKeyRequest, _ error: any Error) {
    table.remove(request)
    guard let queue = table.queue else { return }
    queue.async { [self] in
      delegate?.contentKeySession(self, contentKeyRequest: request, didFailWithError: error)
    }
  }

  // MARK: Names of keys

  /// The identifier of a query as programs see it.
  private static func identifier(_ query: ContentKeyQuery) -> any Sendable {
    switch query.identifier {
    case .resource(let url): url.absoluteString
    case .samples(let bytes): Data(bytes)
    case .name(let name): name
    }
  }

  /// The engine's name of a key that a program names.
  private static func name(_ identifier: (any Sendable)?, _ data: Data?) -> ContentKeyQuery.Identifier {
    switch identifier {
    case let url as URL: .resource(url)
    case let bytes as Data: .samples([UInt8](bytes))
    case let text as String: URL(string: text).map { .resource($0) } ?? .name(text)
    default: .name("\(String(describing: identifier)) \(data?.base64EncodedString() ?? "")")
    }
  }
}
