/// A Swift object as the pointer that its C object owns.
enum EngineReference {
  /// A pointer that owns a reference.
  static func make(_ object: AnyObject) -> UnsafeMutableRawPointer { Unmanaged.passRetained(object).toOpaque() }

  /// The object of a pointer; nil for NULL.
  static func get<Object: AnyObject>(_ pointer: UnsafeMutableRawPointer?, as: Object.Type = Object.self) -> Object? {
    pointer.map { Unmanaged<Object>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Takes the reference over; nil for NULL.
  static func take<Object: AnyObject>(_ pointer: UnsafeMutableRawPointer?, as: Object.Type = Object.self) -> Object? {
    pointer.map { Unmanaged<Object>.fromOpaque($0).takeRetainedValue() }
  }
}
