import AVFoundation
import AVKit
import Dispatch

/// The state of earlier sessions and of this one: recent files, their playback positions and the volume. Stores it in a
/// file, unless nothing is to be saved.
@MainActor final class PlayerStateStore {
  private var state: SavedPlayerState
  /// The file of `state`; nil if nothing is saved.
  private let file: PlayerStateFile?

  /// The interval of saves in milliseconds: the most that a crash or a lost display costs.
  private static let interval = 10_000

  /// Writes are serialized and run off the main thread, because home folders may be on a network.
  private static let writing = DispatchQueue(label: "playhead.memory", qos: .utility)

  /// Reads the state. `isSaved`: whether there is a file; without one the state is that of a first session.
  init(isSaved: Bool) {
    file = isSaved ? PlayerStateFile.standard() : nil
    state = file?.read() ?? SavedPlayerState()
  }

  /// The files that were played, the latest first.
  var recent: [SavedPlayerState.Entry] { state.recent }

  /// The volume at the last save, 0 to 1.5.
  var volume: Float { state.volume }

  /// The saved position of a file in seconds; nil for its start, and if nothing is saved.
  func position(of file: String) -> Double? {
    self.file == nil ? nil : state.position(of: MediaList.absolute(file))
  }

  /// Records that a file was opened.
  func noteOpened(_ file: String) { state.noteOpened(MediaList.absolute(file)) }

  /// Removes a recent file; nil: all of them. The change is written at once.
  func forget(_ file: String?) {
    if let file { state.forget(file) } else { state.clearRecent() }
    save(volume: nil, isLast: false)
  }

  /// Records the position of a player in its file. No effect before the file is open, or if nothing is saved.
  func recordPosition(of player: AVPlayer, in file: String?) {
    guard self.file != nil, let file, let item = player.currentItem, item.status == .readyToPlay else { return }
    let (position, duration) = (player.currentTime(), item.duration)
    state.noteClosed(
      MediaList.absolute(file), at: position.isNumeric ? position.seconds : nil,
      duration: duration.isNumeric ? duration.seconds : nil)
  }

  /// Records that a file was played to its end, so that it starts at its beginning the next time.
  func recordEnd(of file: String) { state.noteClosed(MediaList.absolute(file), at: nil, duration: nil) }

  /// Writes the state.
  ///
  /// - Parameters:
  ///   - volume: The volume to save; nil leaves the saved one.
  ///   - isLast: Whether the program ends: returns after the file has been written.
  func save(volume: Float?, isLast: Bool) {
    if let volume { state.volume = volume }
    guard let file else { return }
    let state = state
    // The last write runs on this thread: others may be busy for long, as with the subtitles of a large file.
    if isLast { Self.writing.sync { _ = file.write(state) } } else { Self.writing.async { file.write(state) } }
  }

  /// Calls `save` periodically, for the case that the program is terminated without notice. No effect if nothing is
  /// saved.
  func savePeriodically(_ save: @escaping @MainActor () -> Void) {
    guard file != nil else { return }
    Timeout.after(milliseconds: Self.interval) { [weak self] in
      guard let self else { return }
      save()
      self.savePeriodically(save)
    }
  }
}
