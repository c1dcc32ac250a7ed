/// An object that needs content keys: an asset.
public protocol AVContentKeyRecipient: AnyObject {
  /// Whether content keys may be needed to process its media data.
  var mayRequireContentKeysForMediaDataProcessing: Bool { get }

  /// Notifies the recipient that a session has obtained a key that was requested for it.
  func contentKeySession(_ contentKeySession: AVContentKeySession, didProvide contentKey: AVContentKey)
}

// The method is optional on Apple's platforms.
extension AVContentKeyRecipient {
  /// Does nothing.
  public func contentKeySession(_ contentKeySession: AVContentKeySession, didProvide contentKey: AVContentKey) {}
}
