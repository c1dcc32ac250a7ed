import Foundation

// Filters preserve the order of the items and never fail: they return fewer items.
extension AVMetadataItem {
  /// The items with an identifier. A common identifier matches the items of every format with that common key.
  public class func metadataItems(
    from metadataItems: [AVMetadataItem], filteredByIdentifier identifier: AVMetadataIdentifier
  ) -> [AVMetadataItem] {
    if let parts = MetadataKeys.parts(identifier), parts.keySpace == .common {
      return metadataItems.filter { $0.commonKey?.rawValue == parts.text || $0.identifier == identifier }
    }
    return metadataItems.filter { $0.identifier == identifier }
  }

  /// The items with a key, in one key space or in all. Keys can be an `AVMetadataKey`, a string or a number.
  ///
  /// - Parameters:
  ///   - metadataItems: The items to filter; their order is preserved.
  ///   - key: The key of the items; nil for all keys.
  ///   - keySpace: The key space of the items; nil for all. `.common` matches items by their common key.
  public class func metadataItems(
    from metadataItems: [AVMetadataItem], withKey key: Any?, keySpace: AVMetadataKeySpace?
  ) -> [AVMetadataItem] {
    metadataItems.filter { item in
      if keySpace == .common {
        guard let commonKey = item.commonKey else { return false }
        return key == nil || MetadataKeys.text(key, in: .common) == commonKey.rawValue
      }
      guard keySpace == nil || item.keySpace == keySpace else { return false }
      guard key != nil else { return true }
      return MetadataKeys.text(key, in: item.keySpace) == MetadataKeys.text(item.key, in: item.keySpace)
    }
  }

  /// The items in a language.
  public class func metadataItems(from metadataItems: [AVMetadataItem], with locale: Locale) -> [AVMetadataItem] {
    metadataItems.filter { $0.locale.map { LanguageTag.matches($0.identifier, locale.identifier) } ?? false }
  }

  /// The items in the preferred languages, best first: in order of preference, then by closeness of the tag.
  public class func metadataItems(
    from metadataItems: [AVMetadataItem], filteredAndSortedAccordingToPreferredLanguages preferredLanguages: [String]
  ) -> [AVMetadataItem] {
    LanguageTag.sorted(metadataItems, by: preferredLanguages) { $0.extendedLanguageTag }
  }

  /// The items that a filter allows.
  public class func metadataItems(
    from metadataItems: [AVMetadataItem], filteredBy metadataItemFilter: AVMetadataItemFilter
  ) -> [AVMetadataItem] {
    metadataItems.filter { metadataItemFilter.allows($0) }
  }

  // MARK: Identifiers

  /// The identifier of a key, which can be an `AVMetadataKey`, a string or a number; nil for anything else.
  public class func identifier(forKey key: Any, keySpace: AVMetadataKeySpace) -> AVMetadataIdentifier? {
    MetadataKeys.text(key, in: keySpace).map { MetadataKeys.identifier($0, in: keySpace) }
  }

  /// The key space of an identifier; nil for an invalid identifier.
  public class func keySpace(forIdentifier identifier: AVMetadataIdentifier) -> AVMetadataKeySpace? {
    MetadataKeys.parts(identifier)?.keySpace
  }

  /// The key of an identifier, a number for atoms and a string otherwise; nil for an invalid identifier.
  public class func key(forIdentifier identifier: AVMetadataIdentifier) -> Any? {
    MetadataKeys.parts(identifier).map { MetadataKeys.object($0.text, in: $0.keySpace) }
  }
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
