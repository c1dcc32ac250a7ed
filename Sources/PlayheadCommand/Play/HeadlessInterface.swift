import AVFoundation

/// Plays without video output. With `--verbose` it prints a line for every state change.
@MainActor final class HeadlessInterface: PlayerInterface {
  /// The destination of errors and, with `isVerbose`, of state changes.
  private let console: any Console
  /// Whether every state change is printed.
  private let isVerbose: Bool
  /// A layer that is never drawn, without which the player would not decode video: the timing is that of a player with
  /// a view.
  private var layer: AVPlayerLayer?

  /// Creates an interface that reads no keys.
  init(console: any Console, isVerbose: Bool) {
    self.console = console
    self.isVerbose = isVerbose
  }

  var usesTerminal: Bool { false }
  var inputDescriptor: Int32? { nil }
  var refreshInterval: Int32? { nil }

  func begin(_ player: Player) { layer = player.makeLayer() }
  func refresh(_ player: Player) {}
  func takeInput() -> [PlayerAction] { [] }
  func perform(_ action: PlayerAction, on player: Player) {}
  func handle(signal: Int32, of player: Player) {}
  func end(_ player: Player) { layer?.player = nil }

  func show(_ notice: PlayerNotice, of player: Player) {
    if case .failed(let file, let error) = notice {
      console.writeErrorLine(ErrorSentence.text(error, verb: "play", name: file.text))
    } else if case .deviceFailed(let file, let error) = notice {
      console.writeErrorLine(ErrorSentence.text(error, verb: "play", name: file.text))
    } else if case .captionsFailed(let file, let error) = notice {
      console.writeErrorLine(ErrorSentence.text(error, verb: "read", name: file.text))
    } else if isVerbose, let line = Self.line(notice) {
      console.writeLine(line)
    }
  }

  /// The line for a notice; nil for notices that are not printed, or printed as errors.
  private static func line(_ notice: PlayerNotice) -> String? {
    switch notice {
    case .opening(let file): "opening \(CellText.printable(file.text))"
    case .ready(let file, let info):
      info.map { "ready \(InfoReport(name: file.name, info: $0).line)" } ?? "ready"
    case .stateChanged(let state, let position): "\(state.rawValue) at \(TimeText.precise(position))"
    case .breakBegan(let id, let position): "break \(CellText.printable(id)) at \(TimeText.precise(position))"
    case .breakEnded(let id, _): "end of break \(CellText.printable(id))"
    case .failed, .captions, .captionsFailed, .deviceFailed: nil
    case .finished: "ended"
    }
  }
}
