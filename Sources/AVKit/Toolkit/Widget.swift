import CPlayheadGTK

/// A GTK widget, as every function of GTK's own takes it first.
typealias Widget = UnsafeMutablePointer<GtkWidget>

/// The same object seen as an instance of another of its classes. GObject lays a subclass out behind its superclass.
func cast<Instance>(
  _ object: UnsafeMutableRawPointer, to: Instance.Type = Instance.self
) -> UnsafeMutablePointer<Instance> {
  object.assumingMemoryBound(to: Instance.self)
}

/// Runs `body` in a call that GTK makes, which is always on the main thread.
///
/// Pointers that GTK hands over belong to that thread too, so taking them across is no transfer.
func onMain<Value: Sendable>(_ body: @MainActor () throws -> Value) rethrows -> Value {
  try MainActor.assumeIsolated(body)
}

/// Runs `body` with pointers that GTK hands to a callback, on the main thread.
func onMain<Pointers>(_ pointers: Pointers, _ body: @MainActor (Pointers) -> Void) {
  let carried = MainThreadPointers(value: pointers)
  onMain { body(carried.value) }
}

private struct MainThreadPointers<Value>: @unchecked Sendable {
  // Sendable: made and read in one callback of GTK, on the main thread.
  let value: Value
}

/// A widget class made here: its GObject type, registered once under a name no other library uses, and the Swift object behind
/// each of its widgets.
@MainActor enum WidgetClass {
  /// Registers a class of widgets. `initialize` fills in the class's functions.
  static func register(
    _ name: String, initialize: @escaping @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void
  ) -> GType {
    g_type_register_static_simple(
      gtk_widget_get_type(), name, guint(MemoryLayout<GtkWidgetClass>.size), initialize,
      guint(MemoryLayout<GtkWidget>.size), nil, GTypeFlags(rawValue: 0))
  }

  /// A new widget of a class, with a floating reference.
  static func make(_ type: GType) -> Widget? {
    g_object_new_with_properties(type, 0, nil, nil).map { cast($0) }
  }
}

/// A widget's answer to how large it wants to be: as small as the program likes; how large, the container decides.
func measureAnySize(
  _: Widget?, _: GtkOrientation, _: Int32, _ minimum: UnsafeMutablePointer<Int32>?,
  _ natural: UnsafeMutablePointer<Int32>?, _: UnsafeMutablePointer<Int32>?, _: UnsafeMutablePointer<Int32>?
) {
  minimum?.pointee = 1
  natural?.pointee = 1
}

/// Where a widget keeps the Swift object that implements it. It does not keep it alive.
enum WidgetOwner {
  private static let key = "playhead-owner"

  static func set(_ owner: AnyObject?, of widget: Widget) {
    g_object_set_data(cast(widget), key, owner.map { Unmanaged.passUnretained($0).toOpaque() })
  }

  static func get<Owner: AnyObject>(_ widget: Widget?, as: Owner.Type = Owner.self) -> Owner? {
    guard let widget, let pointer = g_object_get_data(cast(widget), key) else { return nil }
    return Unmanaged<AnyObject>.fromOpaque(pointer).takeUnretainedValue() as? Owner
  }
}
