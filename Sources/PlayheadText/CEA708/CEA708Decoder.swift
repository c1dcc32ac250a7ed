import CoreMedia

/// Makes cues of one service of digital television's captions (CTA-708-E): packets, blocks of services, commands of windows.
package struct CEA708Decoder {
  private let service: Int
  private var packets = CEA708Packets()
  private var windows = CEA708Windows()
  private var shown: [CEA708Windows.Shown] = []
  /// Since when that has been so.
  package private(set) var since = CMTime.zero

  package init(service: Int = 1) { self.service = service }

  /// Takes one pair. Returns cues that are over now.
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

  /// What is on the screen now, open at its end.
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
