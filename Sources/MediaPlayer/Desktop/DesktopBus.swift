import Foundation

/// The bus of the user's session.
package enum DesktopBus {
  /// Whether there is one to speak on. Without this question GLib would start one, which takes longer than a film takes to begin,
  /// and which nobody listens to.
  package static let isThere = isThere(environment: ProcessInfo.processInfo.environment) {
    FileManager.default.fileExists(atPath: $0)
  }

  /// The address that says that there is none.
  package static let none = "disabled:"

  static func isThere(environment: [String: String], fileExists: (String) -> Bool) -> Bool {
    if let address = environment["DBUS_SESSION_BUS_ADDRESS"] {
      return address != none
        && address.split(separator: ";").contains { way in
          guard way.hasPrefix("unix:path=") else { return true }
          // A socket that is gone was somebody's who has left.
          return fileExists(String(way.dropFirst("unix:path=".count).prefix { $0 != "," }))
        }
    }
    return environment["XDG_RUNTIME_DIR"].map { fileExists($0 + "/bus") } ?? false
  }
}
