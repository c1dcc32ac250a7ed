import Foundation

extension NSValue {
  /// Boxes a time, for arrays and dictionaries of objects.
  public convenience init(time: CMTime) {
    self.init(boxing: time, encoding: "{CMTime=qiIq}")
  }

  /// Boxes a time range.
  public convenience init(timeRange: CMTimeRange) {
    self.init(boxing: timeRange, encoding: "{CMTimeRange={CMTime=qiIq}{CMTime=qiIq}}")
  }

  /// Boxes a time mapping.
  public convenience init(timeMapping: CMTimeMapping) {
    self.init(
      boxing: timeMapping,
      encoding: "{CMTimeMapping={CMTimeRange={CMTime=qiIq}{CMTime=qiIq}}{CMTimeRange={CMTime=qiIq}{CMTime=qiIq}}}")
  }

  /// The boxed time; invalid if the object contains something else.
  public var timeValue: CMTime { (self as? TimeBox<CMTime>)?.content ?? .invalid }

  /// The boxed time range; invalid if the object contains something else.
  public var timeRangeValue: CMTimeRange { (self as? TimeBox<CMTimeRange>)?.content ?? .invalid }

  /// The boxed time mapping; invalid if the object contains something else.
  public var timeMappingValue: CMTimeMapping { (self as? TimeBox<CMTimeMapping>)?.content ?? .invalid }
}
