import Foundation

/// Lets `time as NSValue`, `value as? CMTime` and `values as? [CMTime]` convert, as on Apple's systems.
extension CMTime: _ObjectiveCBridgeable {
  /// The class of the object that holds the value.
  public typealias _ObjectType = NSValue

  /// An object with the value.
  public func _bridgeToObjectiveC() -> NSValue { NSValue(time: self) }

  /// The value of an object, or an invalid one.
  public static func _forceBridgeFromObjectiveC(_ source: NSValue, result: inout CMTime?) {
    result = source.timeValue
  }

  /// The value of an object, if it holds such a value.
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSValue, result: inout CMTime?) -> Bool {
    result = (source as? TimeBox<CMTime>)?.content
    return result != nil
  }

  /// The value of an object, or an invalid one.
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSValue?) -> CMTime {
    source?.timeValue ?? .invalid
  }
}

/// Lets `range as NSValue`, `value as? CMTimeRange` and `values as? [CMTimeRange]` convert, as on Apple's systems.
extension CMTimeRange: _ObjectiveCBridgeable {
  /// The class of the object that holds the value.
  public typealias _ObjectType = NSValue

  /// An object with the value.
  public func _bridgeToObjectiveC() -> NSValue { NSValue(timeRange: self) }

  /// The value of an object, or an invalid one.
  public static func _forceBridgeFromObjectiveC(_ source: NSValue, result: inout CMTimeRange?) {
    result = source.timeRangeValue
  }

  /// The value of an object, if it holds such a value.
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSValue, result: inout CMTimeRange?) -> Bool {
    result = (source as? TimeBox<CMTimeRange>)?.content
    return result != nil
  }

  /// The value of an object, or an invalid one.
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSValue?) -> CMTimeRange {
    source?.timeRangeValue ?? .invalid
  }
}

/// Lets `mapping as NSValue`, `value as? CMTimeMapping` and `values as? [CMTimeMapping]` convert, as on Apple's systems.
extension CMTimeMapping: _ObjectiveCBridgeable {
  /// The class of the object that holds the value.
  public typealias _ObjectType = NSValue

  /// An object with the value.
  public func _bridgeToObjectiveC() -> NSValue { NSValue(timeMapping: self) }

  /// The value of an object, or an invalid one.
  public static func _forceBridgeFromObjectiveC(_ source: NSValue, result: inout CMTimeMapping?) {
    result = source.timeMappingValue
  }

  /// The value of an object, if it holds such a value.
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSValue, result: inout CMTimeMapping?) -> Bool {
    result = (source as? TimeBox<CMTimeMapping>)?.content
    return result != nil
  }

  /// The value of an object, or an invalid one.
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSValue?) -> CMTimeMapping {
    source?.timeMappingValue ?? .invalid
  }
}
