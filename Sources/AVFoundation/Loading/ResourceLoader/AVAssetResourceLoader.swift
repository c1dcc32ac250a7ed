import Foundation
import PlayheadNetworking

/// Asks a program for the bytes of an asset whose address nothing else can read: one with a scheme of its own, and what a playlist
/// there names with that scheme: playlists, segments, keys.
open class AVAssetResourceLoader: NSObject, @unchecked Sendable {
  // Sendable: what changes is behind the bridge's lock.
  let bridge = ResourceLoaderBridge()

  override init() {
    super.init()
    bridge.adopt(self)
  }

  /// Who is asked; not kept. Without one, and where it refuses, addresses with schemes of their own fail.
  open weak var delegate: (any AVAssetResourceLoaderDelegate)? { bridge.delegate }

  /// Where the delegate is called; nil before there is one.
  open var delegateQueue: DispatchQueue? { bridge.queue }

  /// Sets who is asked, before anything is loaded.
  ///
  /// - Parameters:
  ///   - delegate: Not kept.
  ///   - delegateQueue: A serial queue; nil for the main queue.
  open func setDelegate(_ delegate: (any AVAssetResourceLoaderDelegate)?, queue delegateQueue: DispatchQueue?) {
    bridge.set(delegate, queue: delegateQueue)
  }
}

/// Gives the bytes of an asset.
public protocol AVAssetResourceLoaderDelegate: NSObjectProtocol {
  /// A part of a resource is wanted.
  ///
  /// Return true, keep the request, and answer it at any time on any thread: fill in `contentInformationRequest` where it is there,
  /// give the bytes with `dataRequest?.respond(with:)`, in order and in as many pieces as you like, and call `finishLoading()`.
  /// Return false where the request is none of yours: it fails.
  func resourceLoader(
    _ resourceLoader: AVAssetResourceLoader,
    shouldWaitForLoadingOfRequestedResource loadingRequest: AVAssetResourceLoadingRequest
  ) -> Bool

  /// A resource that was given with a `renewalDate` is wanted anew, because that time has come.
  ///
  /// Answered as any other request; where this returns false what was given before is used on.
  func resourceLoader(
    _ resourceLoader: AVAssetResourceLoader,
    shouldWaitForRenewalOfRequestedResource renewalRequest: AVAssetResourceRenewalRequest
  ) -> Bool

  /// A request is not wanted any more, because of a seek or the end of playing. What is answered afterwards is let pass.
  func resourceLoader(
    _ resourceLoader: AVAssetResourceLoader, didCancel loadingRequest: AVAssetResourceLoadingRequest)
}

// All are optional on Apple's platforms.
extension AVAssetResourceLoaderDelegate {
  public func resourceLoader(
    _ resourceLoader: AVAssetResourceLoader,
    shouldWaitForLoadingOfRequestedResource loadingRequest: AVAssetResourceLoadingRequest
  ) -> Bool { false }

  public func resourceLoader(
    _ resourceLoader: AVAssetResourceLoader,
    shouldWaitForRenewalOfRequestedResource renewalRequest: AVAssetResourceRenewalRequest
  ) -> Bool { false }

  public func resourceLoader(
    _ resourceLoader: AVAssetResourceLoader, didCancel loadingRequest: AVAssetResourceLoadingRequest
  ) {}
}
