import CoreMedia
import TestSupport
import Testing

@testable import PlayheadPipeline

/// The frame that covers a time, known from packets alone.
@Suite struct PTSIndexTests {
  /// Packets in decode order of groups of a reference frame and the one presented before it: 0, 2, 1, 4, 3, 6, 5 …, 20
  /// ticks each.
  private static func packets(_ range: Range<Int64>) -> [SeekPacketFilter.Times] {
    range.map { decode in
      let shown = decode == 0 ? 0 : decode % 2 == 1 ? decode + 1 : decode - 1
      return SeekPacketFilter.Times(presentation: ticks(shown * 20), decode: ticks(decode * 20 - 20))
    }
  }

  @Test func frameIsKnownOnceNoEarlierOneCanFollow() {
    var known = PTSIndex()
    for packet in Self.packets(0..<6) { known.record(packet) }
    // 0, 2, 1, 4, 3, 6 were read; the last is decoded at 80: 5 may still come at 100 or later.
    #expect(known.frameTime(of: ticks(0)) == ticks(0))
    #expect(known.frameTime(of: ticks(39)) == ticks(20))
    #expect(known.frameTime(of: ticks(79)) == ticks(60))
    #expect(known.frameTime(of: ticks(85)) == nil)
    #expect(known.frameTime(of: ticks(-1)) == nil)
  }

  /// Leading frames of an open GOP are presented before its sync sample: they cannot be decoded from there.
  @Test func leadingFramesOfOpenGOPAreUnknown() {
    var known = PTSIndex()
    known.record(.init(presentation: ticks(100), decode: ticks(40)))
    known.record(.init(presentation: ticks(80), decode: ticks(60)))
    known.record(.init(presentation: ticks(160), decode: ticks(120)))
    #expect(known.frameTime(of: ticks(90)) == nil)
    #expect(known.frameTime(of: ticks(110)) == ticks(100))
  }

  @Test func rereadRunContinues() {
    var known = PTSIndex()
    for packet in Self.packets(0..<6) { known.record(packet) }
    known.noteDiscontinuity()
    known.record(.init(presentation: ticks(900), decode: ticks(880)))
    known.record(.init(presentation: ticks(920), decode: ticks(910)))
    known.noteDiscontinuity()
    for packet in Self.packets(0..<3) { known.record(packet) }
    #expect(known.frameTime(of: ticks(79)) == ticks(60), "it was read further before")
    #expect(known.frameTime(of: ticks(905)) == ticks(900))
    #expect(known.frameTime(of: ticks(500)) == nil, "the range was never read")
  }

  @Test func evictsOldRuns() {
    var known = PTSIndex()
    for run in 0..<40 {
      known.noteDiscontinuity()
      known.record(.init(presentation: ticks(Int64(run) * 1000), decode: ticks(Int64(run) * 1000)))
      known.record(.init(presentation: ticks(Int64(run) * 1000 + 20), decode: ticks(Int64(run) * 1000 + 20)))
    }
    #expect(known.frameTime(of: ticks(39_000)) == ticks(39_000))
    #expect(known.frameTime(of: ticks(0)) == nil)
  }
}
