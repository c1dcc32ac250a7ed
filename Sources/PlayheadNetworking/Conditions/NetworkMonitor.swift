import CPlayheadBus
import Synchronization

/// The condition of the network according to NetworkManager, or to GLib's network monitor where NetworkManager does not
/// run or cannot be reached, as in a sandbox. Without both the network has no restrictions.
///
/// An answer is valid for some seconds: a change takes effect with the next request after that.
package final class NetworkMonitor: NetworkConditionSource {
  /// The monitor of the system's bus.
  package static let shared = NetworkMonitor()

  /// The last answer.
  private struct State: Sendable {
    /// Nil before the first query.
    var answer: NetworkCondition?
    /// When `answer` must be asked for again.
    var expiry = ContinuousClock.now
    var bus: SystemBus?
  }

  /// The address of a bus with NetworkManager; nil for the system's.
  private let address: String?
  /// How long an answer is valid.
  private let validity: Duration
  /// The state, locked during a query: threads that ask at the same time wait for one answer.
  private let state = Mutex(State())

  /// Creates a monitor, which connects with the first query.
  package init(address: String? = nil, validity: Duration = .seconds(5)) {
    self.address = address
    self.validity = validity
  }

  package func condition() -> NetworkCondition {
    state.withLock { state in
      let now = ContinuousClock.now
      if let answer = state.answer, now < state.expiry { return answer }
      if state.bus == nil { state.bus = SystemBus(address: address) }
      let found = state.bus?.networkManager()
      let answer = found ?? (address == nil ? state.bus?.networkMonitor() : nil) ?? NetworkCondition()
      // A bus that does not answer in time is not asked again soon.
      state.expiry = ContinuousClock.now + (found == nil ? validity * 6 : validity)
      state.answer = answer
      return answer
    }
  }
}

/// A connection to a message bus.
private final class SystemBus: @unchecked Sendable {
  // Sendable: used under the monitor's lock only.
  private let functions: PlayheadBusFunctions
  private let address: String?
  /// Nil while there is no connection.
  private var connection: UnsafeMutableRawPointer?

  /// Nil without GIO.
  init?(address: String?) {
    var functions = PlayheadBusFunctions()
    guard playhead_bus_load(&functions) else { return nil }
    self.functions = functions
    self.address = address
  }

  deinit { if let connection { functions.free_object(connection) } }

  /// The condition that NetworkManager reports; nil without it.
  func networkManager() -> NetworkCondition? {
    guard let connection = connected() else { return nil }
    var children = [functions.new_text("org.freedesktop.NetworkManager")]
    let parameters = functions.new_tuple(&children, 1)
    var error: UnsafeMutableRawPointer?
    let reply = functions.call(
      connection, "org.freedesktop.NetworkManager", "/org/freedesktop/NetworkManager",
      "org.freedesktop.DBus.Properties", "GetAll", parameters, nil, Int32(playhead_bus_no_start), Self.timeout, nil,
      &error)
    if let error { functions.free_error(error) }
    guard let reply else { return nil }
    defer { functions.free_variant(reply) }
    guard let properties = functions.child(reply, 0) else { return nil }
    defer { functions.free_variant(properties) }
    return condition(properties)
  }
  /// Milliseconds to wait for an answer.
  private static let timeout: Int32 = 500

  /// The condition in NetworkManager's properties, a dictionary of names and values.
  private func condition(_ properties: UnsafeMutableRawPointer) -> NetworkCondition {
    var condition = NetworkCondition()
    if let value = value("Metered", "u", in: properties) {
      // NMMetered: 1 is the user's own statement, 3 NetworkManager's guess.
      let metered = functions.number(value)
      condition.isConstrained = metered == 1
      condition.isExpensive = metered == 1 || metered == 3
      functions.free_variant(value)
    }
    if let value = value("PrimaryConnectionType", "s", in: properties) {
      let type = functions.text(value, nil).map { String(cString: $0) }
      condition.isCellular = type == "gsm" || type == "cdma"
      functions.free_variant(value)
    }
    return condition
  }

  /// A value of a type, to release; nil if it is missing or has another type.
  private func value(
    _ name: String, _ type: String, in properties: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer? {
    type.withCString { functions.lookup(properties, name, $0) }
  }

  /// The condition that GLib's monitor reports; of a mobile modem it knows nothing.
  func networkMonitor() -> NetworkCondition? {
    guard let monitor = functions.monitor() else { return nil }
    var condition = NetworkCondition()
    condition.isExpensive = functions.is_metered(monitor) != 0
    return condition
  }

  /// The connection, made again after it was lost; nil without a bus.
  private func connected() -> UnsafeMutableRawPointer? {
    if let connection, functions.is_closed(connection) == 0 { return connection }
    if let connection { functions.free_object(connection) }
    var error: UnsafeMutableRawPointer?
    connection =
      if let address {
        functions.connect(address, Int32(playhead_bus_client), nil, nil, &error)
      } else {
        functions.system_bus(Int32(playhead_bus_system), nil, &error)
      }
    if let error { functions.free_error(error) }
    // Otherwise GIO ends the program when the bus goes away.
    if let connection { functions.set_exit(connection, 0) }
    return connection
  }
}
