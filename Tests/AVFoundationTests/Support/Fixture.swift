import Foundation

/// The media that Scripts/fixtures makes.
enum Fixture {
  static func url(_ name: String) -> URL { folder.appendingPathComponent(name) }

  private static let folder: URL = {
    if let path = ProcessInfo.processInfo.environment["PLAYHEAD_FIXTURES"] { return URL(fileURLWithPath: path) }
    var root = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { root.deleteLastPathComponent() }
    return root.appendingPathComponent("Fixtures")
  }()
}
