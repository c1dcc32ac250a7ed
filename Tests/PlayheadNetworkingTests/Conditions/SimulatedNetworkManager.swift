import CPlayheadGIO
import Foundation
import Synchronization

/// A private message bus with a service that answers as NetworkManager does.
final class SimulatedNetworkManager: @unchecked Sendable {
  // Sendable: the properties are behind the lock, everything else is constant.

  /// The address of the bus.
  let address: String
  private let daemon: Process
  private let connection: OpaquePointer
  private let properties = Mutex<(metered: UInt32, type: String)>((0, ""))
  private let count = Mutex(0)

  /// How many times the properties were asked for.
  var queries: Int { count.withLock { $0 } }

  /// Nil without a message bus on this machine.
  init?() {
    let daemon = Process()
    daemon.executableURL = URL(fileURLWithPath: "/usr/bin/dbus-daemon")
    daemon.arguments = ["--session", "--nofork", "--print-address"]
    let output = Pipe()
    daemon.standardOutput = output
    daemon.standardError = FileHandle.nullDevice
    guard (try? daemon.run()) != nil else { return nil }
    address = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
    self.daemon = daemon
    let flags = GDBusConnectionFlags(
      G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue
        | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue)
    guard let connection = g_dbus_connection_new_for_address_sync(address, flags, nil, nil, nil) else { return nil }
    g_dbus_connection_set_exit_on_close(connection, 0)
    self.connection = connection
    answerCalls()
    call("RequestName", "org.freedesktop.NetworkManager")
  }

  deinit { stop() }

  /// Ends the bus.
  func stop() { if daemon.isRunning { kill(daemon.processIdentifier, SIGKILL) } }

  /// Sets the properties: `NMMetered`, and the type of the primary connection.
  func set(metered: UInt32, type: String = "802-11-wireless") { properties.withLock { $0 = (metered, type) } }

  /// Answers calls of `GetAll` on the connection's own thread.
  private func answerCalls() {
    g_dbus_connection_add_filter(
      connection,
      { connection, message, isIncoming, data in
        guard let message, isIncoming != 0, let data, let member = g_dbus_message_get_member(message),
          String(cString: member) == "GetAll", let reply = g_dbus_message_new_method_reply(message)
        else { return message }
        let service = Unmanaged<SimulatedNetworkManager>.fromOpaque(data).takeUnretainedValue()
        g_dbus_message_set_body(reply, service.answer())
        g_dbus_connection_send_message(connection, reply, G_DBUS_SEND_MESSAGE_FLAGS_NONE, nil, nil)
        g_object_unref(UnsafeMutableRawPointer(reply))
        g_object_unref(UnsafeMutableRawPointer(message))
        return nil
      }, Unmanaged.passUnretained(self).toOpaque(), nil)
  }

  /// The properties as the reply of `GetAll`.
  private func answer() -> OpaquePointer? {
    count.withLock { $0 += 1 }
    let (metered, type) = properties.withLock { $0 }
    let text = "({'Metered': <uint32 \(metered)>, 'PrimaryConnectionType': <'\(type)'>, 'Version': <'1.42'>},)"
    return g_variant_parse(nil, text, nil, nil, nil)
  }

  /// Calls a method of the bus with a name.
  private func call(_ method: String, _ name: String) {
    let parameters = g_variant_parse(nil, "('\(name)', uint32 0)", nil, nil, nil)
    let reply = g_dbus_connection_call_sync(
      connection, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", method, parameters, nil,
      G_DBUS_CALL_FLAGS_NONE, 5000, nil, nil)
    if let reply { g_variant_unref(reply) }
  }
}
