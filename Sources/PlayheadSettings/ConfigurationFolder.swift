import Foundation

/// The folder of the user's configuration files.
package struct ConfigurationFolder: Sendable {
  /// The location of the folder, which may not exist yet.
  package let url: URL

  /// The largest file that is read, in bytes.
  private static let sizeLimit = 1 << 20

  /// The location according to the XDG base directory specification.
  package init(environment: [String: String] = ProcessInfo.processInfo.environment) {
    let home = environment["HOME"] ?? NSHomeDirectory()
    let folder = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home + "/.config"
    url = URL(fileURLWithPath: folder).appendingPathComponent("playhead")
  }

  /// The location of the settings.
  package var settings: URL { url.appendingPathComponent("settings.ini") }
  /// The location of the user's key bindings.
  package var keys: URL { url.appendingPathComponent("keys.conf") }

  /// Reads a file as text. nil if it is missing, too large or not UTF-8.
  package static func text(of file: URL) -> String? {
    guard let handle = try? FileHandle(forReadingFrom: file), let data = try? handle.read(upToCount: sizeLimit + 1),
      data.count <= sizeLimit
    else { return nil }
    return String(data: data, encoding: .utf8)
  }
}
