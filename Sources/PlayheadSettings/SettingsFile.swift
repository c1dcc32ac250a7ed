import Foundation
import PlayheadNetworking

/// The file of the user's settings. Any thread; programs read it when they start, and write it after each change.
package struct SettingsFile: Sendable {
  /// The location of the file; its folder may not exist yet.
  package let url: URL

  /// The largest file that is read, in bytes.
  private static let sizeLimit = 1 << 20

  /// Creates the description of a file without access to it.
  package init(url: URL) { self.url = url }

  /// The location for settings according to the XDG base directory specification.
  package static func standard(environment: [String: String] = ProcessInfo.processInfo.environment) -> SettingsFile {
    let home = environment["HOME"] ?? NSHomeDirectory()
    let folder = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home + "/.config"
    return SettingsFile(url: URL(fileURLWithPath: folder).appendingPathComponent("playhead/settings.ini"))
  }

  /// Reads the settings; the default ones if the file is missing, too large or not text.
  package func read() -> PlayerSettings { PlayerSettings(lines) }

  /// Writes the settings, and leaves everything else in the file as it is.
  ///
  /// - Throws: `PrivateFile.Failure`, if the file cannot be written.
  package func write(_ settings: PlayerSettings) throws(PrivateFile.Failure) {
    var lines = lines
    settings.write(to: &lines)
    try PrivateFile.write(Data(lines.text.utf8), to: url)
  }

  /// The lines of the file; none if it cannot be read.
  private var lines: SettingsLines {
    guard let file = try? FileHandle(forReadingFrom: url), let data = try? file.read(upToCount: Self.sizeLimit + 1),
      data.count <= Self.sizeLimit, let text = String(data: data, encoding: .utf8)
    else { return SettingsLines("") }
    return SettingsLines(text)
  }
}
