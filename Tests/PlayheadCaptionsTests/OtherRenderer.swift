import Foundation

/// FFmpeg's filter `ass`: the other renderer.
enum OtherRenderer {
  static let isThere: Bool = {
    guard let text = try? output(["-hide_banner", "-filters"]) else { return false }
    return String(decoding: text, as: UTF8.self).contains(" ass ")
  }()

  /// Renders a script at a time over gray.
  static func rendered(
    _ script: String, at seconds: Double, width: Int, height: Int, gray: UInt8
  ) throws -> RenderedCaptions {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("script.ass")
    try Data(script.utf8).write(to: file)
    let color = String(format: "0x%02x%02x%02x", gray, gray, gray)
    let bytes = try output([
      "-v", "error", "-f", "lavfi", "-i", "color=c=\(color):s=\(width)x\(height):r=100:d=0.01", "-vf",
      "format=rgb24,setpts=PTS+\(seconds)/TB,ass=\(file.path)", "-frames:v", "1", "-f", "rawvideo", "-pix_fmt", "rgb24",
      "-",
    ])
    var rendered = RenderedCaptions(width: width, height: height, gray: gray)
    guard bytes.count == rendered.pixels.count else { throw CocoaError(.fileReadCorruptFile) }
    rendered.pixels = Array(bytes)
    return rendered
  }

  static func output(_ arguments: [String]) throws -> Data {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["ffmpeg", "-nostdin"] + arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return data
  }
}
