import Dispatch
import Foundation
import PlayheadNetworking
import Synchronization

/// The delegate, the recipients and the unanswered requests of a content key session. Any thread.
final class ContentKeyTable: @unchecked Sendable {
  // Sendable: everything mutable is behind `lock`.

  /// A weak reference to a recipient.
  private struct Recipient {
    weak var object: (any AVContentKeyRecipient)?
  }

  /// Guards all properties. Not held while the delegate is called.
  private let lock = NSLock()
  private weak var weakDelegate: (any AVContentKeySessionDelegate)?
  /// The queue on which the delegate is called; nil without a delegate.
  private var chosenQueue: DispatchQueue?
  private var references: [Recipient] = []
  /// The requests that the delegate has not answered, by the engine's query.
  private var requests: [ObjectIdentifier: AVContentKeyRequest] = [:]
  private var isExpired = false

  /// The delegate; nil if there is none or it has been released.
  var delegate: (any AVContentKeySessionDelegate)? { lock.withLock { weakDelegate } }
  /// The queue on which the delegate is called; nil without a delegate.
  var queue: DispatchQueue? { lock.withLock { chosenQueue } }
  /// The recipients that exist.
  var recipients: [any AVContentKeyRecipient] { lock.withLock { references.compactMap(\.object) } }

  /// Sets the delegate and its queue; nil is the main queue.
  func set(_ delegate: (any AVContentKeySessionDelegate)?, queue: DispatchQueue?) {
    lock.withLock {
      weakDelegate = delegate
      chosenQueue = delegate == nil ? nil : queue ?? .main
    }
  }

  /// Adds a recipient; false if it was added before, or the session has expired.
  func add(_ recipient: any AVContentKeyRecipient) -> Bool {
    lock.withLock {
      references.removeAll { $0.object == nil }
      guard !isExpired, !references.contains(where: { $0.object === recipient }) else { return false }
      references.append(Recipient(object: recipient))
      return true
    }
  }

  /// Removes a recipient; false if it is not one.
  func remove(_ recipient: any AVContentKeyRecipient) -> Bool {
    lock.withLock {
      guard references.contains(where: { $0.object === recipient }) else { return false }
      references.removeAll { $0.object === recipient || $0.object == nil }
      return true
    }
  }

  /// Adds an unanswered request; false if the session has expired.
  func add(_ request: AVContentKeyRequest) -> Bool {
    lock.withLock {
      guard !isExpired else { return false }
      requests[ObjectIdentifier(request.answer)] = request
      return true
    }
  }

  /// The unanswered request for a query.
  func request(for answer: ContentKeyAnswer) -> AVContentKeyRequest? {
    lock.withLock { requests[ObjectIdentifier(answer)] }
  }

  /// Removes an answered request, unless a newer one has taken its place.
  func remove(_ request: AVContentKeyRequest) {
    lock.withLock {
      let key = ObjectIdentifier(request.answer)
      if requests[key] === request { requests[key] = nil }
    }
  }

  /// Ends the session: returns the unanswered requests, and accepts no others.
  func expire() -> [AVContentKeyRequest] {
    lock.withLock {
      isExpired = true
      defer { requests = [:] }
      return Array(requests.values)
    }
  }
}
