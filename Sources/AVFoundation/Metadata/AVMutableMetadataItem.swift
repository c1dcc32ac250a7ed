import Foundation

/// A mutable metadata item.
///
/// Setting `identifier` sets `key` and `keySpace` to match, and setting those sets the identifier.
open class AVMutableMetadataItem: AVMetadataItem, @unchecked Sendable {
  // Sendable: as its superclass.

  /// The identifier of the item across formats.
  open override var identifier: AVMetadataIdentifier? {
    get { super.identifier }
    set { state.setIdentifier(newValue) }
  }

  /// The key in its key space.
  open override var key: (any NSCopying & NSObjectProtocol)? {
    get { super.key }
    set { state.setKey(newValue, state.keySpace) }
  }

  /// The key space of the key.
  open override var keySpace: AVMetadataKeySpace? {
    get { super.keySpace }
    set { state.setKey(state.key, newValue) }
  }

  /// The language as BCP 47. Also sets `locale`.
  open override var extendedLanguageTag: String? {
    get { super.extendedLanguageTag }
    set {
      state.extendedLanguageTag = newValue
      state.locale = newValue.map { Locale(identifier: $0) }
    }
  }

  /// The language. Also sets `extendedLanguageTag`.
  open override var locale: Locale? {
    get { super.locale }
    set {
      state.locale = newValue
      state.extendedLanguageTag = newValue.map { $0.identifier.replacingOccurrences(of: "_", with: "-") }
    }
  }

  /// The time from which the item applies.
  open override var time: CMTime {
    get { super.time }
    set { state.time = newValue }
  }

  /// The duration for which the item applies.
  open override var duration: CMTime {
    get { super.duration }
    set { state.duration = newValue }
  }

  /// The date from which the item applies.
  open override var startDate: Date? {
    get { super.startDate }
    set { state.startDate = newValue }
  }

  /// The data type of the stored value.
  open override var dataType: String? {
    get { super.dataType }
    set { state.dataType = newValue }
  }

  /// Attributes in addition to the value.
  open override var extraAttributes: [AVMetadataExtraAttributeKey: Any]? {
    get { super.extraAttributes }
    set { state.extraAttributes = newValue }
  }

  /// The value: an `NSString`, `NSNumber`, `NSDate` or `NSData`.
  open override var value: (any NSCopying & NSObjectProtocol)? {
    get { super.value }
    set {
      state.loader = nil
      state.value = newValue
    }
  }

  /// Returns an immutable copy.
  open override func copy(with zone: NSZone? = nil) -> Any { AVMetadataItem(state) }
}
