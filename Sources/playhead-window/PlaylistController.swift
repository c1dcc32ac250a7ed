import AVFoundation
import AVKit
import Dispatch
import Foundation
import PlayheadPlaylists

/// The files of the window: their order, what the user changes in it, and the panel that shows it.
@MainActor final class PlaylistController {
  /// The files to play.
  var queue: FileQueue {
    didSet {
      guard queue != oldValue else { return }
      panel?.show(queue)
      // After the file that the change makes current is played.
      DispatchQueue.main.async { self.onChange?() }
    }
  }
  /// Called soon after each change of the files, of their order or of the current one.
  var onChange: (() -> Void)?
  /// Called with the file to play next; nil if all of them have been played.
  var onPlay: ((String?) -> Void)?
  /// Called before another file is played.
  var onLeave: (() -> Void)?
  /// The window; nil until `connect`.
  private weak var window: PlayerWindow?
  /// The panel of the window; nil in a plain one.
  private var panel: PlaylistPanel? { window?.playlistPanel }

  /// Creates a controller with the files of the command line.
  init(_ queue: FileQueue) { self.queue = queue }

  /// Connects the panel of the window.
  func connect(_ window: PlayerWindow) {
    self.window = window
    window.view.queue = self
    panel?.onAction = { [weak self] in self?.perform($0) }
    panel?.show(queue)
  }

  /// Carries out an action of the panel.
  func perform(_ action: PlaylistAction) {
    switch action {
    case .play(let index):
      onLeave?()
      if let file = queue.jump(to: index) { onPlay?(file) }
    case .remove(let index):
      if queue.position == index { onLeave?() }
      guard queue.remove(at: index) else { return }
      // The file after the removed one, or the one before the last.
      if queue.hasNext {
        onPlay?(queue.advance())
      } else if let last = queue.current {
        onPlay?(last)
      } else {
        window?.view.onBack?()
      }
    case .move(let source, let target): queue.move(from: source, to: target)
    case .shuffle(let isShuffled): setShuffled(isShuffled)
    case .repeatAll(let loops): queue.loops = loops
    case .add: window?.askForFilesToAdd { [weak self] in self?.append($0) }
    case .save: save()
    }
  }

  /// Appends files and the files of folders and playlists.
  private func append(_ files: [String]) { queue.append(MediaList.expand(files)) }

  /// Asks for a file and saves the list to it.
  private func save() {
    let entries = queue.entries
    window?.askForTarget(title: translated("Save Playlist"), name: translated("Playlist") + ".m3u8") {
      [weak self] path in
      do {
        try M3UWriter.write(entries, to: path)
        self?.window?.view.notify(translated("Playlist saved"), detail: path)
      } catch {
        let message = translated("The playlist could not be saved: %@", error.localizedDescription)
        StandardError.write("playhead-window: \(message)")
        self?.window?.view.notify(message)
      }
    }
  }
}

/// The files before and after the current one, for the view.
extension PlaylistController: PlaybackQueue {
  /// Whether there is a next file.
  package var hasNext: Bool { queue.hasNext }
  /// Whether there is a previous file.
  package var hasPrevious: Bool { queue.hasPrevious }

  /// Whether the first file follows the last one.
  package var loops: Bool? { queue.loops }

  /// Sets whether the first file follows the last one. Always possible.
  package func setLoops(_ loops: Bool) -> Bool {
    queue.loops = loops
    return true
  }

  /// Whether the files are played in a random order.
  package var isShuffled: Bool? { queue.isShuffled }

  /// Sets whether the files are played in a random order. Always possible.
  @discardableResult package func setShuffled(_ isShuffled: Bool) -> Bool {
    var generator = SystemRandomNumberGenerator()
    queue.setShuffled(isShuffled, using: &generator)
    return true
  }

  /// Plays the next file.
  package func next() {
    onLeave?()
    onPlay?(queue.advance())
  }

  /// Plays the previous file.
  package func previous() {
    onLeave?()
    onPlay?(queue.goBack())
  }
}
