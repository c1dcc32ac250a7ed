import Dispatch
import Foundation
import PlayheadNetworking

/// Forwards the engine's resource requests to the client's delegate. The engine retains the bridge; the delegate is
/// held weakly.
final class ResourceLoaderBridge: ResourceDelegate, @unchecked Sendable {
  // Sendable: everything mutable is behind `lock`.
  /// Guards all properties. Not held while the delegate is called.
  private let lock = NSLock()
  /// The client's delegate.
  private weak var weakDelegate: (any AVAssetResourceLoaderDelegate)?
  /// The queue on which the delegate is called; nil without a delegate.
  private var chosenQueue: DispatchQueue?
  /// The loader that is passed to the delegate.
  private weak var loader: AVAssetResourceLoader?
  /// The requests that the delegate has not finished, by the engine's request.
  private var running: [ObjectIdentifier: AVAssetResourceLoadingRequest] = [:]

  /// The requestor of all requests.
  private let requestor = AVAssetResourceLoadingRequestor()

  /// Sets the loader that is passed to the delegate.
  func adopt(_ loader: AVAssetResourceLoader) { lock.withLock { self.loader = loader } }

  /// Sets the delegate and its queue; nil is the main queue.
  func set(_ delegate: (any AVAssetResourceLoaderDelegate)?, queue: DispatchQueue?) {
    lock.withLock {
      weakDelegate = delegate
      chosenQueue = delegate == nil ? nil : queue ?? .main
    }
  }

  /// The delegate; nil if there is none or it has been released.
  var delegate: (any AVAssetResourceLoaderDelegate)? { lock.withLock { weakDelegate } }
  /// The queue on which the delegate is called; nil without a delegate.
  var queue: DispatchQueue? { lock.withLock { chosenQueue } }

  // MARK: Engine side

  /// Whether a delegate is set and has not been released.
  var answers: Bool { delegate != nil }

  /// Passes a request of the engine to the delegate, on its queue. A request that the delegate declines fails.
  func begin(_ request: DelegatedRequest) {
    guard let queue else { return refuse(request) }
    let renewal = request.isRenewal ? AVAssetResourceRenewalRequest(request, from: requestor) : nil
    let loadingRequest = renewal ?? AVAssetResourceLoadingRequest(request, from: requestor)
    lock.withLock {
      running = running.filter { !$0.value.isFinished }
      running[ObjectIdentifier(request)] = loadingRequest
    }
    queue.async { [self] in
      let (delegate, loader) = lock.withLock { (weakDelegate, self.loader ?? AVAssetResourceLoader()) }
      guard !request.isCancelled else { return }
      let isAccepted: Bool? =
        if let renewal {
          delegate?.resourceLoader(loader, shouldWaitForRenewalOfRequestedResource: renewal)
        } else {
          delegate?.resourceLoader(loader, shouldWaitForLoadingOfRequestedResource: loadingRequest)
        }
      if isAccepted != true, !request.isFinished {
        forget(request)
        refuse(request)
      }
    }
  }

  /// Notifies the delegate that the engine no longer needs a request.
  func cancelled(_ request: DelegatedRequest) {
    guard let loadingRequest = forget(request), let queue else { return }
    queue.async { [self] in
      let (delegate, loader) = lock.withLock { (weakDelegate, self.loader ?? AVAssetResourceLoader()) }
      delegate?.resourceLoader(loader, didCancel: loadingRequest)
    }
  }

  /// Removes a request; nil if it has been removed.
  @discardableResult
  private func forget(_ request: DelegatedRequest) -> AVAssetResourceLoadingRequest? {
    lock.withLock { running.removeValue(forKey: ObjectIdentifier(request)) }
  }

  /// Fails a request that no delegate handles.
  private func refuse(_ request: DelegatedRequest) {
    request.fail(
      URLError(
        .unsupportedURL,
        userInfo: [
          NSLocalizedDescriptionKey: "Nobody gives addresses with “\(request.url.scheme ?? ""):”.",
          NSURLErrorKey: request.url,
        ]))
  }
}
