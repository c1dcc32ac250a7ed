import CPlayheadGTK
import Foundation

/// A headless Wayland compositor, black except for the windows. Its output is inspected through its own screenshots.
final class Compositor {
  private let process = Process()
  private let folder: URL

  static let isInstalled = ["weston", "weston-screenshooter"].allSatisfy { path(of: $0) != nil }

  private static func path(of program: String) -> String? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map { "\($0)/\(program)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  init?() throws {
    guard let program = Self.path(of: "weston") else { return nil }
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("playhead-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    process.executableURL = URL(fileURLWithPath: program)
    let settings = folder.appendingPathComponent("weston.ini")
    try Data("[shell]\nbackground-color=0xff000000\npanel-position=none\nlocking=false\nanimation=none\n".utf8)
      .write(to: settings)
    process.arguments = [
      "--backend=headless-backend.so", "--use-pixman", "--width=1280", "--height=800", "--idle-time=0", "--debug",
      "--socket=screen", "--config=\(settings.path)",
    ]
    process.environment = environment
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    let deadline = Date().addingTimeInterval(20)
    while !FileManager.default.fileExists(atPath: folder.appendingPathComponent("screen").path) {
      guard process.isRunning, Date() < deadline else { return nil }
      usleep(20_000)
    }
  }

  deinit {
    process.terminate()
    process.waitUntilExit()
    try? FileManager.default.removeItem(at: folder)
  }

  /// The environment with which a program appears here.
  var environment: [String: String] {
    var result = ProcessInfo.processInfo.environment
    result["DISPLAY"] = nil
    result["XDG_RUNTIME_DIR"] = folder.path
    result["WAYLAND_DISPLAY"] = "screen"
    result["GDK_BACKEND"] = "wayland"
    return result
  }

  /// The current screen contents; nil if they could not be captured.
  func look() throws -> Shot? {
    guard let program = Self.path(of: "weston-screenshooter") else { return nil }
    let shooter = Process()
    shooter.executableURL = URL(fileURLWithPath: program)
    shooter.environment = environment
    shooter.currentDirectoryURL = folder
    shooter.standardError = FileHandle.nullDevice
    try shooter.run()
    shooter.waitUntilExit()
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) where name.hasSuffix(".png") {
      let file = folder.appendingPathComponent(name)
      defer { try? FileManager.default.removeItem(at: file) }
      return Shot(file)
    }
    return nil
  }

  /// A screenshot.
  struct Shot {
    private let pixels: [UInt32]
    private let width: Int

    fileprivate init?(_ file: URL) {
      guard let texture = gdk_texture_new_from_filename(file.path, nil) else { return nil }
      defer { g_object_unref(UnsafeMutableRawPointer(texture)) }
      width = Int(gdk_texture_get_width(texture))
      let height = Int(gdk_texture_get_height(texture))
      var pixels = [UInt32](repeating: 0, count: width * height)
      let stride = width * 4
      pixels.withUnsafeMutableBytes {
        gdk_texture_download(texture, $0.baseAddress?.assumingMemoryBound(to: UInt8.self), gsize(stride))
      }
      self.pixels = pixels
    }

    /// Brightness of the brightest pixel, 0 to 255.
    var brightest: Int { pixels.reduce(0) { max($0, Int($1 >> 8 & 255)) } }

    /// Whether a bar covers the lower edge of the video, whose first block is the first bright pixel of the screen:
    /// below its labels the bar is nearly opaque.
    func hasBar(underFrameOfSize size: (width: Int, height: Int)) -> Bool {
      guard let corner = pixels.firstIndex(where: { $0 >> 8 & 255 > 200 }) else { return false }
      let (left, row) = (corner % width, corner / width + size.height - 15)
      guard left + size.width <= width, (row + 1) * width <= pixels.count else { return false }
      return (40..<size.width - 40).allSatisfy { brightness(left + $0, row) < 70 }
    }

    /// Brightness, 0 to 255, of a pixel: of all its components, since neighbors of a block reach into it.
    func brightness(_ x: Int, _ y: Int) -> Int {
      let pixel = Int(pixels[y * width + x])
      return ((pixel >> 16 & 255) * 299 + (pixel >> 8 & 255) * 587 + (pixel & 255) * 114) / 1000
    }

    /// The number that the test clips carry in their top edge, drawn `width` pixels wide; see `Screen`. The first block
    /// is white, so that the first bright pixel of the screen is the corner of the video, wherever the compositor
    /// placed the window.
    func number(inFrameOfWidth frameWidth: Int) -> Int? {
      let block = frameWidth / 60
      guard let corner = pixels.firstIndex(where: { $0 >> 8 & 255 > 200 }) else { return nil }
      let (left, top) = (corner % width, corner / width)
      guard left + frameWidth <= width, (top + block) * width <= pixels.count else { return nil }
      let digits = (0..<18).map { brightness(left + $0 * block + block / 2, top + block / 2) }
      guard digits.allSatisfy({ $0 < 80 || $0 > 175 }), digits[0] > 175, digits[1] < 80 else { return nil }
      return digits.dropFirst(2).reduce(0) { $0 * 2 + ($1 > 175 ? 1 : 0) }
    }
  }
}
