import Foundation

// Filters preserve the order of the items and never fail: they return fewer items.
extension AVMetadataItem {
  // MARK: Identifiers
}

/// A filter of metadata items.
open class AVMetadataItemFilter: NSObject, @unchecked Sendable {
  // Sendable: there is only one.

  private override init() { super.init() }

  private static let sharing = AVMetadataItemFilter()

  /// A filter that removes private data for sharing: locations, user accounts and purchases.
  open class func forSharing() -> AVMetadataItemFilter { sharing }

  func allows(_ item: AVMetadataItem) -> Bool {
    if item.commonKey == .commonKeyLocation || item.commonKey == .commonKeyIdentifier { return false }
    guard let key = MetadataKeys.text(item.key, in: item.keySpace) else { return true }
    return !Self.personal.contains(key) && !key.contains(".location.")
  }

  /// iTunes accounts and purchases, owners and licences of ID3 tags.
  private static let personal: Set<String> = [
    "apID", "akID", "ownr", "purd", "atID", "cnID", "plID", "geID", "xid ", "cmID", "sfID", "OWNE", "TOWN", "UFID",
    "PRIV",
    "com.apple.quicktime.camera.identifier", "com.apple.quicktime.user",
  ]
}
