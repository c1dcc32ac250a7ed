import Dispatch
import Foundation
import PlayheadNetworking

/// Forwards the engine's resource requests to the client's delegate. The engine retains the bridge; the delegate is
/// held weakly.
final class ResourceLoaderBridge: ResourceDelegate, @unchecked Sendable {
  // Sendable: everything mutable is behind `lock`.
  private let lock = NSLock()
  private weak var weakDelegate: (any AVAssetResourceLoaderDelegate)?
  private var chosenQueue: DispatchQueue?
  private weak var loader: AVAssetResourceLoader?
  private var running: [ObjectIdentifier: AVAssetResourceLoadingRequest] = [:]

  func adopt(_ loader: AVAssetResourceLoader) { lock.withLock { self.loader = loader } }

  func set(_ delegate: (any AVAssetResourceLoaderDelegate)?, queue: DispatchQueue?) {
    lock.withLock {
      weakDelegate = delegate
      chosenQueue = delegate == nil ? nil : queue ?? .main
    }
  }

  var delegate: (any AVAssetResourceLoaderDelegate)? { lock.withLock { weakDelegate } }
  var queue: DispatchQueue? { lock.withLock { chosenQueue } }

  // MARK: Engine side

  var answers: Bool { delegate != nil }

  func begin(_ request: DelegatedRequest) {
    guard let queue else { return refuse(request) }
    let renewal = request.isRenewal ? AVAssetResourceRenewalRequest(request) : nil
    let loadingRequest = renewal ?? AVAssetResourceLoadingRequest(request)
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

  func cancelled(_ request: DelegatedRequest) {
    guard let loadingRequest = forget(request), let queue else { return }
    queue.async { [self] in
      let (delegate, loader) = lock.withLock { (weakDelegate, self.loader ?? AVAssetResourceLoader()) }
      delegate?.resourceLoader(loader, didCancel: loadingRequest)
    }
  }

  @discardableResult
  private func forget(_ request: DelegatedRequest) -> AVAssetResourceLoadingRequest? {
    lock.withLock { running.removeValue(forKey: ObjectIdentifier(request)) }
  }

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
