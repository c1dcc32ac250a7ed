import AVFoundation
import AVKit
import Dispatch

/// Where films were left, and how loud it was.
extension WindowProgram {
  /// A crash, or a display that goes away, costs no more than this of what is remembered.
  private static let interval = 10_000

  /// One write at a time, in order, and away from the main thread: homes may be far away.
  private static let writing = DispatchQueue(label: "playhead.memory", qos: .utility)

  /// Goes on where the film was left.
  func resume(_ file: String) {
    guard memoryFile != nil, let position = memory.position(of: MediaList.absolute(file)) else { return }
    seek(to: position)
  }

  /// Keeps what is to be remembered safe from whatever ends the program without asking.
  func rememberFromTimeToTime() {
    guard memoryFile != nil else { return }
    Timeout.after(milliseconds: Self.interval) { [weak self] in
      guard let self else { return }
      if self.player.timeControlStatus == .playing {
        self.rememberPosition()
        self.keepMemory(isLast: false)
      }
      self.rememberFromTimeToTime()
    }
  }

  /// Writes down where the current film is left.
  func rememberPosition() {
    guard memoryFile != nil, let file = queue.current, let item = player.currentItem, item.status == .readyToPlay else {
      return
    }
    let (position, duration) = (player.currentTime(), item.duration)
    memory.noteLeft(
      MediaList.absolute(file), at: position.isNumeric ? position.seconds : nil,
      duration: duration.isNumeric ? duration.seconds : nil)
  }

  /// - Parameter isLast: The program ends: returns when it has been written.
  func keepMemory(isLast: Bool) {
    if options.volume == nil { memory.volume = player.volume }
    guard let memoryFile else { return }
    Self.writing.async { [memory] in memoryFile.write(memory) }
    if isLast { Self.writing.sync {} }
  }
}
