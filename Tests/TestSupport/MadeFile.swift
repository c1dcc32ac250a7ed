import Foundation

/// Media files that a test makes with the ffmpeg command.
public enum MadeFile {
  public static let hasFFmpeg: Bool = executable != nil

  private static let executable = ["/usr/bin/ffmpeg", "/usr/local/bin/ffmpeg"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// A new folder of its own for the files of one test.
  public static func folder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("playhead-made-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  /// Runs ffmpeg with arguments, the last of which is the name of a file in `folder`, and returns that file.
  @discardableResult
  public static func ffmpeg(_ arguments: String, in folder: URL) throws -> URL {
    let process = Process()
    process.executableURL = executable.map { URL(fileURLWithPath: $0) }
    process.currentDirectoryURL = folder
    let words = arguments.split(separator: " ").map(String.init)
    process.arguments = ["-nostdin", "-v", "error", "-y"] + words
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0, let name = words.last else { throw CocoaError(.fileWriteUnknown) }
    return folder.appendingPathComponent(name)
  }
}
