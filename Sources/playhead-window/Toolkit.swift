import AVKit
import CPlayheadGTK

/// A GTK widget in the form that GTK's functions take as their first argument.
typealias Widget = UnsafeMutablePointer<GtkWidget>

/// Casts an object to another of its classes. A GObject instance starts with the instance of its superclass.
func cast<Instance>(_ object: UnsafeMutableRawPointer) -> UnsafeMutablePointer<Instance> {
  object.assumingMemoryBound(to: Instance.self)
}

/// Connects closures to the signals of the window's own widgets.
@MainActor enum GtkSignal {
  final class Handler<Value> {
    /// Receives the value of the signal.
    let body: @MainActor (Value) -> Void
    /// Creates a handler, which the connection retains.
    init(_ body: @escaping @MainActor (Value) -> Void) { self.body = body }
  }

  /// A signal without arguments. If the signal has a Boolean result, it is true (handled).
  static func connect(_ object: UnsafeMutableRawPointer, _ signal: String, _ body: @escaping @MainActor () -> Void) {
    let thunk: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> gboolean = { _, data in
      GtkSignal.call(data, ())
      return 1
    }
    connect(object, signal, unsafeBitCast(thunk, to: GCallback.self), Handler<Void> { _ in body() })
  }

  /// A signal with a number.
  static func connect(
    number object: UnsafeMutableRawPointer, _ signal: String, _ body: @escaping @MainActor (Int) -> Void
  ) {
    let thunk: @convention(c) (UnsafeMutableRawPointer?, Int32, UnsafeMutableRawPointer?) -> Void = { _, number, data in
      GtkSignal.call(data, Int(number))
    }
    connect(object, signal, unsafeBitCast(thunk, to: GCallback.self), Handler(body))
  }

  /// A signal with an object, which is valid during the call.
  static func connect(
    object: UnsafeMutableRawPointer, _ signal: String, _ body: @escaping @MainActor (UnsafeMutableRawPointer?) -> Void
  ) {
    let thunk:
      @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> gboolean = {
        _, argument, data in
        nonisolated(unsafe) let argument = argument
        GtkSignal.call(data, argument)
        return 1
      }
    connect(object, signal, unsafeBitCast(thunk, to: GCallback.self), Handler(body))
  }

  /// Connects a C function that receives the handler as its last argument. The connection owns the handler.
  static func connect<Value>(
    _ object: UnsafeMutableRawPointer, _ signal: String, _ thunk: GCallback, _ handler: Handler<Value>
  ) {
    g_signal_connect_data(
      object, signal, thunk, Unmanaged.passRetained(handler).toOpaque(),
      { data, _ in data.map { Unmanaged<AnyObject>.fromOpaque($0).release() } }, GConnectFlags(rawValue: 0))
  }

  /// Calls the handler of a connection. GTK emits signals on the main thread.
  nonisolated private static func call<Value>(_ data: UnsafeMutableRawPointer?, _ value: Value) {
    guard let data else { return }
    let call = Call(data: data, value: value)
    MainActor.assumeIsolated {
      Unmanaged<Handler<Value>>.fromOpaque(call.data).takeUnretainedValue().body(call.value)
    }
  }

  /// The arguments of a signal.
  private struct Call<Value>: @unchecked Sendable {
    // Sendable: GTK calls on the main thread, and the values stay there.
    /// The unretained `Handler`.
    let data: UnsafeMutableRawPointer
    /// The value of the signal, valid during the call.
    let value: Value
  }
}

/// Menu actions under the prefix `win`.
@MainActor final class MenuActions {
  private let group = g_simple_action_group_new()

  /// Adds an action without a parameter; menus refer to it as `win.` and its name.
  func add(_ name: String, _ body: @escaping @MainActor () -> Void) {
    guard let action = g_simple_action_new(name, nil), let group else { return }
    GtkSignal.connect(object: UnsafeMutableRawPointer(action), "activate") { _ in body() }
    g_action_map_add_action(OpaquePointer(group), action)
    g_object_unref(UnsafeMutableRawPointer(action))
  }

  /// Adds an action with one of several choices as its state; menus refer to it with the index of a choice.
  ///
  /// - Returns: A function that sets the current choice.
  func addChoice(_ name: String, _ body: @escaping @MainActor (Int) -> Void) -> @MainActor (Int) -> Void {
    guard let type = g_variant_type_new("i"), let group,
      let action = g_simple_action_new_stateful(name, type, g_variant_new_int32(0))
    else { return { _ in } }
    g_variant_type_free(type)
    /// The state of the action, which the group owns as long as this object lives.
    let set: @MainActor (Int) -> Void = { g_simple_action_set_state(action, g_variant_new_int32(Int32(clamping: $0))) }
    GtkSignal.connect(object: UnsafeMutableRawPointer(action), "activate") { value in
      guard let value else { return }
      body(Int(g_variant_get_int32(OpaquePointer(value))))
    }
    g_action_map_add_action(OpaquePointer(group), action)
    g_object_unref(UnsafeMutableRawPointer(action))
    return set
  }

  /// The prefix of the actions of menus.
  static let menus = "win"
  /// The prefix of the actions of keys.
  static let keys = "keys"

  /// Enables the actions in all menus below a widget, or for its keys.
  func install(in widget: Widget, as prefix: String = menus) {
    guard let group else { return }
    gtk_widget_insert_action_group(widget, prefix, OpaquePointer(group))
  }
}
