import CoreMedia
import Foundation
import Synchronization

/// The time of an advertisement in the current item, for `MPNowPlayingInfoPropertyAdTimeRanges`.
open class MPAdTimeRange: NSObject, NSCopying, @unchecked Sendable {
  // Sendable: the range is behind the mutex.
  /// The value of `timeRange`.
  private let range: Mutex<CMTimeRange>

  /// Creates a range in the time of the item.
  public init(_ timeRange: CMTimeRange) {
    range = Mutex(timeRange)
    super.init()
  }

  /// The range in the time of the item.
  open var timeRange: CMTimeRange {
    get { range.withLock { $0 } }
    set { range.withLock { $0 = newValue } }
  }

  /// Returns a new object with the same range.
  open func copy(with zone: NSZone? = nil) -> Any { MPAdTimeRange(timeRange) }
}
