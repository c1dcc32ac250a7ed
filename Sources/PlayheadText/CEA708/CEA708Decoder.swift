import CoreMedia

/// Decodes one caption service of digital television to cues (CTA-708-E): packets, service blocks, window commands.
package struct CEA708Decoder {
  /// The number of the decoded service, 1 to 63; 1 is the primary caption service.
  private let service: Int
  /// Collects the byte pairs of a packet.
  private var packets = CEA708Packets()
  /// The windows of the service.
  private var windows = CEA708Windows()
  /// The visible windows since `since`, to detect changes.
  private var shown: [CEA708Windows.Shown] = []
  /// The time of the last change of the screen.
  package private(set) var since = CMTime.zero

  /// Creates a decoder for one service. Data of other services is skipped.
  package init(service: Int = 1) { self.service = service }

  /// Decodes one pair. Returns the cues that end.
  package mutating func decode(_ first: UInt8, _ second: UInt8, isStart: Bool, at time: CMTime) -> [Cue] {
    guard let blocks = packets.add(first, second, isStart: isStart) else { return [] }
    for block in blocks where block.service == service { windows.take(block.bytes) }
    return change(at: time)
  }

  /// The cues that end at this time, because the visible windows have changed; empty if they have not.
  private mutating func change(at time: CMTime) -> [Cue] {
    let now = windows.shown
    guard now != shown else { return [] }
    let over = cues(to: time)
    shown = now
    since = time
    return over
  }

  /// The cues currently on the screen, with open ends.
  package var open: [Cue] { cues(to: .positiveInfinity) }

  /// One cue for each visible window, from `since` to a time; empty if that is not later.
  private func cues(to end: CMTime) -> [Cue] {
    guard end > since else { return [] }
    return shown.map { window in
      var cue = Cue(start: since, end: end, source: window.runs.map(\.text).joined(), runs: window.runs)
      cue.layout = window.layout
      return cue
    }
  }
}
