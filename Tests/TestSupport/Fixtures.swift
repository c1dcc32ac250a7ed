import Foundation

/// The media that `Scripts/fixtures` makes.
public enum Fixtures {
  /// A fixture that does not exist.
  public struct Missing: Error, CustomStringConvertible {
    public let path: String
    public var description: String { "\(path) is not there: `make fixtures` makes it" }
  }

  /// The folder of the package.
  public static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private static let folder =
    ProcessInfo.processInfo.environment["PLAYHEAD_FIXTURES"].map { URL(fileURLWithPath: $0) }
    ?? package.appendingPathComponent("Fixtures")

  /// The URL of a fixture; throws if it does not exist.
  public static func url(_ name: String) throws -> URL {
    let url = folder.appendingPathComponent(name)
    guard FileManager.default.fileExists(atPath: url.path) else { throw Missing(path: url.path) }
    return url
  }

  /// The row of one clip in `Scripts/fixtures.d/expected.tsv`.
  public struct Expected: Sendable, CustomStringConvertible {
    /// The file name.
    public var name: String
    /// The video codec; nil without video.
    public var videoCodec: String?
    /// The number of video frames.
    public var expectedFrameCount: Int
    /// The number in the first frame.
    public var firstNumber: Int
    /// The first frame's time in the container.
    public var start: Double
    /// The audio codec; nil without audio.
    public var audioCodec: String?
    /// The duration of the audio in seconds.
    public var audioSeconds: Double
    /// The time of second zero of the audio, on the same clock as `start`.
    public var audioStart: Double?
    /// The state of the file: whole, damaged, broken-off, refused or encrypted.
    public var state: String
    public var description: String { name }
  }

  /// The rows of all clips.
  public static let expected: [Expected] = {
    let table = package.appendingPathComponent("Scripts/fixtures.d/expected.tsv")
    let text = (try? String(contentsOf: table, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      return Expected(
        name: cells[0], videoCodec: cells[1] == "-" ? nil : cells[1], expectedFrameCount: Int(cells[2]) ?? 0,
        firstNumber: Int(cells[3]) ?? 0, start: Double(cells[4]) ?? 0, audioCodec: cells[5] == "-" ? nil : cells[5],
        audioSeconds: Double(cells[6]) ?? 0, audioStart: Double(cells[7]), state: cells[8])
    }
  }()

  /// The row of one clip.
  public static func expected(_ name: String) throws -> Expected {
    guard let found = expected.first(where: { $0.name == name }) else { throw Missing(path: name) }
    return found
  }
}

/// A folder that is removed with its owner.
public final class TemporaryFolder {
  /// The folder.
  public let url: URL

  /// Creates the folder.
  public init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("playhead-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// Writes a file into the folder.
  public func file(_ name: String, _ data: Data) throws -> URL {
    let file = url.appendingPathComponent(name)
    try data.write(to: file)
    return file
  }

  /// A named pipe without a writer.
  public func pipe(_ name: String) throws -> URL {
    let file = url.appendingPathComponent(name)
    guard mkfifo(file.path, 0o600) == 0 else { throw CocoaError(.fileWriteUnknown) }
    return file
  }
}
