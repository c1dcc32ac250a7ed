import Foundation

/// A metadata item that a program makes.
///
/// Setting `identifier` sets `key` and `keySpace` to match; setting those sets the identifier.
open class AVMutableMetadataItem: AVMetadataItem, @unchecked Sendable {
  // Sendable: as its superclass.

  /// What it says.
  open override var identifier: AVMetadataIdentifier? {
    get { super.identifier }
    set { state.setIdentifier(newValue) }
  }

  /// The key in its key space.
  open override var key: (any NSCopying & NSObjectProtocol)? {
    get { super.key }
    set { state.setKey(newValue, state.keySpace) }
  }

  /// The vocabulary of the key.
  open override var keySpace: AVMetadataKeySpace? {
    get { super.keySpace }
    set { state.setKey(state.key, newValue) }
  }

  /// The language as BCP 47. Setting it sets `locale` as well.
  open override var extendedLanguageTag: String? {
    get { super.extendedLanguageTag }
    set {
      state.extendedLanguageTag = newValue
      state.locale = newValue.map { Locale(identifier: $0) }
    }
  }

  /// The language. Setting it sets `extendedLanguageTag` as well.
  open override var locale: Locale? {
    get { super.locale }
    set {
      state.locale = newValue
      state.extendedLanguageTag = newValue.map { $0.identifier.replacingOccurrences(of: "_", with: "-") }
    }
  }

  /// When it holds.
  open override var time: CMTime {
    get { super.time }
    set { state.time = newValue }
  }

  /// For how long it holds.
  open override var duration: CMTime {
    get { super.duration }
    set { state.duration = newValue }
  }

  /// The date from which it holds.
  open override var startDate: Date? {
    get { super.startDate }
    set { state.startDate = newValue }
  }

  /// How the value is to be stored.
  open override var dataType: String? {
    get { super.dataType }
    set { state.dataType = newValue }
  }

  /// What is known beside the value.
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

  /// A copy that does not change.
  open override func copy(with zone: NSZone? = nil) -> Any { AVMetadataItem(state) }
}
