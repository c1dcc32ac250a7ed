import Foundation

/// Metadata items that belong together.
open class AVMetadataGroup: NSObject, @unchecked Sendable {
  // Sendable: the items are behind a lock.
  fileprivate let lock = NSLock()
  fileprivate var storedItems: [AVMetadataItem]

  fileprivate init(items: [AVMetadataItem], classifyingLabel: String? = nil, uniqueID: String? = nil) {
    storedItems = items
    self.classifyingLabel = classifyingLabel
    self.uniqueID = uniqueID
    super.init()
  }

  /// The items.
  open var items: [AVMetadataItem] { lock.withLock { storedItems } }

  /// Tells kinds of groups apart, where a stream has several; nil for files.
  public let classifyingLabel: String?

  /// Tells groups apart, where a stream names them; nil for files.
  public let uniqueID: String?
}

/// Metadata that holds for a range of time, such as a chapter.
open class AVTimedMetadataGroup: AVMetadataGroup, NSCopying, NSMutableCopying, @unchecked Sendable {
  // Sendable: as its superclass.
  fileprivate var storedRange: CMTimeRange

  /// A group of items for a range.
  public init(items: [AVMetadataItem], timeRange: CMTimeRange) {
    storedRange = timeRange
    super.init(items: items)
  }

  /// When it holds, on the asset's timeline.
  open var timeRange: CMTimeRange { lock.withLock { storedRange } }

  /// Itself: groups do not change. A mutable one gives a copy that does not change.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// A copy that can be changed.
  open func mutableCopy(with zone: NSZone? = nil) -> Any {
    AVMutableTimedMetadataGroup(items: items, timeRange: timeRange)
  }
}

/// A timed group that a program makes.
open class AVMutableTimedMetadataGroup: AVTimedMetadataGroup, @unchecked Sendable {
  // Sendable: as its superclass.

  /// The items.
  open override var items: [AVMetadataItem] {
    get { super.items }
    set { lock.withLock { storedItems = newValue } }
  }

  /// When it holds.
  open override var timeRange: CMTimeRange {
    get { super.timeRange }
    set { lock.withLock { storedRange = newValue } }
  }

  /// A copy that does not change.
  open override func copy(with zone: NSZone? = nil) -> Any { AVTimedMetadataGroup(items: items, timeRange: timeRange) }
}

/// Metadata that holds from a date on.
open class AVDateRangeMetadataGroup: AVMetadataGroup, NSCopying, NSMutableCopying, @unchecked Sendable {
  // Sendable: as its superclass.
  fileprivate var storedStart: Date
  fileprivate var storedEnd: Date?

  /// A group of items for a range of dates; without an end it has none yet.
  public init(items: [AVMetadataItem], start startDate: Date, end endDate: Date?) {
    storedStart = startDate
    storedEnd = endDate
    super.init(items: items)
  }

  /// A group that a stream names.
  init(items: [AVMetadataItem], start: Date, end: Date?, classifyingLabel: String?, uniqueID: String) {
    storedStart = start
    storedEnd = end
    super.init(items: items, classifyingLabel: classifyingLabel, uniqueID: uniqueID)
  }

  /// When it begins to hold.
  open var startDate: Date { lock.withLock { storedStart } }

  /// When it ends to hold; nil where nobody knows yet.
  open var endDate: Date? { lock.withLock { storedEnd } }

  /// Itself: groups do not change. A mutable one gives a copy that does not change.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// A copy that can be changed.
  open func mutableCopy(with zone: NSZone? = nil) -> Any {
    AVMutableDateRangeMetadataGroup(items: items, start: startDate, end: endDate)
  }
}

/// A group for a range of dates that a program makes.
open class AVMutableDateRangeMetadataGroup: AVDateRangeMetadataGroup, @unchecked Sendable {
  // Sendable: as its superclass.

  /// The items.
  open override var items: [AVMetadataItem] {
    get { super.items }
    set { lock.withLock { storedItems = newValue } }
  }

  /// When it begins to hold.
  open override var startDate: Date {
    get { super.startDate }
    set { lock.withLock { storedStart = newValue } }
  }

  /// When it ends to hold.
  open override var endDate: Date? {
    get { super.endDate }
    set { lock.withLock { storedEnd = newValue } }
  }

  /// A copy that does not change.
  open override func copy(with zone: NSZone? = nil) -> Any {
    AVDateRangeMetadataGroup(items: items, start: startDate, end: endDate)
  }
}
