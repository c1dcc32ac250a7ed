import Foundation

/// A group of related metadata items.
open class AVMetadataGroup: NSObject, @unchecked Sendable {
  // Sendable: the items are behind a lock.
  fileprivate let lock = NSLock()
  fileprivate var storedItems: [AVMetadataItem]

  fileprivate init(items: [AVMetadataItem], classifyingLabel: String? = nil, uniqueID: String? = nil) {
    storedItems = items
    storedClassifyingLabel = classifyingLabel
    storedUniqueID = uniqueID
    super.init()
  }

  /// The items of the group.
  open var items: [AVMetadataItem] { lock.withLock { storedItems } }

  /// The class of the group in a stream; nil for files.
  open var classifyingLabel: String? { storedClassifyingLabel }
  /// The value of `classifyingLabel`.
  private let storedClassifyingLabel: String?

  /// The identifier of the group in a stream; nil for files.
  open var uniqueID: String? { storedUniqueID }
  /// The value of `uniqueID`.
  private let storedUniqueID: String?
}

/// Metadata for a time range, such as a chapter.
open class AVTimedMetadataGroup: AVMetadataGroup, NSCopying, NSMutableCopying, @unchecked Sendable {
  // Sendable: as its superclass.
  fileprivate var storedRange: CMTimeRange

  /// Creates a group of items for a time range.
  public init(items: [AVMetadataItem], timeRange: CMTimeRange) {
    storedRange = timeRange
    super.init(items: items)
  }

  /// The time range of the group on the asset's timeline.
  open var timeRange: CMTimeRange { lock.withLock { storedRange } }

  /// Returns the group itself: groups are immutable. A mutable one returns an immutable copy.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Returns a mutable copy.
  open func mutableCopy(with zone: NSZone? = nil) -> Any {
    AVMutableTimedMetadataGroup(items: items, timeRange: timeRange)
  }
}

/// A mutable timed group.
open class AVMutableTimedMetadataGroup: AVTimedMetadataGroup, @unchecked Sendable {
  // Sendable: as its superclass.

  /// The items of the group.
  open override var items: [AVMetadataItem] {
    get { super.items }
    set { lock.withLock { storedItems = newValue } }
  }

  /// The time range of the group.
  open override var timeRange: CMTimeRange {
    get { super.timeRange }
    set { lock.withLock { storedRange = newValue } }
  }

  /// Returns an immutable copy.
  open override func copy(with zone: NSZone? = nil) -> Any { AVTimedMetadataGroup(items: items, timeRange: timeRange) }
}

/// Metadata for a date range.
open class AVDateRangeMetadataGroup: AVMetadataGroup, NSCopying, NSMutableCopying, @unchecked Sendable {
  // Sendable: as its superclass.
  fileprivate var storedStart: Date
  fileprivate var storedEnd: Date?

  /// Creates a group of items for a date range; nil for an end date that is not known yet.
  public init(items: [AVMetadataItem], start startDate: Date, end endDate: Date?) {
    storedStart = startDate
    storedEnd = endDate
    super.init(items: items)
  }

  /// Creates a group declared by a stream.
  init(items: [AVMetadataItem], start: Date, end: Date?, classifyingLabel: String?, uniqueID: String) {
    storedStart = start
    storedEnd = end
    super.init(items: items, classifyingLabel: classifyingLabel, uniqueID: uniqueID)
  }

  /// The start of the date range.
  open var startDate: Date { lock.withLock { storedStart } }

  /// The end of the date range; nil if not known yet.
  open var endDate: Date? { lock.withLock { storedEnd } }

  /// Returns the group itself: groups are immutable. A mutable one returns an immutable copy.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Returns a mutable copy.
  open func mutableCopy(with zone: NSZone? = nil) -> Any {
    AVMutableDateRangeMetadataGroup(items: items, start: startDate, end: endDate)
  }
}

/// A mutable date range group.
open class AVMutableDateRangeMetadataGroup: AVDateRangeMetadataGroup, @unchecked Sendable {
  // Sendable: as its superclass.

  /// The items of the group.
  open override var items: [AVMetadataItem] {
    get { super.items }
    set { lock.withLock { storedItems = newValue } }
  }

  /// The start of the date range.
  open override var startDate: Date {
    get { super.startDate }
    set { lock.withLock { storedStart = newValue } }
  }

  /// The end of the date range.
  open override var endDate: Date? {
    get { super.endDate }
    set { lock.withLock { storedEnd = newValue } }
  }

  /// Returns an immutable copy.
  open override func copy(with zone: NSZone? = nil) -> Any {
    AVDateRangeMetadataGroup(items: items, start: startDate, end: endDate)
  }
}
