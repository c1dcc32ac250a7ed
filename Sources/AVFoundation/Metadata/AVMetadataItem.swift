import Foundation
import Synchronization

/// One thing that is said about an asset, a track, a chapter or a moment: a title, a date, a cover.
///
/// Large values, such as covers, stay in the file until they are asked for: `load(.value)` reads them without waiting, the
/// properties wait. What an item says never changes; `AVMutableMetadataItem` is for making new ones.
open class AVMetadataItem: NSObject, AVAsynchronousKeyValueLoading, NSCopying, NSMutableCopying, @unchecked Sendable {
  // Sendable: the state is behind a lock.
  private let lock = NSLock()
  private var stored = MetadataState()

  var state: MetadataState {
    get { lock.withLock { stored } }
    set { lock.withLock { stored = newValue } }
  }

  /// An item that says nothing.
  public override init() { super.init() }

  init(_ state: MetadataState) {
    stored = state
    super.init()
  }

  /// An item that says the same as another one but for its value, which is asked for when somebody needs it.
  ///
  /// - Parameters:
  ///   - metadataItem: What to take over.
  ///   - handler: Called at most once, on an unspecified thread. It answers through the request, at once or later.
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

  // MARK: What it is about

  /// What it says, whatever format it comes from.
  open var identifier: AVMetadataIdentifier? { state.identifier }

  /// The key in its own key space: an `NSNumber` for atoms, an `NSString` for all others.
  open var key: (any NSCopying & NSObjectProtocol)? { state.key }

  /// The vocabulary of the key.
  open var keySpace: AVMetadataKeySpace? { state.keySpace }

  /// The key that stands for those of several formats; nil where only this format has such a thing.
  open var commonKey: AVMetadataKey? { state.commonKey }

  /// The language, as BCP 47; nil where nobody has said.
  open var extendedLanguageTag: String? { state.extendedLanguageTag }

  /// The language; nil where nobody has said.
  open var locale: Locale? { state.locale }

  /// When it holds; invalid for what holds always.
  open var time: CMTime { state.time }

  /// For how long it holds; invalid for what holds always.
  open var duration: CMTime { state.duration }

  /// The date from which it holds; nil for what has none.
  open var startDate: Date? { state.startDate }

  /// How the value is stored, such as `com.apple.metadata.datatype.UTF-8`.
  open var dataType: String? { state.dataType }

  /// What is known beside the value.
  open var extraAttributes: [AVMetadataExtraAttributeKey: Any]? { state.extraAttributes }

  // MARK: The value

  /// The value: an `NSString`, `NSNumber`, `NSDate` or `NSData`. Waits where it has to be read; nil where that fails.
  open var value: (any NSCopying & NSObjectProtocol)? {
    let state = state
    guard let loader = state.loader else { return state.value }
    if case .loaded(let value) = loader.loadNow() { return value }
    return nil
  }

  /// The value as text; nil for what is no text and no number.
  open var stringValue: String? { MetadataValue(value: value).string }

  /// The value as a number; nil for what is none.
  open var numberValue: NSNumber? { MetadataValue(value: value).number }

  /// The value as a date; nil for what is none. Texts in the forms of ISO 8601 are dates.
  open var dateValue: Date? { MetadataValue(value: value).date }

  /// The value as bytes; nil for texts and numbers.
  open var dataValue: Data? { MetadataValue(value: value).data }

  /// Whether the value can be had without reading the file.
  package var hasValueAtHand: Bool { state.loader == nil }

  // MARK: Copies

  /// Itself: items do not change. A mutable one gives a copy that does not change.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// A copy that can be changed.
  open func mutableCopy(with zone: NSZone? = nil) -> Any {
    let copy = AVMutableMetadataItem()
    copy.state = state
    return copy
  }

  // MARK: Loading

  public func statusOfValue(forKey key: String, error outError: NSErrorPointer) -> AVKeyValueStatus {
    status(of: key, error: outError)
  }

  public func loadValuesAsynchronously(forKeys keys: [String], completionHandler handler: (() -> Void)?) {
    load(keys, then: handler)
  }

  /// What it says, for logs; a value that is not at hand is not read.
  open override var description: String {
    let state = state
    let value = state.loader == nil ? state.value.map { "\($0)" } ?? "nil" : "…"
    return "<AVMetadataItem identifier=\(state.identifier?.rawValue ?? "nil"), commonKey="
      + "\(state.commonKey?.rawValue ?? "nil"), extendedLanguageTag=\(state.extendedLanguageTag ?? "nil"), value=\(value)>"
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

/// The request for the value of an item that was made with a handler. Answer it once: later answers do not count.
open class AVMetadataItemValueRequest: NSObject, @unchecked Sendable {
  // Sendable: constants; weak references are read atomically.
  private let loader: MetadataLoader

  /// The item whose value is wanted; nil when it is gone.
  public private(set) weak var metadataItem: AVMetadataItem?

  init(item: AVMetadataItem?, loader: MetadataLoader) {
    metadataItem = item
    self.loader = loader
    super.init()
  }

  /// A request that nobody has answered fails, so that nobody waits for ever.
  deinit { loader.end(.failed(AVError(.operationCancelled))) }

  /// Gives the value.
  open func respond(value: any NSCopying & NSObjectProtocol) { loader.end(.loaded(value)) }

  /// Says that there is none.
  open func respond(error: any Error) { loader.end(.failed(error)) }
}
