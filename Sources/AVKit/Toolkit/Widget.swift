import CPlayheadGTK

/// A GTK widget in the form that GTK's functions take as their first argument.
typealias Widget = UnsafeMutablePointer<GtkWidget>

/// Casts an object to another of its classes. A GObject instance starts with the instance of its superclass.
func cast<Instance>(
  _ object: UnsafeMutableRawPointer, to: Instance.Type = Instance.self
) -> UnsafeMutablePointer<Instance> {
  object.assumingMemoryBound(to: Instance.self)
}

/// Runs `body` inside a callback from GTK, which is always on the main thread.
///
/// Pointers passed by GTK belong to that thread too, so nothing is transferred between threads.
func onMain<Value: Sendable>(_ body: @MainActor () throws -> Value) rethrows -> Value {
  try MainActor.assumeIsolated(body)
}

/// Runs `body` with the pointers of a GTK callback, on the main thread.
func onMain<Pointers>(_ pointers: Pointers, _ body: @MainActor (Pointers) -> Void) {
  let carried = MainThreadPointers(value: pointers)
  onMain { body(carried.value) }
}

/// Carries pointers through a closure that must be sendable.
private struct MainThreadPointers<Value>: @unchecked Sendable {
  // Sendable: created and read in one GTK callback, on the main thread.
  let value: Value
}

/// Widget classes implemented in Swift: each has a GObject type, registered once under a unique name, and a Swift
/// object for each of its widgets.
@MainActor enum WidgetClass {
  /// Registers a widget class. `initialize` sets the functions of the class.
  static func register(
    _ name: String, initialize: @escaping @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void
  ) -> GType {
    g_type_register_static_simple(
      gtk_widget_get_type(), name, guint(MemoryLayout<GtkWidgetClass>.size), initialize,
      guint(MemoryLayout<GtkWidget>.size), nil, GTypeFlags(rawValue: 0))
  }

  /// Creates a widget of a class, with a floating reference.
  static func make(_ type: GType) -> Widget? {
    g_object_new_with_properties(type, 0, nil, nil).map { cast($0) }
  }
}

/// The `measure` function of widgets without a minimum size; the container determines their size.
func measureAnySize(
  _: Widget?, _: GtkOrientation, _: Int32, _ minimum: UnsafeMutablePointer<Int32>?,
  _ natural: UnsafeMutablePointer<Int32>?, _: UnsafeMutablePointer<Int32>?, _: UnsafeMutablePointer<Int32>?
) {
  minimum?.pointee = 1
  natural?.pointee = 1
}

/// The association of a widget with the Swift object that implements it, which it does not retain.
enum WidgetOwner {
  /// The key of the association in the widget's object data.
  private static let key = "playhead-owner"

  /// Associates a widget with its object; nil removes the association. To be removed before the object is freed.
  static func set(_ owner: AnyObject?, of widget: Widget) {
    g_object_set_data(cast(widget), key, owner.map { Unmanaged.passUnretained($0).toOpaque() })
  }

  /// The object of a widget; nil if it has none, or one of another class.
  static func get<Owner: AnyObject>(_ widget: Widget?, as: Owner.Type = Owner.self) -> Owner? {
    guard let widget, let pointer = g_object_get_data(cast(widget), key) else { return nil }
    return Unmanaged<AnyObject>.fromOpaque(pointer).takeUnretainedValue() as? Owner
  }
}
