import Foundation
import PlayheadEngine

/// What gathers something that a stream tells beside its media.
open class AVPlayerItemMediaDataCollector: NSObject, @unchecked Sendable {
  // Sendable: it has nothing of its own; subclasses keep theirs behind locks.

  override init() { super.init() }

  /// The stream may have something new. Called where clients are called.
  func follow(_ item: EngineItem) {}
}

/// Gathers the date ranges of a stream (`EXT-X-DATERANGE`): advertisements, programmes, chapters. Those of schedules that the stream names
/// come after those of its playlist.
///
/// Each attribute of a range is an item of the key space `hlsDateRange`, under its own name: `X-…`, `SCTE35-OUT`.
open class AVPlayerItemMetadataCollector: AVPlayerItemMediaDataCollector, @unchecked Sendable {
  // Sendable: what changes is behind `lock`.
  private let lock = NSLock()
  private weak var weakDelegate: (any AVPlayerItemMetadataCollectorPushDelegate)?
  private var queue: DispatchQueue?
  private var digest: DateRangeDigest
  private var version: [Int] = []

  /// A collector of the groups that have any of some identifiers and any of some labels.
  ///
  /// - Parameters:
  ///   - identifiers: Raw values of `AVMetadataIdentifier`, such as `lsdr/X-COM-EXAMPLE`; nil for all.
  ///   - classifyingLabels: What ranges have as their `CLASS`; nil for all.
  public init(identifiers: [String]?, classifyingLabels: [String]?) {
    digest = DateRangeDigest(identifiers: identifiers.map(Set.init), labels: classifyingLabels.map(Set.init))
    super.init()
  }

  /// A collector of all groups.
  public override init() {
    digest = DateRangeDigest(identifiers: nil, labels: nil)
    super.init()
  }

  /// Who is told; not kept.
  open weak var delegate: (any AVPlayerItemMetadataCollectorPushDelegate)? { lock.withLock { weakDelegate } }

  /// Where the delegate is called; nil before there is one.
  open var delegateQueue: DispatchQueue? { lock.withLock { queue } }

  /// Sets who is told. What is known already is told first, all of it as new.
  ///
  /// - Parameters:
  ///   - delegate: Not kept.
  ///   - delegateQueue: A serial queue; nil for the main queue.
  open func setDelegate(
    _ delegate: (any AVPlayerItemMetadataCollectorPushDelegate)?, queue delegateQueue: DispatchQueue?
  ) {
    let news = lock.withLock { () -> DateRangeDigest.News? in
      weakDelegate = delegate
      queue = delegate == nil ? nil : delegateQueue ?? .main
      return delegate == nil ? nil : digest.everything
    }
    if let news { tell(news) }
  }

  override func follow(_ item: EngineItem) {
    guard let current = item.dateRangesVersion else { return }
    let news = lock.withLock { () -> DateRangeDigest.News? in
      guard current != version else { return nil }
      version = current
      return digest.update(item.dateRanges)
    }
    if let news { tell(news) }
  }

  private func tell(_ news: DateRangeDigest.News) {
    guard let queue = delegateQueue else { return }
    queue.async { [self] in
      delegate?.metadataCollector(
        self, didCollect: news.groups, indexesOfNewGroups: news.new, indexesOfModifiedGroups: news.modified)
    }
  }
}

/// Is told what a collector gathers.
@preconcurrency public protocol AVPlayerItemMetadataCollectorPushDelegate: NSObjectProtocol, Sendable {
  /// There is something new. The first time everything is new.
  ///
  /// - Parameters:
  ///   - metadataGroups: Everything that the stream has now, in the order of its playlist and then of its schedules.
  ///   - indexesOfNewGroups: Which of them were not there the last time.
  ///   - indexesOfModifiedGroups: Which of them have changed since.
  func metadataCollector(
    _ metadataCollector: AVPlayerItemMetadataCollector, didCollect metadataGroups: [AVDateRangeMetadataGroup],
    indexesOfNewGroups: IndexSet, indexesOfModifiedGroups: IndexSet)
}

extension AVPlayerItem {
  /// What gathers something of the item.
  nonisolated public var mediaDataCollectors: [AVPlayerItemMediaDataCollector] { collectorList.withLock { $0 } }

  /// Adds a collector. Nothing happens if it is the item's already.
  nonisolated public func add(_ collector: AVPlayerItemMediaDataCollector) {
    let isNew = collectorList.withLock { list in
      guard !list.contains(where: { $0 === collector }) else { return false }
      list.append(collector)
      return true
    }
    if isNew { collector.follow(engineItem) }
  }

  /// Takes a collector away. Nothing happens if it is not the item's.
  nonisolated public func remove(_ collector: AVPlayerItemMediaDataCollector) {
    collectorList.withLock { $0.removeAll { $0 === collector } }
  }

  nonisolated func feedCollectors() {
    for collector in mediaDataCollectors { collector.follow(engineItem) }
  }
}
