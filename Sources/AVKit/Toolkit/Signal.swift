import CPlayheadGTK

/// Connects Swift closures to GObject signals. A closure lives as long as its connection: until the object is finalized
/// or disconnected.
@MainActor enum Signal {
  private final class Handler<Arguments> {
    /// Receives the arguments of the signal.
    let body: @MainActor (Arguments) -> Void
    /// Creates a handler, which the connection retains.
    init(_ body: @escaping @MainActor (Arguments) -> Void) { self.body = body }
  }

  /// A signal without arguments.
  @discardableResult
  static func connect(
    _ object: UnsafeMutableRawPointer, _ signal: String, _ body: @escaping @MainActor () -> Void
  ) -> gulong {
    let thunk: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void = { _, data in
      nonisolated(unsafe) let data = data
      onMain { Signal.call(data, ()) }
    }
    return connect(object, signal, unsafeBitCast(thunk, to: GCallback.self), Handler<Void> { _ in body() })
  }

  /// A signal with one argument that is ignored, such as `notify`.
  @discardableResult
  static func connectIgnoringArgument(
    _ object: UnsafeMutableRawPointer, _ signal: String, _ body: @escaping @MainActor () -> Void
  ) -> gulong {
    let thunk: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void = {
      _, _, data in
      nonisolated(unsafe) let data = data
      onMain { Signal.call(data, ()) }
    }
    return connect(object, signal, unsafeBitCast(thunk, to: GCallback.self), Handler<Void> { _ in body() })
  }

  /// The raw events of an X server, before GTK processes them; the pointer is valid during the call.
  static func connectServerEvents(
    _ display: UnsafeMutableRawPointer, _ body: @escaping @MainActor (UnsafeRawPointer) -> Void
  ) -> gulong {
    let thunk: @convention(c) (UnsafeMutableRawPointer?, UnsafeRawPointer?, UnsafeMutableRawPointer?) -> gboolean = {
      _, event, data in
      guard let event else { return 0 }
      nonisolated(unsafe) let (sent, data) = (event, data)
      onMain { Signal.call(data, sent) }
      return 0
    }
    return connect(display, "xevent", unsafeBitCast(thunk, to: GCallback.self), Handler(body))
  }

  /// A signal with one number.
  static func connect(
    value object: UnsafeMutableRawPointer, _ signal: String, _ body: @escaping @MainActor (Double) -> Void
  ) {
    let thunk: @convention(c) (UnsafeMutableRawPointer?, Double, UnsafeMutableRawPointer?) -> Void = { _, value, data in
      nonisolated(unsafe) let data = data
      onMain { Signal.call(data, value) }
    }
    connect(object, signal, unsafeBitCast(thunk, to: GCallback.self), Handler(body))
  }

  /// Presses or releases of a click gesture, with the number of successive clicks.
  static func connectPresses(
    _ gesture: UnsafeMutableRawPointer, _ signal: String, _ body: @escaping @MainActor (Int) -> Void
  ) {
    let thunk: @convention(c) (UnsafeMutableRawPointer?, Int32, Double, Double, UnsafeMutableRawPointer?) -> Void = {
      _, count, _, _, data in
      nonisolated(unsafe) let data = data
      onMain { Signal.call(data, Int(count)) }
    }
    connect(gesture, signal, unsafeBitCast(thunk, to: GCallback.self), Handler(body))
  }

  /// Presses or releases of a click gesture, with their position in the widget.
  static func connectPresses(
    place gesture: UnsafeMutableRawPointer, _ signal: String, _ body: @escaping @MainActor (Double, Double) -> Void
  ) {
    let thunk: @convention(c) (UnsafeMutableRawPointer?, Int32, Double, Double, UnsafeMutableRawPointer?) -> Void = {
      _, _, x, y, data in
      nonisolated(unsafe) let data = data
      onMain { Signal.call(data, (x, y)) }
    }
    connect(
      gesture, signal, unsafeBitCast(thunk, to: GCallback.self), Handler<(Double, Double)> { body($0.0, $0.1) })
  }

  /// A signal with an integer variant, as actions have.
  static func connect(
    number object: UnsafeMutableRawPointer, _ signal: String, _ body: @escaping @MainActor (Int) -> Void
  ) {
    let thunk: @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?, UnsafeMutableRawPointer?) -> Void = {
      _, variant, data in
      guard let variant else { return }
      nonisolated(unsafe) let data = data
      let number = Int(g_variant_get_int32(variant))
      onMain { Signal.call(data, number) }
    }
    connect(object, signal, unsafeBitCast(thunk, to: GCallback.self), Handler(body))
  }

  /// Scrolling of a wheel or a touch pad, in notches to the right and down. The events are not propagated further.
  static func connectScroll(
    _ controller: UnsafeMutableRawPointer, _ body: @escaping @MainActor (Double, Double) -> Void
  ) {
    let thunk: @convention(c) (UnsafeMutableRawPointer?, Double, Double, UnsafeMutableRawPointer?) -> gboolean = {
      _, x, y, data in
      nonisolated(unsafe) let data = data
      onMain { Signal.call(data, (x, y)) }
      return 1
    }
    connect(
      controller, "scroll", unsafeBitCast(thunk, to: GCallback.self), Handler<(Double, Double)> { body($0.0, $0.1) })
  }

  /// All events of a legacy event controller, by their type. They are propagated to the widget.
  static func connectEvents(_ controller: UnsafeMutableRawPointer, _ body: @escaping @MainActor (GdkEventType) -> Void)
  {
    connectEvents(deciding: controller) {
      body($0)
      return false
    }
  }

  /// All events of a legacy event controller; an event is not propagated further if `body` returns true.
  static func connectEvents(
    deciding controller: UnsafeMutableRawPointer, _ body: @escaping @MainActor (GdkEventType) -> Bool
  ) {
    let thunk: @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?, UnsafeMutableRawPointer?) -> gboolean = {
      _, event, data in
      guard let data else { return 0 }
      nonisolated(unsafe) let pointer = data
      let type = gdk_event_get_event_type(event)
      return onMain { Unmanaged<EventHandler>.fromOpaque(pointer).takeUnretainedValue().body(type) ? 1 : 0 }
    }
    g_signal_connect_data(
      controller, "event", unsafeBitCast(thunk, to: GCallback.self),
      Unmanaged.passRetained(EventHandler(body)).toOpaque(),
      { data, _ in data.map { Unmanaged<AnyObject>.fromOpaque($0).release() } }, GConnectFlags(rawValue: 0))
  }

  /// The handler of `connectEvents(deciding:_:)`, which has a result.
  private final class EventHandler {
    let body: @MainActor (GdkEventType) -> Bool
    init(_ body: @escaping @MainActor (GdkEventType) -> Bool) { self.body = body }
  }

  /// Key presses while the widget of a key controller has the focus, by GDK's key name. `body` returns whether it
  /// handled the key.
  static func connectKeys(
    _ controller: UnsafeMutableRawPointer, _ body: @escaping @MainActor (String, GdkModifierType) -> Bool
  ) {
    let thunk:
      @convention(c) (UnsafeMutableRawPointer?, guint, guint, GdkModifierType, UnsafeMutableRawPointer?) -> gboolean = {
        _, key, _, state, data in
        guard let data, let name = gdk_keyval_name(key).map({ String(cString: $0) }) else { return 0 }
        nonisolated(unsafe) let pointer = data
        return onMain {
          Unmanaged<KeyHandler>.fromOpaque(pointer).takeUnretainedValue().body(name, state) ? 1 : 0
        }
      }
    g_signal_connect_data(
      controller, "key-pressed", unsafeBitCast(thunk, to: GCallback.self),
      Unmanaged.passRetained(KeyHandler(body)).toOpaque(),
      { data, _ in data.map { Unmanaged<AnyObject>.fromOpaque($0).release() } }, GConnectFlags(rawValue: 0))
  }

  /// The handler of `connectKeys(_:_:)`, which has a result.
  private final class KeyHandler {
    let body: @MainActor (String, GdkModifierType) -> Bool
    init(_ body: @escaping @MainActor (String, GdkModifierType) -> Bool) { self.body = body }
  }

  /// A signal with a position.
  static func connect(
    place object: UnsafeMutableRawPointer, _ signal: String,
    _ body: @escaping @MainActor ((x: Double, y: Double)) -> Void
  ) {
    let thunk: @convention(c) (UnsafeMutableRawPointer?, Double, Double, UnsafeMutableRawPointer?) -> Void = {
      _, x, y, data in
      nonisolated(unsafe) let data = data
      onMain { Signal.call(data, (x: x, y: y)) }
    }
    connect(object, signal, unsafeBitCast(thunk, to: GCallback.self), Handler(body))
  }

  /// Connects a C function that receives the handler as its last argument. The connection owns the handler.
  @discardableResult
  private static func connect<Arguments>(
    _ object: UnsafeMutableRawPointer, _ signal: String, _ thunk: GCallback, _ handler: Handler<Arguments>
  ) -> gulong {
    g_signal_connect_data(
      object, signal, thunk, Unmanaged.passRetained(handler).toOpaque(),
      { data, _ in data.map { Unmanaged<AnyObject>.fromOpaque($0).release() } }, GConnectFlags(rawValue: 0))
  }

  /// Calls the handler of a connection.
  private static func call<Arguments>(_ data: UnsafeMutableRawPointer?, _ arguments: Arguments) {
    guard let data else { return }
    Unmanaged<Handler<Arguments>>.fromOpaque(data).takeUnretainedValue().body(arguments)
  }
}
