import Foundation

/// Lets `time as NSValue`, `value as? CMTime` and `values as? [CMTime]` convert, as on Apple's systems.
extension CMTime: _ObjectiveCBridgeable {
  /// The class of the boxed value.
  public typealias _ObjectType = NSValue

  /// Boxes the value.
  public func _bridgeToObjectiveC() -> NSValue { NSValue(time: self) }

  /// Unboxes the value; invalid if the object contains something else.
  public static func _forceBridgeFromObjectiveC(_ source: NSValue, result: inout CMTime?) {
    result = source.timeValue
  }

  /// Unboxes the value if the object contains one.
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSValue, result: inout CMTime?) -> Bool {
    result = (source as? TimeBox<CMTime>)?.content
    return result != nil
  }

  /// Unboxes the value; invalid if the object contains something else.
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSValue?) -> CMTime {
    source?.timeValue ?? .invalid
  }
}

/// Lets `range as NSValue`, `value as? CMTimeRange` and `values as? [CMTimeRange]` convert, as on Apple's systems.
extension CMTimeRange: _ObjectiveCBridgeable {
  /// The class of the boxed value.
  public typealias _ObjectType = NSValue

  /// Boxes the value.
  public func _bridgeToObjectiveC() -> NSValue { NSValue(timeRange: self) }

  /// Unboxes the value; invalid if the object contains something else.
  public static func _forceBridgeFromObjectiveC(_ source: NSValue, result: inout CMTimeRange?) {
    result = source.timeRangeValue
  }

  /// Unboxes the value if the object contains one.
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSValue, result: inout CMTimeRange?) -> Bool {
    result = (source as? TimeBox<CMTimeRange>)?.content
    return result != nil
  }

  /// Unboxes the value; invalid if the object contains something else.
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSValue?) -> CMTimeRange {
    source?.timeRangeValue ?? .invalid
  }
}

/// Lets `mapping as NSValue`, `value as? CMTimeMapping` and `values as? [CMTimeMapping]` convert, as on Apple's
/// systems.
extension CMTimeMapping: _ObjectiveCBridgeable {
  /// The class of the boxed value.
  public typealias _ObjectType = NSValue

  /// Boxes the value.
  public func _bridgeToObjectiveC() -> NSValue { NSValue(timeMapping: self) }

  /// Unboxes the value; invalid if the object contains something else.
  public static func _forceBridgeFromObjectiveC(_ source: NSValue, result: inout CMTimeMapping?) {
    result = source.timeMappingValue
  }

  /// Unboxes the value if the object contains one.
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSValue, result: inout CMTimeMapping?) -> Bool {
    result = (source as? TimeBox<CMTimeMapping>)?.content
    return result != nil
  }

  /// Unboxes the value; invalid if the object contains something else.
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSValue?) -> CMTimeMapping {
    source?.timeMappingValue ?? .invalid
  }
}
