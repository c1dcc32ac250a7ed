import Foundation
import PlayheadNetworking

/// The file of the user's settings. Any thread; programs read it when they start, and write it after each change.
package struct SettingsFile: Sendable {
  /// The location of the file; its folder may not exist yet.
  package let url: URL

  /// Creates the description of a file without access to it.
  package init(url: URL) { self.url = url }

  /// The location for settings according to the XDG base directory specification.
  package static func standard(environment: [String: String] = ProcessInfo.processInfo.environment) -> SettingsFile {
    SettingsFile(url: ConfigurationFolder(environment: environment).settings)
  }

  /// Reads the settings; the default ones if the file is missing, too large or not text.
  package func read() -> PlayerSettings { PlayerSettings(lines) }

  /// Writes the settings, and leaves everything else in the file as it is. A file that is not text is renamed.
  ///
  /// - Throws: `PrivateFile.Failure`, if the file cannot be written.
  package func write(_ settings: PlayerSettings) throws(PrivateFile.Failure) {
    preserveDamaged()
    var lines = lines
    settings.write(to: &lines)
    try PrivateFile.write(Data(lines.text.utf8), to: url)
  }

  /// Renames a file that cannot be read as text, so that the next one does not replace it.
  private func preserveDamaged() {
    guard FileManager.default.fileExists(atPath: url.path), ConfigurationFolder.text(of: url) == nil else { return }
    let copy = url.appendingPathExtension("damaged")
    try? FileManager.default.removeItem(at: copy)
    try? FileManager.default.moveItem(at: url, to: copy)
  }

  /// The lines of the file; none if it cannot be read.
  private var lines: SettingsLines { SettingsLines(ConfigurationFolder.text(of: url) ?? "") }
}
