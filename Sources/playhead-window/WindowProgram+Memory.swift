import AVFoundation
import AVKit
import Dispatch

/// The saved playback positions and the volume.
extension WindowProgram {
  /// The interval of saves in milliseconds: the most that a crash or a lost display costs.
  private static let interval = 10_000

  /// Writes are serialized and run off the main thread, because home folders may be on a network.
  private static let writing = DispatchQueue(label: "playhead.memory", qos: .utility)

  /// Seeks to the saved position of a file.
  func resume(_ file: String) {
    guard stateFile != nil, let position = memory.position(of: MediaList.absolute(file)) else { return }
    seek(to: position)
  }

  /// Saves the state periodically, for the case that the program is terminated without notice.
  func savePeriodically() {
    guard stateFile != nil else { return }
    Timeout.after(milliseconds: Self.interval) { [weak self] in
      guard let self else { return }
      if self.player.timeControlStatus == .playing {
        self.recordPosition()
        self.saveState(isLast: false)
      }
      self.savePeriodically()
    }
  }

  /// Records the position of the current file.
  func recordPosition() {
    guard stateFile != nil, let file = queue.current, let item = player.currentItem, item.status == .readyToPlay else {
      return
    }
    let (position, duration) = (player.currentTime(), item.duration)
    memory.noteClosed(
      MediaList.absolute(file), at: position.isNumeric ? position.seconds : nil,
      duration: duration.isNumeric ? duration.seconds : nil)
  }

  /// - Parameter isLast: Whether the program ends: returns after the file has been written.
  func saveState(isLast: Bool) {
    if options.volume == nil { memory.volume = player.volume }
    guard let stateFile else { return }
    Self.writing.async { [memory] in stateFile.write(memory) }
    if isLast { Self.writing.sync {} }
  }
}
