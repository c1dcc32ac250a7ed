import CoreMedia
import Testing

@testable import PlayheadFFmpeg

/// Timeline positions of packets across discontinuities.
@Suite struct DiscontinuityDetectorTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    var limits = DiscontinuityDetector.Limits.discontinuous
    /// Tracks by letter, each packet one second long, in the order of the file.
    var packets: [(track: Character, time: Double)]
    var placed: [Double]
    var testDescription: String { name }
  }

  private static func run(_ track: Character, _ times: ClosedRange<Int>) -> [(track: Character, time: Double)] {
    times.map { (track, Double($0)) }
  }

  static let rows: [Row] = [
    Row(name: "no jump", packets: run("v", 0...4), placed: [0, 1, 2, 3, 4]),
    Row(name: "forward", packets: run("v", 0...2) + run("v", 4895...4897), placed: [0, 1, 2, 3, 4, 5]),
    Row(name: "backward", packets: run("v", 100...102) + run("v", 0...2), placed: [100, 101, 102, 103, 104, 105]),
    Row(name: "the same recording again", packets: run("v", 0...2) + run("v", 0...2), placed: [0, 1, 2, 3, 4, 5]),
    Row(
      name: "a wraparound that was taken for one", packets: [("v", 0), ("v", 95_443.7), ("v", 95_444.7)],
      placed: [0, 1, 2]),
    Row(name: "a short gap stays", packets: [("v", 0), ("v", 1), ("v", 9), ("v", 10)], placed: [0, 1, 9, 10]),
    Row(
      name: "both tracks of a part keep their sync",
      packets: [("v", 0), ("a", 0), ("v", 1), ("a", 1), ("v", 500), ("a", 499.75), ("v", 501), ("a", 500.75)],
      placed: [0, 0, 1, 1, 2, 1.75, 3, 2.75]),
    Row(
      name: "packets of the old part follow those of the new one",
      packets: [("v", 0), ("a", 0), ("v", 1), ("v", 500), ("a", 1), ("v", 501), ("a", 500)],
      placed: [0, 0, 1, 2, 1, 3, 2]),
    Row(
      name: "the new part begins where the longer track ended",
      packets: [("v", 0), ("a", 0), ("a", 1), ("a", 2), ("v", 500), ("a", 500)], placed: [0, 0, 1, 2, 3, 3]),
    Row(
      name: "a track that pauses while another goes on is no jump",
      packets: [("a", 0)] + run("v", 0...30) + [("a", 30)], placed: [0] + (0...30).map(Double.init) + [30]),
    Row(
      name: "a track whose packets follow all of the other's", packets: run("v", 0...30) + run("a", 0...2),
      placed: (0...30).map(Double.init) + [0, 1, 2]),
    Row(
      name: "one damaged time", packets: [("v", 0), ("v", 1), ("v", 90_000), ("v", 3), ("v", 4)],
      placed: [0, 1, 2, 3, 4]),
    Row(
      name: "a third part that resembles the first is not mistaken for it",
      packets: run("v", 0...2) + run("v", 100...120) + run("v", 3...5),
      placed: (0...26).map(Double.init)),
    Row(
      name: "slides that a header promises", limits: .continuous(duration: CMTime(value: 600, timescale: 1)),
      packets: [("v", 0), ("v", 120), ("v", 480)], placed: [0, 120, 480]),
    Row(
      name: "a damaged time beyond what the header promises",
      limits: .continuous(duration: CMTime(value: 600, timescale: 1)),
      packets: [("v", 0), ("v", 1), ("v", 7200), ("v", 7201)], placed: [0, 1, 2, 3]),
    Row(
      name: "back in time in a format that does not jump",
      limits: .continuous(duration: CMTime(value: 600, timescale: 1)),
      packets: [("v", 50), ("v", 51), ("v", 10), ("v", 11)], placed: [50, 51, 52, 53]),
  ]

  private static func time(_ seconds: Double) -> CMTime { CMTime(seconds: seconds, preferredTimescale: 90_000) }

  private static func input(
    _ track: Character, _ seconds: Double, at place: Int64? = nil
  ) -> DiscontinuityDetector.Input {
    DiscontinuityDetector.Input(
      track: track == "v" ? 0 : 1, presentation: time(seconds), decode: time(seconds), duration: time(1),
      fileOffset: place)
  }

  @Test(arguments: rows) func placesPacketsOnContinuousTimeline(_ row: Row) {
    var detector = DiscontinuityDetector(row.limits)
    let placed = row.packets.map { $0.time + detector.offset(for: Self.input($0.track, $0.time)).seconds }
    for (found, expected) in zip(placed, row.placed) { #expect(abs(found - expected) < 0.001) }
    #expect(placed.count == row.placed.count)
  }

  /// A file of 1000 bytes a packet: times 0 to 9, then 500 to 509, then 100 to 109.
  private func readThrough() -> DiscontinuityDetector {
    var detector = DiscontinuityDetector(.discontinuous)
    for (index, time) in (Array(0...9) + Array(500...509) + Array(100...109)).enumerated() {
      _ = detector.offset(for: Self.input("v", Double(time), at: Int64(index) * 1000))
    }
    return detector
  }

  @Test(
    arguments: [(3.0, 0.0, 0, 10_000), (12, -490, 10_000, 20_000), (25, -80, 20_000, nil)]
      as [(Double, Double, Int64, Int64?)])
  func findsPartOfTime(_ time: Double, offset: Double, lower: Int64, upper: Int64?) {
    let part = readThrough().part(at: Self.time(time))
    #expect(part.offset.seconds == offset)
    #expect(part.bytes == lower..<(upper ?? .max))
  }

  @Test func bytePositionAfterSeekSelectsPart() {
    var detector = readThrough()
    detector.seek(to: Self.time(12))
    #expect(detector.offset(for: Self.input("v", 501, at: 11_000)).seconds == -490)
    detector.seek(to: Self.time(3))
    #expect(detector.offset(for: Self.input("v", 2, at: 2000)) == .zero)
  }

  @Test func seekIntoUnknownPartStartsAtTarget() {
    var detector = DiscontinuityDetector(.discontinuous)
    _ = detector.offset(for: Self.input("v", 0, at: 0))
    detector.seek(to: Self.time(20))
    #expect(detector.offset(for: Self.input("v", 7000, at: 90_000)).seconds == -6980)
  }

  @Test(
    arguments: [
      (0.0, nil), (0.5, nil), (9.9, nil), (10.1, .presentation), (8000, .presentation), (-0.4, nil), (-5, .decode),
    ]
      as [(Double, DiscontinuityDetector.PacketTime?)])
  func timeThatContradictsOtherIsDamaged(_ delay: Double, damaged: DiscontinuityDetector.PacketTime?) {
    var packet = Self.input("v", 20)
    packet.presentation = Self.time(20 + delay)
    #expect(DiscontinuityDetector(.discontinuous).damagedTime(of: packet) == damaged)
    // Containers with an index may declare any composition offset.
    #expect(DiscontinuityDetector(.continuous(duration: .indefinite)).damagedTime(of: packet) == nil)
    packet.decode = .invalid
    #expect(DiscontinuityDetector(.discontinuous).damagedTime(of: packet) == nil)
  }

  @Test func subtitlesUseOffsetOfOtherTracks() {
    var detector = DiscontinuityDetector(.discontinuous)
    for time in [0, 1, 500, 501] { _ = detector.offset(for: Self.input("v", Double(time))) }
    var caption = Self.input("a", 501)
    caption.isSparse = true
    #expect(detector.offset(for: caption).seconds == -498)
  }
}
