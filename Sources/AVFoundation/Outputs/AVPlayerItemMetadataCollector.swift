import Foundation
import PlayheadItems
import Synchronization

/// The base class of objects that collect data of a stream in addition to its media.
open class AVPlayerItemMediaDataCollector: NSObject, @unchecked Sendable {
  // Sendable: stateless; subclasses guard their state with locks.

  override init() { super.init() }

  /// Checks the stream for new data. Called on the delivery queue.
  func follow(_ item: EngineItem) {}
}

/// Collects the date ranges of a stream (`EXT-X-DATERANGE`): advertisements, programmes, chapters. Date ranges of the
/// stream's schedules follow those of its playlist.
///
/// Each attribute of a date range is an item in the key space `hlsDateRange` under its own name: `X-…`, `SCTE35-OUT`.
open class AVPlayerItemMetadataCollector: AVPlayerItemMediaDataCollector, @unchecked Sendable {
  // Sendable: mutable state is behind `lock`.
  private let lock = NSLock()
  private weak var weakDelegate: (any AVPlayerItemMetadataCollectorPushDelegate)?
  private var queue: DispatchQueue?
  private var tracker: DateRangeTracker
  private var version: [Int] = []

  /// Creates a collector of the groups that match any of the identifiers and any of the labels.
  ///
  /// - Parameters:
  ///   - identifiers: Raw values of `AVMetadataIdentifier`, such as `lsdr/X-COM-EXAMPLE`; nil for all.
  ///   - classifyingLabels: Values of the `CLASS` attribute; nil for all.
  public init(identifiers: [String]?, classifyingLabels: [String]?) {
    tracker = DateRangeTracker(identifiers: identifiers.map(Set.init), labels: classifyingLabels.map(Set.init))
    super.init()
  }

  /// Creates a collector of all groups.
  public override init() {
    tracker = DateRangeTracker(identifiers: nil, labels: nil)
    super.init()
  }

  /// The delegate, held weakly.
  open weak var delegate: (any AVPlayerItemMetadataCollectorPushDelegate)? { lock.withLock { weakDelegate } }

  /// The queue on which the delegate is called; nil until a delegate is set.
  open var delegateQueue: DispatchQueue? { lock.withLock { queue } }

  /// Sets the delegate. Known groups are delivered first, all of them as new.
  ///
  /// - Parameters:
  ///   - delegate: Held weakly.
  ///   - delegateQueue: A serial queue; nil for the main queue.
  open func setDelegate(
    _ delegate: (any AVPlayerItemMetadataCollectorPushDelegate)?, queue delegateQueue: DispatchQueue?
  ) {
    let changes = lock.withLock { () -> DateRangeTracker.Changes? in
      weakDelegate = delegate
      queue = delegate == nil ? nil : delegateQueue ?? .main
      return delegate == nil ? nil : tracker.everything
    }
    if let changes { deliver(changes) }
  }

  override func follow(_ item: EngineItem) {
    guard let current = item.dateRangesVersion else { return }
    let changes = lock.withLock { () -> DateRangeTracker.Changes? in
      guard current != version else { return nil }
      version = current
      return tracker.update(item.dateRanges)
    }
    if let changes { deliver(changes) }
  }

  private func deliver(_ changes: DateRangeTracker.Changes) {
    guard let queue = delegateQueue else { return }
    queue.async { [self] in
      delegate?.metadataCollector(
        self, didCollect: changes.groups, indexesOfNewGroups: changes.new, indexesOfModifiedGroups: changes.modified)
    }
  }
}

/// Receives the collected groups.
@preconcurrency public protocol AVPlayerItemMetadataCollectorPushDelegate: NSObjectProtocol, Sendable {
  /// Delivers new or modified groups. In the first call all groups are new.
  ///
  /// - Parameters:
  ///   - metadataCollector: The collector that calls the delegate.
  ///   - metadataGroups: All current groups, in the order of the playlist and then of its schedules.
  ///   - indexesOfNewGroups: The groups added since the last call.
  ///   - indexesOfModifiedGroups: The groups modified since the last call.
  func metadataCollector(
    _ metadataCollector: AVPlayerItemMetadataCollector, didCollect metadataGroups: [AVDateRangeMetadataGroup],
    indexesOfNewGroups: IndexSet, indexesOfModifiedGroups: IndexSet)
}

extension AVPlayerItem {
  nonisolated func feedCollectors() {
    for collector in mediaDataCollectors { collector.follow(engineItem) }
  }
}
