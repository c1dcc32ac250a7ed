import CoreMedia

/// Decodes one caption service of digital television to cues (CTA-708-E): packets, service blocks, window commands.
package struct CEA708Decoder {
  private let service: Int
  private var packets = CEA708Packets()
  private var windows = CEA708Windows()
  private var shown: [CEA708Windows.Shown] = []
  /// The time of the last change of the screen.
  package private(set) var since = CMTime.zero

  package init(service: Int = 1) { self.service = service }

  /// Decodes one pair. Returns the cues that end.
  package mutating func decode(_ first: UInt8, _ second: UInt8, isStart: Bool, at time: CMTime) -> [Cue] {
    guard let blocks = packets.add(first, second, isStart: isStart) else { return [] }
    for block in blocks where block.service == service { windows.take(block.bytes) }
    return change(at: time)
  }

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

  private func cues(to end: CMTime) -> [Cue] {
    guard end > since else { return [] }
    return shown.map { window in
      var cue = Cue(start: since, end: end, source: window.runs.map(\.text).joined(), runs: window.runs)
      cue.layout = window.layout
      return cue
    }
  }
}
