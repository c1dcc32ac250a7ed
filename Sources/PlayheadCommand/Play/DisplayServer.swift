import Glibc

/// Detects a display server by connecting to its socket, without loading a toolkit.
enum DisplayServer {
  /// Whether a display is available. An environment variable can outlive its display, as in a terminal multiplexer
  /// started within a desktop session.
  static func isAvailable(_ environment: [String: String], answers: (String) -> Bool = DisplayServer.answers) -> Bool {
    if let path = waylandSocket(environment), answers(path) { return true }
    guard let display = environment["DISPLAY"], !display.isEmpty else { return false }
    // A display on another machine is reached through the network, which can take long: the window program will detect
    // it.
    guard let path = x11Socket(display) else { return true }
    return answers(path) || answers("@" + path)
  }

  /// The socket of the Wayland compositor: an absolute path, or a name in the runtime folder. nil if the variables are
  /// not set.
  static func waylandSocket(_ environment: [String: String]) -> String? {
    guard let name = environment["WAYLAND_DISPLAY"], !name.isEmpty else { return nil }
    if name.hasPrefix("/") { return name }
    return environment["XDG_RUNTIME_DIR"].map { "\($0)/\(name)" }
  }

  /// The socket of a local display: `:0`, `:0.1`, `unix:0`. nil for `host:0`.
  static func x11Socket(_ display: String) -> String? {
    guard let colon = display.lastIndex(of: ":"), ["", "unix"].contains(display[..<colon]) else { return nil }
    let number = display[display.index(after: colon)...].prefix { $0.isNumber }
    return number.isEmpty ? nil : "/tmp/.X11-unix/X\(number)"
  }

  /// Whether a server accepts connections at a socket; `@` marks an abstract name.
  private static func answers(_ path: String) -> Bool {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let name = path.hasPrefix("@") ? [0] + Array(path.utf8.dropFirst()) : Array(path.utf8)
    guard name.count < MemoryLayout.size(ofValue: address.sun_path) else { return false }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    // An abstract name has the length of its address; a path ends with a zero.
    let length = MemoryLayout<sa_family_t>.size + name.count + (path.hasPrefix("@") ? 0 : 1)
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, socklen_t(length)) == 0 }
    }
  }
}
