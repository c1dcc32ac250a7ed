import Foundation

/// The session bus.
package enum DesktopBus {
  /// Whether a session bus is available. Without this check GLib would start one, which takes longer than opening a
  /// file, and which no other process uses.
  package static let isAvailable = isAvailable(environment: ProcessInfo.processInfo.environment) {
    FileManager.default.fileExists(atPath: $0)
  }

  /// The address that disables the session bus.
  package static let none = "disabled:"

  /// Whether an environment has a session bus: an address that is not disabled, or the default socket.
  ///
  /// - Parameter fileExists: Whether a socket exists at a path.
  static func isAvailable(environment: [String: String], fileExists: (String) -> Bool) -> Bool {
    if let address = environment["DBUS_SESSION_BUS_ADDRESS"] {
      return address != none
        && address.split(separator: ";").contains { entry in
          guard entry.hasPrefix("unix:path=") else { return true }
          // A missing socket is left over from a bus that has exited.
          return fileExists(String(entry.dropFirst("unix:path=".count).prefix { $0 != "," }))
        }
    }
    return environment["XDG_RUNTIME_DIR"].map { fileExists($0 + "/bus") } ?? false
  }
}
