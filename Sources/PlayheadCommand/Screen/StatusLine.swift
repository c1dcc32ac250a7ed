import PlayheadBasics

/// The content of the status line.
package struct PlayerStatus: Equatable, Sendable {
  /// The state as displayed; the raw values are the words on the screen.
  package enum State: String, Equatable, Sendable {
    case opening, playing, paused, waiting, ended
  }

  /// The playback state, as `Player` derives it.
  package var state = State.opening
  /// Seconds.
  package var position = 0.0
  /// nil if unknown.
  package var duration: Double?
  /// The requested playback rate, also while paused.
  package var rate = 1.0
  /// Percent.
  package var volume = 100.0
  /// Whether audio is muted; the volume is then not displayed.
  package var isMuted = false

  /// The status of a file that is being opened.
  package static var opening: PlayerStatus { PlayerStatus() }
}

/// Formats the status as one line: state, position and duration, a bar, rate, volume. A narrow line omits, in this
/// order, the bar, the volume, the rate, the state and the duration.
struct StatusLine {
  /// The width of the line in cells.
  var width: Int
  /// The characters of the bar and the multiplication sign.
  var glyphs = GlyphSet.unicode

  /// A shorter bar is not informative.
  private static let shortestBar = 8

  /// The line for a status, at most `width` cells wide; empty if not even the position fits.
  func text(_ status: PlayerStatus) -> String {
    let state = status.state.rawValue
    let position = TimeText.clock(status.position)
    let times = "\(position) / \(glyphs.text(TimeText.clock(status.duration)))"
    let rate = "\(Self.rate(status.rate))\(glyphs.times)"
    let volume = status.isMuted ? "muted" : "vol \(Int(saturating: status.volume.rounded()))%"
    // Padded to the widest state, so that the rest of the line does not move when the state changes.
    let head = CellText.padded(state, to: 7)
    if let line = withBar(head: "\(head)  \(times)", tail: "\(rate)  \(volume)", status: status) { return line }
    let choices = [
      "\(head)  \(times)  \(rate)  \(volume)", "\(state)  \(times)  \(rate)", "\(state)  \(times)", times, position,
    ]
    return choices.first { CellText.width($0) <= width } ?? ""
  }

  /// The line with a bar between `head` and `tail`; nil if the bar would be shorter than `shortestBar`.
  private func withBar(head: String, tail: String, status: PlayerStatus) -> String? {
    let available = width - CellText.width(head) - CellText.width(tail) - 4
    guard available >= Self.shortestBar else { return nil }
    return "\(head)  \(bar(length: available, status: status))  \(tail)"
  }

  /// The bar with `length` cells; empty if the duration is unknown.
  private func bar(length: Int, status: PlayerStatus) -> String {
    guard let duration = status.duration, duration > 0, status.position.isFinite else {
      return String(repeating: glyphs.barEmpty, count: length)
    }
    let share = max(0, min(1, status.position / duration))
    // The head is on the cell that contains the position; at the end the bar is full.
    let full = Int(saturating: share * Double(length))
    guard full < length else { return String(repeating: glyphs.barFull, count: length) }
    return String(repeating: glyphs.barFull, count: full) + glyphs.barHead
      + String(repeating: glyphs.barEmpty, count: length - full - 1)
  }

  /// `1`, `1.1`, `0.91`: at most two decimals.
  static func rate(_ rate: Double) -> String {
    let hundredths = Int(saturating: (max(0, min(100, rate)) * 100).rounded())
    let (whole, rest) = (hundredths / 100, hundredths % 100)
    if rest == 0 { return "\(whole)" }
    return rest % 10 == 0 ? "\(whole).\(rest / 10)" : "\(whole).\(rest < 10 ? "0" : "")\(rest)"
  }
}
