import CoreMedia

/// Makes cues of one service of digital television's captions (CTA-708-E): packets, blocks of services, commands of windows.
package struct CEA708Decoder {
  private let service: Int
  private var packet: [UInt8] = []
  private var packetSize = 0
  private var windows = CEA708Windows()
  private var shown: [CEA708Windows.Shown] = []
  private var since = CMTime.zero

  package init(service: Int = 1) { self.service = service }

  /// Takes one pair. Returns cues that are over now.
  package mutating func decode(_ first: UInt8, _ second: UInt8, isStart: Bool, at time: CMTime) -> [Cue] {
    if isStart {
      packet = []
      let size = Int(first & 0x3F)
      packetSize = size == 0 ? 128 : size * 2
    }
    guard packetSize > 0 else { return [] }
    packet += [first, second]
    guard packet.count >= packetSize else { return [] }
    takePacket(packet.dropFirst().prefix(packetSize - 1))
    (packet, packetSize) = ([], 0)
    return change(at: time)
  }

  private mutating func takePacket(_ bytes: ArraySlice<UInt8>) {
    var rest = bytes
    while let header = rest.popFirst() {
      var number = Int(header >> 5)
      let size = Int(header & 0x1F)
      if number == 7, size > 0, let extended = rest.popFirst() { number = Int(extended & 0x3F) }
      guard size <= rest.count else { return }
      if number == service, size > 0 { windows.take(rest.prefix(size)) }
      rest = rest.dropFirst(size)
    }
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
