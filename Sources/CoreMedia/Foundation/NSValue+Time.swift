import Foundation

extension NSValue {
  /// An object that holds a time, for arrays and dictionaries of objects.
  public convenience init(time: CMTime) {
    self.init(boxing: time, encoding: "{CMTime=qiIq}")
  }

  /// An object that holds a time range.
  public convenience init(timeRange: CMTimeRange) {
    self.init(boxing: timeRange, encoding: "{CMTimeRange={CMTime=qiIq}{CMTime=qiIq}}")
  }

  /// An object that holds a time mapping.
  public convenience init(timeMapping: CMTimeMapping) {
    self.init(
      boxing: timeMapping,
      encoding: "{CMTimeMapping={CMTimeRange={CMTime=qiIq}{CMTime=qiIq}}{CMTimeRange={CMTime=qiIq}{CMTime=qiIq}}}")
  }

  /// The time that the object was made with, or an invalid one when it holds something else.
  public var timeValue: CMTime { (self as? TimeBox<CMTime>)?.content ?? .invalid }

  /// The time range that the object was made with, or an invalid one when it holds something else.
  public var timeRangeValue: CMTimeRange { (self as? TimeBox<CMTimeRange>)?.content ?? .invalid }

  /// The time mapping that the object was made with, or an invalid one when it holds something else.
  public var timeMappingValue: CMTimeMapping { (self as? TimeBox<CMTimeMapping>)?.content ?? .invalid }
}
