import Foundation

/// A PulseAudio server of one test, in a folder of its own, with a null sink as its only device.
public final class PrivatePulse {
  /// Whether the server and its tools are installed.
  public static let isInstalled = ["pulseaudio", "pactl", "pacat"].allSatisfy {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)")
  }

  /// The address for clients, as in `PULSE_SERVER`.
  public let address: String
  private let folder: URL

  /// Starts a server.
  ///
  /// - Parameter sink: Arguments of `module-null-sink`, in addition to the name.
  public init(sink: String = "") throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("playhead-pulse-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let socket = folder.appendingPathComponent("native").path
    address = "unix:\(socket)"
    // A daemon: Foundation takes a child that closes the descriptors it inherited for an ended one, and waits for it on
    // the thread that observes all children.
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/pulseaudio")
    process.arguments = [
      "-n", "--daemonize=yes", "--exit-idle-time=60", "--use-pid-file=no", "--disable-shm=yes", "-L",
      "module-null-sink sink_name=playhead \(sink)", "-L",
      "module-native-protocol-unix auth-anonymous=1 socket=\(socket)",
    ]
    process.environment = [
      "HOME": folder.path, "XDG_RUNTIME_DIR": folder.path, "PATH": "/usr/bin:/bin", "DBUS_SESSION_BUS_ADDRESS": "none:",
    ]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
  }

  /// Runs pactl, again until the server answers.
  public func control(_ arguments: String...) {
    for _ in 0..<1_000 {
      if run("pactl", arguments) == 0 { return }
      usleep(20_000)
    }
  }

  /// Waits until the server answers.
  public func waitUntilReady() { control("list", "short", "sinks") }

  /// The output of pactl.
  public func output(_ arguments: String...) -> String {
    let (process, pipe) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: "/usr/bin/pactl")
    process.arguments = ["--server=\(address)"] + arguments
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return "" }
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }

  /// Plays silence until the process ends.
  public func play(role: String) throws -> Process {
    try start(["--raw", "--property=media.role=\(role)", "/dev/zero"])
  }

  /// Records what the sink plays to a file, as interleaved 32-bit floating point numbers, until the process ends.
  public func record(to file: URL, rate: Int, channelMap: String) throws -> Process {
    let count = channelMap.split(separator: ",").count
    return try start([
      "--record", "--raw", "--device=playhead.monitor", "--format=float32le", "--rate=\(rate)", "--channels=\(count)",
      "--channel-map=\(channelMap)", file.path,
    ])
  }

  /// Ends the server.
  public func stop() {
    _ = run("pactl", ["exit"])
    try? FileManager.default.removeItem(at: folder)
  }

  private func start(_ arguments: [String]) throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/pacat")
    process.arguments = ["--server=\(address)"] + arguments
    process.standardError = FileHandle.nullDevice
    try process.run()
    return process
  }

  private func run(_ name: String, _ arguments: [String]) -> Int32 {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/\(name)")
    process.arguments = ["--server=\(address)"] + arguments
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return -1 }
    process.waitUntilExit()
    return process.terminationStatus
  }
}
