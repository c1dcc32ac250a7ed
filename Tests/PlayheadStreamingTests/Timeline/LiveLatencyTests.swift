import PlayheadStreaming
import Testing

@Suite("Live latency")
struct LiveLatencyTests {
  @Test("the edge advances between updates, and a late update does not move it back")
  func edge() {
    var latency = LiveLatency()
    #expect(latency.edge(at: 5) == nil)
    latency.recordEdge(end: 100, at: 10)
    #expect(latency.edge(at: 12) == 102)
    #expect(latency.offset(of: 95, at: 12) == 7)
    // Four seconds of media more, noticed five seconds later.
    latency.recordEdge(end: 104, at: 15)
    #expect(latency.edge(at: 15) == 105)
    // The server is permanently late: after eight updates the new edge is accepted.
    for number in 1...8 { latency.recordEdge(end: 104 + 4 * Double(number), at: 15 + 4 * Double(number) + 3) }
    #expect(latency.edge(at: 50) == 136)
  }

  /// Simulated by Euler's method in steps of half a second, the player's interval.
  @Test("three lost seconds are regained within 30 s without oscillation", arguments: [-3.0, 1, 3, 5])
  func rate(lost: Double) {
    var offset = 6 + lost
    var signs: [Bool] = []
    var rate = 1.0
    for _ in 0..<60 {
      rate = LiveLatency.rate(offset: offset, target: 6, isCorrecting: rate != 1)
      #expect((LiveLatency.slowest...LiveLatency.fastest).contains(rate))
      offset -= (rate - 1) * 0.5
      signs.append(offset > 6)
    }
    // Three seconds too near take all of the thirty: playback slower than nine tenths is audible.
    #expect(abs(offset - 6) <= (lost == -3 ? 0.2 : 0.1))
    #expect(Set(signs).count == 1)
    #expect(LiveLatency.rate(offset: 6.07, target: 6, isCorrecting: false) == 1)
    #expect(abs(LiveLatency.rate(offset: 6.1, target: 6, isCorrecting: true) - 1.02) < 1e-9)
  }
}
