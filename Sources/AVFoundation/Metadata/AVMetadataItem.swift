import Foundation
import Synchronization

/// A metadata item of an asset, track, chapter or time: a title, a date, cover art.
///
/// Large values, such as cover art, are read from the file on request: `load(.value)` reads them without blocking, the
/// properties block. Items are immutable; `AVMutableMetadataItem` is for creating new ones.
open class AVMetadataItem: NSObject, AVAsynchronousKeyValueLoading, NSCopying, NSMutableCopying, @unchecked Sendable {
  // Sendable: the state is behind a lock.
  private let lock = NSLock()
  private var stored = MetadataState()

  var state: MetadataState {
    get { lock.withLock { stored } }
    set { lock.withLock { stored = newValue } }
  }

  /// Creates an empty item.
  public override init() { super.init() }

  init(_ state: MetadataState) {
    stored = state
    super.init()
  }

  /// Creates an item with the properties of another one and a value that is loaded on request.
  ///
  /// - Parameters:
  ///   - metadataItem: The item whose properties are copied.
  ///   - handler: Called at most once, on an unspecified thread. It responds through the request, immediately or later.
  public init(
    propertiesOf metadataItem: AVMetadataItem,
    valueLoadingHandler handler: @escaping (AVMetadataItemValueRequest) -> Void
  ) {
    stored = metadataItem.state
    super.init()
    stored.value = nil
    stored.loader = MetadataLoader { [weak self] loader in
      handler(AVMetadataItemValueRequest(item: self, loader: loader))
    }
  }

  /// Creates an item with the properties of another one and a value that is loaded on request: the name of older
  /// programs.
  public convenience init(
    propertiesOfMetadataItem metadataItem: AVMetadataItem,
    valueLoadingHandler handler: @escaping (AVMetadataItemValueRequest) -> Void
  ) {
    self.init(propertiesOf: metadataItem, valueLoadingHandler: handler)
  }

  // MARK: Identification

  /// The identifier of the item across formats.
  open var identifier: AVMetadataIdentifier? { state.identifier }

  /// The key in its own key space: an `NSNumber` for atoms, an `NSString` for all others.
  open var key: (any NSCopying & NSObjectProtocol)? { state.key }

  /// The key space of the key.
  open var keySpace: AVMetadataKeySpace? { state.keySpace }

  /// The equivalent key common to several formats; nil if there is none.
  open var commonKey: AVMetadataKey? { state.commonKey }

  /// The language as BCP 47; nil if not declared.
  open var extendedLanguageTag: String? { state.extendedLanguageTag }

  /// The language; nil if not declared.
  open var locale: Locale? { state.locale }

  /// The time from which the item applies; invalid if it always applies.
  open var time: CMTime { state.time }

  /// The duration for which the item applies; invalid if it always applies.
  open var duration: CMTime { state.duration }

  /// The date from which the item applies; nil if it has none.
  open var startDate: Date? { state.startDate }

  /// The data type of the stored value, such as `com.apple.metadata.datatype.UTF-8`.
  open var dataType: String? { state.dataType }

  /// Attributes in addition to the value.
  open var extraAttributes: [AVMetadataExtraAttributeKey: Any]? { state.extraAttributes }

  // MARK: Value

  /// The value: an `NSString`, `NSNumber`, `NSDate` or `NSData`. Blocks if it has to be read; nil if reading fails.
  open var value: (any NSCopying & NSObjectProtocol)? {
    let state = state
    guard let loader = state.loader else { return state.value }
    if case .loaded(let value) = loader.loadNow() { return value }
    return nil
  }

  /// The value as a string; nil unless it is text or a number.
  open var stringValue: String? { MetadataValue(value: value).string }

  /// The value as a number; nil if it is not numeric.
  open var numberValue: NSNumber? { MetadataValue(value: value).number }

  /// The value as a date; nil if it is not a date. Accepts ISO 8601 text.
  open var dateValue: Date? { MetadataValue(value: value).date }

  /// The value as data; nil for text and numbers.
  open var dataValue: Data? { MetadataValue(value: value).data }

  /// Whether the value is in memory, so that the file need not be read.
  package var isValueLoaded: Bool { state.loader == nil }

  // MARK: Copies

  /// Returns the item itself: items are immutable. A mutable one returns an immutable copy.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Returns a mutable copy.
  open func mutableCopy(with zone: NSZone? = nil) -> Any {
    let copy = AVMutableMetadataItem()
    copy.state = state
    return copy
  }

  // MARK: Loading

  /// The loading status of a property; does not start loading.
  open func statusOfValue(forKey key: String, error outError: NSErrorPointer) -> AVKeyValueStatus {
    status(of: key, error: outError)
  }

  /// Starts loading properties. The handler is called once, when all of them are loaded or failed.
  open func loadValuesAsynchronously(forKeys keys: [String], completionHandler handler: (() -> Void)?) {
    load(keys, then: handler)
  }

  /// A description for logs; a value that is not in memory is not read.
  open override var description: String {
    let state = state
    let value = state.loader == nil ? state.value.map { "\($0)" } ?? "nil" : "…"
    return "<AVMetadataItem identifier=\(state.identifier?.rawValue ?? "nil"), commonKey="
      + "\(state.commonKey?.rawValue ?? "nil"), extendedLanguageTag=\(state.extendedLanguageTag ?? "nil"), value=\(value)>"
  }

  // MARK: Filters

  /// The items with an identifier. A common identifier matches the items of every format with that common key.
  open class func metadataItems(
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
  open class func metadataItems(
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
  open class func metadataItems(from metadataItems: [AVMetadataItem], with locale: Locale) -> [AVMetadataItem] {
    metadataItems.filter { $0.locale.map { LanguageTag.matches($0.identifier, locale.identifier) } ?? false }
  }

  /// The items in the preferred languages, best first: in order of preference, then by closeness of the tag.
  open class func metadataItems(
    from metadataItems: [AVMetadataItem], filteredAndSortedAccordingToPreferredLanguages preferredLanguages: [String]
  ) -> [AVMetadataItem] {
    LanguageTag.sorted(metadataItems, by: preferredLanguages) { $0.extendedLanguageTag }
  }

  /// The items that a filter allows.
  open class func metadataItems(
    from metadataItems: [AVMetadataItem], filteredBy metadataItemFilter: AVMetadataItemFilter
  ) -> [AVMetadataItem] {
    metadataItems.filter { metadataItemFilter.allows($0) }
  }

  /// The identifier of a key, which can be an `AVMetadataKey`, a string or a number; nil for anything else.
  open class func identifier(forKey key: Any, keySpace: AVMetadataKeySpace) -> AVMetadataIdentifier? {
    MetadataKeys.text(key, in: keySpace).map { MetadataKeys.identifier($0, in: keySpace) }
  }

  /// The key space of an identifier; nil for an invalid identifier.
  open class func keySpace(forIdentifier identifier: AVMetadataIdentifier) -> AVMetadataKeySpace? {
    MetadataKeys.parts(identifier)?.keySpace
  }

  /// The key of an identifier, a number for atoms and a string otherwise; nil for an invalid identifier.
  open class func key(forIdentifier identifier: AVMetadataIdentifier) -> Any? {
    MetadataKeys.parts(identifier).map { MetadataKeys.object($0.text, in: $0.keySpace) }
  }
}

extension AVMetadataItem: KeyLoading {
  static let valueKeys: Set<String> = ["value", "stringValue", "numberValue", "dateValue", "dataValue"]

  func hasProperty(_ key: String) -> Bool { Self.valueKeys.contains(key) || key == "extraAttributes" }

  func loadingStatus(of key: String) -> (status: AVKeyValueStatus, error: NSError?) {
    guard Self.valueKeys.contains(key), let loader = state.loader else { return (.loaded, nil) }
    if case .failed(let error)? = loader.outcome { return (.failed, error as NSError) }
    return (loader.status, nil)
  }

  func load(_ keys: [String], then handler: (() -> Void)?) {
    guard !Self.valueKeys.isDisjoint(with: keys), let loader = state.loader else {
      handler?()
      return
    }
    loader.load { _ in handler?() }
  }

  func loaded(_ keys: [String]) async throws {
    guard !Self.valueKeys.isDisjoint(with: keys), let loader = state.loader else { return }
    try Task.checkCancellation()
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      loader.load { outcome in
        switch outcome {
        case .loaded: continuation.resume()
        case .failed(let error): continuation.resume(throwing: error)
        }
      }
    }
  }
}

/// A request for the value of an item with a loading handler. Respond once: later responses are ignored.
open class AVMetadataItemValueRequest: NSObject, @unchecked Sendable {
  // Sendable: constants; weak references are read atomically.
  private let loader: MetadataLoader

  /// The item whose value is requested; nil once it has been released.
  open private(set) weak var metadataItem: AVMetadataItem?

  init(item: AVMetadataItem?, loader: MetadataLoader) {
    metadataItem = item
    self.loader = loader
    super.init()
  }

  /// A request that is released without a response fails, so that waiters are released.
  deinit { loader.end(.failed(AVError(.operationCancelled))) }

  /// Provides the value.
  open func respond(value: any NSCopying & NSObjectProtocol) { loader.end(.loaded(value)) }

  /// Reports that the value is unavailable.
  open func respond(error: any Error) { loader.end(.failed(error)) }
}
