import Foundation

/// What ffprobe says of a file.
enum Probe {
  /// Whether ffprobe is installed.
  static let isInstalled = FileManager.default.isExecutableFile(atPath: program)

  private static let program = "/usr/bin/ffprobe"

  /// The lines that ffprobe writes with arguments, as comma-separated values without the names of sections.
  static func lines(_ file: String, _ arguments: String) throws -> [String] {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments =
      ["-v", "error", "-of", "csv=p=0"] + arguments.split(separator: " ").map(String.init) + [file]
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw CocoaError(.fileReadCorruptFile) }
    return text.split(separator: "\n").map(String.init)
  }

  /// The values of one entry of all streams or frames.
  static func values(_ file: URL, _ arguments: String) throws -> [Double] {
    try lines(file.path, arguments).compactMap { $0.split(separator: ",").first.flatMap { Double($0) } }
  }
}
