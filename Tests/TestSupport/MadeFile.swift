import Foundation

/// Media files that a test makes with the ffmpeg command.
public enum MadeFile {
  /// Whether ffmpeg is installed.
  public static let hasFFmpeg: Bool = executable != nil

  private static let executable = ["/usr/bin/ffmpeg", "/usr/local/bin/ffmpeg"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// A new folder for the files of one test.
  public static func folder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("playhead-made-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  /// Runs ffmpeg with arguments, the last of which is the name of a file in `folder`, and returns that file.
  @discardableResult
  public static func ffmpeg(_ arguments: String, in folder: URL) throws -> URL {
    try ffmpeg(arguments.split(separator: " ").map(String.init), in: folder)
  }

  /// Runs ffmpeg with arguments that may contain spaces.
  @discardableResult
  public static func ffmpeg(_ words: [String], in folder: URL) throws -> URL {
    let process = Process()
    process.executableURL = executable.map { URL(fileURLWithPath: $0) }
    process.currentDirectoryURL = folder
    process.arguments = ["-nostdin", "-v", "error", "-y"] + words
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0, let name = words.last else { throw CocoaError(.fileWriteUnknown) }
    return folder.appendingPathComponent(name)
  }

  /// A file whose header names a content encoding of the type encryption, with a key's identifier (RFC 9559
  /// §5.1.4.1.31.8).
  public static func encryptedMatroska(in folder: URL) throws -> URL {
    let name = String(repeating: "x", count: 40)
    let file = try ffmpeg(
      "-f lavfi -i testsrc=d=1:r=10:s=64x48 -c:v libvpx -deadline realtime -metadata:s:v:0 title=\(name) film.mkv",
      in: folder)
    func element(_ id: [UInt8], _ content: [UInt8]) -> [UInt8] { id + [0x80 | UInt8(content.count)] + content }
    let encryption = element([0x50, 0x35], element([0x47, 0xE1], [5]) + element([0x47, 0xE2], [1, 2, 3, 4]))
    let all = element([0x6D, 0x80], element([0x62, 0x40], element([0x50, 0x33], [1]) + encryption))
    // Replaces the track's name (0x536E); the rest becomes a void element.
    let rest = 43 - all.count
    let new = all + [0xEC, 0x80 | UInt8(rest - 2)] + [UInt8](repeating: 0, count: rest - 2)
    var data = try Data(contentsOf: file)
    guard let found = data.range(of: Data([0x53, 0x6E, 0xA8, 0x78])) else { throw CocoaError(.fileReadCorruptFile) }
    data.replaceSubrange(found.lowerBound..<found.lowerBound + new.count, with: new)
    try data.write(to: file)
    return file
  }
}
