import Foundation
import PlayheadNetworking

/// The state that is saved between sessions. Values only; `PlayerStateFile` stores them.
struct SavedPlayerState: Codable, Equatable {
  /// A file that was played.
  struct Entry: Codable, Equatable {
    /// The canonical form of the file (`MediaList.absolute`).
    var file: String
    /// The playback position in seconds.
    var position: Double?
  }

  /// The files that were played, the latest first.
  private(set) var recent: [Entry] = []
  /// 0 to 1.5.
  var volume: Float = 1

  /// The number of recent files that are stored.
  private static let capacity = 100
  /// The first seconds and the credits are not worth resuming at.
  private static let beginning = 10.0
  /// The fraction of the duration after which a file counts as played to its end.
  private static let ending = 0.95

  /// Creates the state of a first session.
  init() {}

  /// Reads a state of this or an earlier version. Missing and invalid values are replaced by defaults.
  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    recent = Array((try values.decodeIfPresent([Entry].self, forKey: .recent) ?? []).prefix(Self.capacity))
    // Entries of earlier versions may contain credentials.
    for index in recent.indices { recent[index].file = MediaList.absolute(recent[index].file) }
    let volume = try values.decodeIfPresent(Float.self, forKey: .volume) ?? 1
    self.volume = volume.isFinite ? max(0, min(1.5, volume)) : 1
  }

  /// Records that a file was opened.
  mutating func noteOpened(_ file: String) {
    let entry = recent.first { $0.file == file } ?? Entry(file: file)
    recent.removeAll { $0.file == file }
    recent.insert(entry, at: 0)
    if recent.count > Self.capacity { recent.removeLast(recent.count - Self.capacity) }
  }

  /// Records the position at which a file was closed.
  mutating func noteClosed(_ file: String, at position: Double?, duration: Double?) {
    guard let index = recent.firstIndex(where: { $0.file == file }) else { return }
    guard let position, let duration, position.isFinite, duration > 0, position >= Self.beginning,
      position < duration * Self.ending
    else {
      recent[index].position = nil
      return
    }
    recent[index].position = position
  }

  /// The position at which to resume a file; nil for its start.
  func position(of file: String) -> Double? { recent.first { $0.file == file }?.position }

  /// Removes a recent file, and with it its position.
  mutating func forget(_ file: String) { recent.removeAll { $0.file == file } }

  /// Removes all recent files, and with them their positions.
  mutating func clearRecent() { recent = [] }
}

/// The file that stores the state. Errors are ignored: playback does not need it.
struct PlayerStateFile {
  /// The location of the file; its folder may not exist yet.
  let url: URL

  /// The location for state data according to the XDG base directory specification.
  static func standard(environment: [String: String] = ProcessInfo.processInfo.environment) -> PlayerStateFile {
    let home = environment["HOME"] ?? NSHomeDirectory()
    let state = environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home + "/.local/state"
    return PlayerStateFile(url: URL(fileURLWithPath: state).appendingPathComponent("playhead/memory.json"))
  }

  /// Reads the state; that of a first session if the file is missing or damaged.
  func read() -> SavedPlayerState {
    guard let data = try? Data(contentsOf: url) else { return SavedPlayerState() }
    return (try? ExternalJSON.decode(SavedPlayerState.self, from: data)) ?? SavedPlayerState()
  }

  /// Returns whether the file was written.
  @discardableResult func write(_ memory: SavedPlayerState) -> Bool {
    do {
      try PrivateFile.write(JSONEncoder().encode(memory), to: url)
      return true
    } catch {
      return false
    }
  }
}
