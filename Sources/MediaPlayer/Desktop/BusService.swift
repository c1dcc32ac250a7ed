import CPlayheadGIO
import Foundation
import Synchronization

/// The program's MPRIS service on the session bus. It has a thread with its own main loop, so that it responds while
/// the main thread is busy, and in programs whose main loop is not GLib's.
final class BusService: @unchecked Sendable {
  // Sendable: the context and the loop are constants that GLib allows any thread to use; the rest is behind the mutex.
  /// The connection to the session bus.
  private struct Connection: @unchecked Sendable {
    // Sendable: GLib allows any thread to use a connection.
    /// A `GDBusConnection`.
    let pointer: OpaquePointer
  }

  /// The state shared between the bus thread and the program's threads.
  private struct State: Sendable {
    /// Owns a reference.
    var connection: Connection?
    /// Whether `stop()` was called, possibly before the loop has started.
    var hasStopped = false
  }

  /// The source of properties and signals.
  private let publisher: NowPlayingPublisher
  /// The GLib context of the bus thread.
  private let context: OpaquePointer
  /// The main loop of the bus thread, which ends with `stop()`.
  private let loop: OpaquePointer
  /// The connection, locked because any thread asks for it.
  private let state = Mutex(State())

  /// Starts the bus thread, which retains the service until `stop()`.
  init(_ publisher: NowPlayingPublisher) {
    self.publisher = publisher
    context = g_main_context_new()
    loop = g_main_loop_new(context, 0)
    let thread = Thread { [self] in run() }
    thread.name = "playhead-bus"
    thread.start()
  }

  /// Sends pending signals.
  func wake() {
    invoke { service in service.sendSignals() }
  }

  /// Leaves the bus. Returns at once; the thread ends when its pending signals have been sent.
  func stop() {
    state.withLock { $0.hasStopped = true }
    invoke { service in g_main_loop_quit(service.loop) }
  }

  /// Whether there is a connection to a bus.
  var isConnected: Bool { state.withLock { $0.connection != nil } }

  // MARK: Bus thread

  /// The body of the bus thread: owns the bus name while the main loop runs.
  private func run() {
    g_main_context_push_thread_default(context)
    let data = Unmanaged.passUnretained(self).toOpaque()
    let owner = g_bus_own_name(
      G_BUS_TYPE_SESSION, busName, GBusNameOwnerFlags(rawValue: 0),
      { connection, _, data in BusService.from(data).connected(connection) }, nil,
      { connection, _, data in BusService.from(data).lostName(connection) }, data, nil)
    if !state.withLock({ $0.hasStopped }) { g_main_loop_run(loop) }
    g_bus_unown_name(owner)
    let connection = state.withLock { state in
      defer { state.connection = nil }
      return state.connection
    }
    connection.map {
      _ = g_dbus_connection_flush_sync($0.pointer, nil, nil)
      g_object_unref(UnsafeMutableRawPointer($0.pointer))
    }
    g_main_context_pop_thread_default(context)
  }

  /// Registers the interfaces on a new connection. On the bus thread.
  private func connected(_ connection: OpaquePointer?) {
    guard let connection else { return }
    // A bus that disappears ends only this service, not the process.
    g_dbus_connection_set_exit_on_close(connection, 0)
    g_object_ref(UnsafeMutableRawPointer(connection))
    let retained = Connection(pointer: connection)
    state.withLock { $0.connection = retained }
    guard let node = g_dbus_node_info_new_for_xml(BusInterface.description, nil) else { return }
    defer { g_dbus_node_info_unref(node) }
    var table = GDBusInterfaceVTable()
    table.method_call = { _, _, _, interface, method, arguments, invocation, data in
      guard let interface, let method else { return }
      BusService.from(data).call(String(cString: interface), String(cString: method), arguments, invocation)
    }
    table.get_property = { _, _, _, interface, name, _, data in
      guard let interface, let name else { return nil }
      return BusService.from(data).property(String(cString: interface), String(cString: name))
    }
    table.set_property = { _, _, _, _, name, value, error, data in
      guard let name else { return 0 }
      guard let message = BusService.from(data).set(String(cString: name), value) else { return 1 }
      // GIO replies with this error.
      g_set_error_literal(error, g_dbus_error_quark(), Int32(G_DBUS_ERROR_INVALID_ARGS.rawValue), message)
      return 0
    }
    for name in [BusInterface.root, BusInterface.player, BusInterface.details] {
      guard let interface = g_dbus_node_info_lookup_interface(node, name) else { continue }
      g_dbus_connection_register_object(
        connection, BusInterface.path, interface, &table, Unmanaged.passUnretained(self).toOpaque(), nil, nil)
    }
  }

  /// Another process owns the name: this one adds its process number. A nil connection means that there is no bus.
  private func lostName(_ connection: OpaquePointer?) {
    guard let connection else { return }
    g_bus_own_name_on_connection(
      connection, "\(busName).instance\(ProcessInfo.processInfo.processIdentifier)",
      GBusNameOwnerFlags(rawValue: 0), nil, nil, nil, nil)
  }

  /// Sends the pending signals of the publisher in order. On the bus thread.
  private func sendSignals() {
    let signals = publisher.takeSignals()
    guard let connection = state.withLock({ $0.connection })?.pointer else { return }
    for signal in signals {
      switch signal {
      case .changed(let changes): sendChanges(changes, of: BusInterface.player, on: connection)
      case .programChanged(let changes): sendChanges(changes, of: BusInterface.root, on: connection)
      case .detailsChanged(let changes): sendChanges(changes, of: BusInterface.details, on: connection)
      case .seeked(let position):
        g_dbus_connection_emit_signal(
          connection, nil, BusInterface.path, BusInterface.player, "Seeked",
          BusVariant.tuple([g_variant_new_int64(gint64(position))]), nil)
      }
    }
  }

  /// Sends the signal for changed properties of an interface.
  private func sendChanges(_ changes: [String: BusValue], of interface: String, on connection: OpaquePointer) {
    g_dbus_connection_emit_signal(
      connection, nil, BusInterface.path, "org.freedesktop.DBus.Properties", "PropertiesChanged",
      BusVariant.tuple([g_variant_new_string(interface), BusVariant.make(.map(changes)), BusVariant.texts([])]), nil)
  }

  // MARK: Incoming calls

  /// The value of a property as a floating reference; nil for an unknown one. On the bus thread.
  private func property(_ interface: String, _ name: String) -> OpaquePointer? {
    let values =
      switch interface {
      case BusInterface.root: BusInterface.rootProperties(of: publisher.program)
      case BusInterface.details: publisher.details
      default: publisher.properties
      }
    // The defaults of unset properties: no repeat and no shuffle.
    let value = values[name] ?? (name == "LoopStatus" ? .text("None") : name == "Shuffle" ? .flag(false) : nil)
    return value.flatMap { BusVariant.make($0) }
  }

  /// Changes a property, which is a call to the program on the main queue. Returns the error message for a property
  /// that cannot be changed or a value that it cannot have.
  private func set(_ name: String, _ value: OpaquePointer?) -> String? {
    guard let value else { return "The value of \(name) is missing." }
    let call: RemoteCall
    switch name {
    case "Rate": call = .rate(g_variant_get_double(value))
    case "Volume": call = .volume(g_variant_get_double(value))
    case "LoopStatus":
      let status = BusVariant.string(value) ?? ""
      guard PlayerProperties.repeatType(status) != nil else { return "LoopStatus is None, Track or Playlist." }
      call = .loop(status)
    case "Shuffle": call = .shuffle(g_variant_get_boolean(value) != 0)
    case "Fullscreen": call = .fullScreen(g_variant_get_boolean(value) != 0)
    default: return "\(name) cannot be changed."
    }
    DispatchQueue.main.async { MainActor.assumeIsolated { _ = call.perform() } }
    return nil
  }

  /// Carries out a method on the main queue and replies with its result. Unknown methods result in a D-Bus error.
  private func call(_ interface: String, _ method: String, _ arguments: OpaquePointer?, _ invocation: OpaquePointer?) {
    guard let call = RemoteCall(method: method, arguments) else {
      return g_dbus_method_invocation_return_dbus_error(
        invocation, "org.freedesktop.DBus.Error.UnknownMethod", "There is no \(interface).\(method).")
    }
    let pending = PendingInvocation(raw: invocation)
    DispatchQueue.main.async {
      let status = MainActor.assumeIsolated { call.perform() }
      if status == .success { return g_dbus_method_invocation_return_value(pending.raw, nil) }
      g_dbus_method_invocation_return_dbus_error(
        pending.raw, "org.freedesktop.DBus.Error.Failed", "The player cannot do that now (\(status.rawValue)).")
    }
  }

  // MARK: Helpers

  /// A method call without a reply yet.
  ///
  /// Sendable: GDBus allows any thread to reply to an invocation once, and the bus thread does not use it after passing
  /// it on.
  private struct PendingInvocation: @unchecked Sendable {
    /// A `GDBusMethodInvocation`. The reply releases it.
    let raw: OpaquePointer?
  }

  /// The service behind the user data of a GLib callback.
  private static func from(_ data: gpointer?) -> BusService {
    // GLib passes back the pointer that it was given while the thread runs, which retains the service.
    Unmanaged<BusService>.fromOpaque(data.unsafelyUnwrapped).takeUnretainedValue()
  }

  /// Calls `body` on the bus thread. The service is retained until then.
  private func invoke(_ body: @escaping @Sendable (BusService) -> Void) {
    final class Work {
      let service: BusService
      let body: @Sendable (BusService) -> Void
      init(_ service: BusService, _ body: @escaping @Sendable (BusService) -> Void) {
        (self.service, self.body) = (service, body)
      }
    }
    g_main_context_invoke_full(
      context, G_PRIORITY_DEFAULT,
      { data in
        guard let data else { return 0 }
        let work = Unmanaged<Work>.fromOpaque(data).takeUnretainedValue()
        work.body(work.service)
        return 0
      }, Unmanaged.passRetained(Work(self, body)).toOpaque(),
      { data in data.map { Unmanaged<AnyObject>.fromOpaque($0).release() } })
  }

  /// `org.mpris.MediaPlayer2.` and the program's name, reduced to the characters that a bus name permits.
  private var busName: String {
    let name = (publisher.program.busName ?? ProcessInfo.processInfo.processName).map { character -> Character in
      character.isASCII && (character.isLetter || character.isNumber || character == "_") ? character : "_"
    }
    let text = String(name)
    return "org.mpris.MediaPlayer2.\(text.first?.isNumber ?? true ? "_" + text : text)"
  }
}

extension RemoteCall {
  /// A method of the interfaces with its arguments; nil if there is no such method.
  init?(method: String, _ arguments: OpaquePointer?) {
    func seconds(_ index: Int) -> Double {
      BusVariant.member(index, of: arguments) { Double(g_variant_get_int64($0)) / 1e6 } ?? 0
    }
    func text(_ index: Int) -> String { BusVariant.member(index, of: arguments, BusVariant.string) ?? "" }
    func flag(_ index: Int) -> Bool {
      BusVariant.member(index, of: arguments) { g_variant_get_boolean($0) != 0 } ?? false
    }
    switch method {
    case "Play": self = .play
    case "Pause": self = .pause
    case "PlayPause": self = .playPause
    case "Stop": self = .stop
    case "Next": self = .next
    case "Previous": self = .previous
    case "Seek": self = .seek(seconds(0))
    case "SetPosition":
      self = .setPosition(seconds(1), path: BusVariant.member(0, of: arguments, BusVariant.string) ?? "")
    case "OpenUri": self = .open(BusVariant.member(0, of: arguments, BusVariant.string) ?? "")
    case "SendFeedback": self = .feedback(text(0), isNegative: flag(1))
    case "Rate": self = .rating(BusVariant.member(0, of: arguments) { g_variant_get_double($0) } ?? .nan)
    case "BeginSeeking": self = .fastPlayback(isForward: flag(0), .beginSeeking)
    case "EndSeeking": self = .fastPlayback(isForward: flag(0), .endSeeking)
    case "EnableLanguageOption": self = .language(text(0), isEnabled: true, isPermanent: flag(1))
    case "DisableLanguageOption": self = .language(text(0), isEnabled: false, isPermanent: flag(1))
    case "Raise": self = .raise
    case "Quit": self = .quit
    default: return nil
    }
  }
}
