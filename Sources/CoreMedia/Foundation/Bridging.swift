import Foundation

/// Lets `time as NSValue`, `value as? CMTime` and `values as? [CMTime]` convert, as on Apple's systems.
extension CMTime: _ObjectiveCBridgeable {
  public typealias _ObjectType = NSValue

  public func _bridgeToObjectiveC() -> NSValue { NSValue(time: self) }

  public static func _forceBridgeFromObjectiveC(_ source: NSValue, result: inout CMTime?) {
    result = source.timeValue
  }

  public static func _conditionallyBridgeFromObjectiveC(_ source: NSValue, result: inout CMTime?) -> Bool {
    result = (source as? TimeBox<CMTime>)?.content
    return result != nil
  }

  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSValue?) -> CMTime {
    source?.timeValue ?? .invalid
  }
}

/// Lets `range as NSValue`, `value as? CMTimeRange` and `values as? [CMTimeRange]` convert, as on Apple's systems.
extension CMTimeRange: _ObjectiveCBridgeable {
  public typealias _ObjectType = NSValue

  public func _bridgeToObjectiveC() -> NSValue { NSValue(timeRange: self) }

  public static func _forceBridgeFromObjectiveC(_ source: NSValue, result: inout CMTimeRange?) {
    result = source.timeRangeValue
  }

  public static func _conditionallyBridgeFromObjectiveC(_ source: NSValue, result: inout CMTimeRange?) -> Bool {
    result = (source as? TimeBox<CMTimeRange>)?.content
    return result != nil
  }

  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSValue?) -> CMTimeRange {
    source?.timeRangeValue ?? .invalid
  }
}

/// Lets `mapping as NSValue`, `value as? CMTimeMapping` and `values as? [CMTimeMapping]` convert, as on Apple's systems.
extension CMTimeMapping: _ObjectiveCBridgeable {
  public typealias _ObjectType = NSValue

  public func _bridgeToObjectiveC() -> NSValue { NSValue(timeMapping: self) }

  public static func _forceBridgeFromObjectiveC(_ source: NSValue, result: inout CMTimeMapping?) {
    result = source.timeMappingValue
  }

  public static func _conditionallyBridgeFromObjectiveC(_ source: NSValue, result: inout CMTimeMapping?) -> Bool {
    result = (source as? TimeBox<CMTimeMapping>)?.content
    return result != nil
  }

  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSValue?) -> CMTimeMapping {
    source?.timeMappingValue ?? .invalid
  }
}
