@_spi(Playhead) import AVFoundation
import AVKit
import Foundation
import PlayheadCommand

/// The terminal in which the program was started: shows one line with the status, and carries out keys as the window
/// does.
@MainActor final class TerminalConnection {
  /// The connection of the program; nil without a terminal.
  private(set) static var current: TerminalConnection?
  /// The line and the keys.
  private let terminal: StatusTerminal
  private let player: AVPlayer
  /// The view that carries out keys.
  private weak var view: AVPlayerView?
  /// Whether the player was paused because the process was about to stop.
  private var resumes = false

  /// Connects the terminal with a view and its player, if there is one.
  static func start(_ player: AVPlayer, _ view: AVPlayerView) {
    guard current == nil, let connection = TerminalConnection(player, view) else { return }
    current = connection
    connection.terminal.start()
  }

  /// Restores the terminal.
  static func end() {
    current?.terminal.end()
    current = nil
  }

  /// Erases the line before other output. Main thread only; no effect on other threads.
  nonisolated static func erase() {
    guard Thread.isMainThread else { return }
    MainActor.assumeIsolated { current?.terminal.erase() }
  }

  /// nil without a terminal.
  private init?(_ player: AVPlayer, _ view: AVPlayerView) {
    let environment = ProcessInfo.processInfo.environment
    guard
      let terminal = StatusTerminal(environment: environment, status: { TerminalConnection.status(of: player) })
    else { return nil }
    (self.terminal, self.player, self.view) = (terminal, player, view)
    terminal.onKey = { [weak self] text in
      guard let press = KeyPress(parsing: text) else { return }
      _ = self?.view?.perform(press)
    }
    terminal.onSuspend = { [weak self] in self?.suspended($0) }
  }

  /// Pauses before the process stops, and resumes when it continues.
  private func suspended(_ isStopping: Bool) {
    if isStopping {
      resumes = player.rate != 0
      if resumes { player.pause() }
    } else if resumes {
      player.play()
    }
  }

  /// The status of a player; nil without an item.
  static func status(of player: AVPlayer) -> PlayerStatus? {
    guard let item = player.currentItem else { return nil }
    let (position, duration) = (player.currentTime(), item.duration)
    var status = PlayerStatus.opening
    status.position = position.isNumeric ? position.seconds : 0
    status.duration = duration.isNumeric ? duration.seconds : nil
    status.rate = Double(player.rate == 0 ? player.defaultRate : player.rate)
    status.volume = Double(player.amplifiedVolume) * 100
    status.isMuted = player.isMuted
    guard item.status == .readyToPlay else { return item.status == .failed ? nil : status }
    switch player.timeControlStatus {
    case .playing: status.state = .playing
    case .waitingToPlayAtSpecifiedRate: status.state = .waiting
    default: status.state = duration.isNumeric && position >= duration ? .ended : .paused
    }
    return status
  }
}
