import Foundation

/// A virtual screen (Xvfb). It exits by itself with its last client.
final class VirtualScreen {
  private let server = Process()
  private let number: String

  static let isInstalled = ["Xvfb", "xdotool"].allSatisfy { name in
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
  }

  /// nil if the server does not start. It chooses a free display number and reports it when it is ready.
  init?() throws {
    let output = Pipe()
    server.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    server.arguments = ["Xvfb", "-displayfd", "1", "-screen", "0", "1280x800x24", "-nolisten", "tcp", "-terminate"]
    server.standardOutput = output
    server.standardError = FileHandle.nullDevice
    try server.run()
    var text = ""
    while !text.hasSuffix("\n"), let byte = try output.fileHandleForReading.read(upToCount: 1), !byte.isEmpty {
      text += String(decoding: byte, as: UTF8.self)
    }
    number = text.trimmingCharacters(in: .newlines)
    if number.isEmpty { return nil }
  }

  deinit {
    // It still runs if no client ever connected.
    if server.isRunning { kill(server.processIdentifier, SIGKILL) }
    server.waitUntilExit()
  }

  var environment: [String: String] {
    [
      "DISPLAY": ":\(number)", "GDK_BACKEND": "x11", "GSK_RENDERER": "cairo", "GTK_A11Y": "none",
      "DBUS_SESSION_BUS_ADDRESS": "",
    ]
  }

  /// Waits until a window appears, and clicks into it.
  func click(_ x: Int, _ y: Int, inWindow title: String) throws {
    let pointerTool = Process()
    pointerTool.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    pointerTool.arguments =
      ["xdotool", "search", "--sync", "--onlyvisible", "--name", "^\(title)$"]
      + ["mousemove", "--window", "%1", "\(x)", "\(y)", "click", "1"]
    pointerTool.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    pointerTool.standardOutput = FileHandle.nullDevice
    try pointerTool.run()
    pointerTool.waitUntilExit()
  }
}
