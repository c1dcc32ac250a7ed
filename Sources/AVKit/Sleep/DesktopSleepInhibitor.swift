import CPlayheadGTK
import MediaPlayer

/// Inhibits sleep through the program's `GtkApplication`, or through the service `org.freedesktop.ScreenSaver` of the
/// session bus in programs without one.
@MainActor final class DesktopSleepInhibitor: SleepInhibitor {
  /// The widget whose window shows the video.
  private let widget: Widget
  /// The application's inhibition; 0 if there is none.
  private var inhibition: guint = 0
  private var screenSaver: ScreenSaverInhibitor?

  /// Creates an inhibitor for a view.
  init(widget: Widget) { self.widget = widget }

  func setInhibited(_ isInhibited: Bool) {
    if isInhibited { begin() } else { end() }
  }

  private func begin() {
    if let application = playhead_gtk_application() {
      let flags = GtkApplicationInhibitFlags(
        GTK_APPLICATION_INHIBIT_IDLE.rawValue | GTK_APPLICATION_INHIBIT_SUSPEND.rawValue)
      let root = gtk_widget_get_root(widget)
      inhibition = gtk_application_inhibit(
        application, root.map { cast(UnsafeMutableRawPointer($0)) }, flags, Self.reason)
      if inhibition != 0 { return }
    }
    guard DesktopBus.isAvailable, let connection = g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil) else { return }
    let inhibitor = ScreenSaverInhibitor(connection, program: String(cString: g_get_application_name()))
    g_object_unref(UnsafeMutableRawPointer(connection))
    inhibitor.begin(reason: Self.reason)
    screenSaver = inhibitor
  }

  private func end() {
    if inhibition != 0, let application = playhead_gtk_application() {
      gtk_application_uninhibit(application, inhibition)
    }
    inhibition = 0
    screenSaver?.end()
    screenSaver = nil
  }

  /// The reason that desktops show.
  private static var reason: String { translated("A video is playing") }
}

/// One inhibition of the session's screen saver, with which desktops also inhibit sleep. The service ends it by itself
/// when the program leaves the bus.
@MainActor final class ScreenSaverInhibitor {
  private let connection: Connection
  private let program: String
  /// The service's number of the inhibition; nil before its answer.
  private var cookie: UInt32?
  private var hasEnded = false

  /// A reference to a connection.
  private final class Connection: @unchecked Sendable {
    // Sendable: connections of GIO may be used on any thread.
    let pointer: OpaquePointer
    init(_ pointer: OpaquePointer) {
      self.pointer = pointer
      g_object_ref(UnsafeMutableRawPointer(pointer))
    }
    deinit { g_object_unref(UnsafeMutableRawPointer(pointer)) }
  }

  /// Creates an inhibition that does not apply yet.
  init(_ connection: OpaquePointer, program: String) {
    self.connection = Connection(connection)
    self.program = program
  }

  /// Asks the service, without waiting for its answer.
  func begin(reason: String) {
    var values = [g_variant_new_string(program), g_variant_new_string(reason)]
    call("Inhibit", g_variant_new_tuple(&values, 2)) { source, result, data in
      guard let data else { return }
      let inhibitor = Unmanaged<ScreenSaverInhibitor>.fromOpaque(data).takeRetainedValue()
      let reply = g_dbus_connection_call_finish(source.map { OpaquePointer($0) }, result, nil)
      defer { if let reply { g_variant_unref(reply) } }
      guard let reply, g_variant_n_children(reply) == 1, let child = g_variant_get_child_value(reply, 0) else { return }
      defer { g_variant_unref(child) }
      guard String(cString: g_variant_get_type_string(child)) == "u" else { return }
      let cookie = g_variant_get_uint32(child)
      // GIO calls back on the thread of the call.
      MainActor.assumeIsolated { inhibitor.received(cookie) }
    }
  }

  /// Ends the inhibition, also if the service has not answered yet.
  func end() {
    guard !hasEnded else { return }
    hasEnded = true
    guard let cookie else { return }
    var values = [g_variant_new_uint32(cookie)]
    call("UnInhibit", g_variant_new_tuple(&values, 1), nil)
  }

  private func received(_ cookie: UInt32) {
    self.cookie = cookie
    guard hasEnded else { return }
    hasEnded = false
    end()
  }

  /// Calls a method of the service. `then` receives a retained reference to this object.
  private func call(_ method: String, _ parameters: OpaquePointer?, _ then: GAsyncReadyCallback?) {
    g_dbus_connection_call(
      connection.pointer, "org.freedesktop.ScreenSaver", "/org/freedesktop/ScreenSaver",
      "org.freedesktop.ScreenSaver", method, parameters, nil, G_DBUS_CALL_FLAGS_NO_AUTO_START, 5000, nil, then,
      then == nil ? nil : Unmanaged.passRetained(self).toOpaque())
  }
}
