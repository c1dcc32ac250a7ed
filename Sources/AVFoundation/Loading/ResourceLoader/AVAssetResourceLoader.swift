import Foundation
import PlayheadNetworking

/// Requests the bytes of an asset from a delegate when the URL's scheme is not one that Playhead reads itself. A
/// playlist read this way may refer to further resources with that scheme: playlists, segments, keys.
open class AVAssetResourceLoader: NSObject, @unchecked Sendable {
  // Sendable: mutable state is behind the bridge's lock.
  let bridge = ResourceLoaderBridge()

  override init() {
    super.init()
    bridge.adopt(self)
  }

  /// The delegate, held weakly. Without a delegate, or when it declines a request, URLs with custom schemes fail.
  open weak var delegate: (any AVAssetResourceLoaderDelegate)? { bridge.delegate }

  /// The queue on which the delegate is called; nil until a delegate is set.
  open var delegateQueue: DispatchQueue? { bridge.queue }

  /// Sets the delegate. Call this before anything is loaded.
  ///
  /// - Parameters:
  ///   - delegate: Held weakly.
  ///   - delegateQueue: A serial queue; nil for the main queue.
  open func setDelegate(_ delegate: (any AVAssetResourceLoaderDelegate)?, queue delegateQueue: DispatchQueue?) {
    bridge.set(delegate, queue: delegateQueue)
  }
}

/// Supplies the bytes of an asset.
public protocol AVAssetResourceLoaderDelegate: NSObjectProtocol {
  /// Requests part of a resource.
  ///
  /// Return true, retain the request, and answer it at any time on any thread: fill in `contentInformationRequest` if
  /// it is not nil, pass the bytes to `dataRequest?.respond(with:)` in order and in any number of chunks, and call
  /// `finishLoading()`. Return false to decline the request: it then fails.
  func resourceLoader(
    _ resourceLoader: AVAssetResourceLoader,
    shouldWaitForLoadingOfRequestedResource loadingRequest: AVAssetResourceLoadingRequest
  ) -> Bool

  /// Requests a resource again because its `renewalDate` has passed.
  ///
  /// Answered like any other request. If this returns false, the earlier data stays in use.
  func resourceLoader(
    _ resourceLoader: AVAssetResourceLoader,
    shouldWaitForRenewalOfRequestedResource renewalRequest: AVAssetResourceRenewalRequest
  ) -> Bool

  /// Notifies the delegate that a request was cancelled by a seek or the end of playback. Later responses to it are
  /// ignored.
  func resourceLoader(
    _ resourceLoader: AVAssetResourceLoader, didCancel loadingRequest: AVAssetResourceLoadingRequest)
}

// All methods are optional on Apple's platforms.
extension AVAssetResourceLoaderDelegate {
  /// Declines the request.
  public func resourceLoader(
    _ resourceLoader: AVAssetResourceLoader,
    shouldWaitForLoadingOfRequestedResource loadingRequest: AVAssetResourceLoadingRequest
  ) -> Bool { false }

  /// Declines the request.
  public func resourceLoader(
    _ resourceLoader: AVAssetResourceLoader,
    shouldWaitForRenewalOfRequestedResource renewalRequest: AVAssetResourceRenewalRequest
  ) -> Bool { false }

  /// Does nothing.
  public func resourceLoader(
    _ resourceLoader: AVAssetResourceLoader, didCancel loadingRequest: AVAssetResourceLoadingRequest
  ) {}
}
