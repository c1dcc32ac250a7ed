import CoreMedia
import Foundation
import PlayheadEngine
import PlayheadItems
import PlayheadTesting
import Synchronization
import TestSupport
import Testing

/// A complete player on a link of changing throughput, on the manual clock.
@Suite("A link of changing throughput")
struct BandwidthTraceTests {
  private static let usual = (rates: [350_000.0, 700_000, 2_000_000, 5_000_000], heights: [234, 360, 720, 1080])
  private static let drop = 60.0
  private static let recovery = 120.0

  /// Ten seconds of video repeated, in segments of two seconds, in variants of the same frames.
  private static func resources(
    seconds: Int, _ ladder: (rates: [Double], heights: [Int])
  ) throws -> [String: (data: Data, weight: Double)] {
    let clip = try SlicedStream.transport("start-offset.ts")
    var segments: [(data: Data, duration: Double)] = []
    for first in stride(from: 0, to: clip.segments.count - 1, by: 2) {
      let pair = clip.segments[first...first + 1]
      segments.append((pair.reduce(Data()) { $0 + $1.data }, pair.reduce(0) { $0 + $1.duration }))
    }
    var lines = ["#EXTM3U", "#EXT-X-TARGETDURATION:3", "#EXT-X-PLAYLIST-TYPE:VOD"]
    var found: [String: (data: Data, weight: Double)] = [:]
    var main = "#EXTM3U\n"
    for number in 0..<seconds / 2 {
      let segment = segments[number % segments.count]
      if number > 0, number % segments.count == 0 { lines.append("#EXT-X-DISCONTINUITY") }
      lines += ["#EXTINF:\(segment.duration),", "\(number).ts"]
      for (variant, rate) in ladder.rates.enumerated() {
        let bits = Double(segment.data.count) * 8
        found["/\(variant)/\(number).ts"] = (segment.data, rate * segment.duration / bits)
      }
    }
    lines.append("#EXT-X-ENDLIST")
    let playlist = Data(lines.joined(separator: "\n").utf8)
    for (variant, rate) in ladder.rates.enumerated() {
      found["/\(variant)/index.m3u8"] = (playlist, 1)
      main += "#EXT-X-STREAM-INF:BANDWIDTH=\(Int(rate * 1.1)),AVERAGE-BANDWIDTH=\(Int(rate)),"
      main += "RESOLUTION=\(ladder.heights[variant] * 16 / 9)x\(ladder.heights[variant])\n\(variant)/index.m3u8\n"
    }
    found["/index.m3u8"] = (Data(main.utf8), 1)
    return found
  }

  /// The playback result of a stream of so many seconds.
  private struct Played {
    /// `shown`: when the segment is due.
    var requested: [(variant: Int, at: Double, shown: Double)] = []
    var stalls = 0
    var position = 0.0
    /// The time of the first shown frame.
    var first = 0.0
    /// The times of the shown frames.
    var times: [Double] = []
    /// The times of requests for missing resources.
    var refused: [Double] = []

    var eventLog: String {
      requested.map { String(format: "%.0f:%d→%.0f", $0.at, $0.variant, $0.shown) }.joined(separator: " ")
    }
  }

  private static func play(
    seconds: Int, _ ladder: (rates: [Double], heights: [Int]), missing: [String] = [],
    speed: @escaping @Sendable (Double) -> Double
  ) throws -> Played {
    let manual = ManualClock()
    let clock = LinkClock(manual: manual)
    let begin = Double(manual.now.nanoseconds) / 1e9
    let found = try resources(seconds: seconds, ladder).filter { !missing.contains($0.key) }
    let link = VirtualLink(clock: clock, found) { speed($0 - begin) }
    var limits = BufferLimits()
    limits.packetBytes = 64 << 10
    let session = PlaybackSession(
      environment: PlaybackEnvironment(
        clock: clock, audio: CapturingAudio { _ in }, limits: limits, delivery: manual, sources: link)
    ) {}
    let first = Mutex<HostTime?>(nil)
    let times = Mutex<[Double]>([])
    let sink = CapturingVideoSink(checksums: false) { frame in
      first.withLock { $0 = $0 ?? frame.hostTime }
      times.withLock { $0.append(frame.time.seconds) }
    }
    session.attach(sink)
    session.setRate(1)
    session.setItem(EngineItem(url: try #require(URL(string: "http://link/index.m3u8"))))
    var played = Played()
    for _ in 0..<seconds + 5 {
      manual.advance(by: .seconds(1))
      played.stalls += session.takeEvents().count { if case .stalled = $0 { true } else { false } }
    }
    played.times = times.withLock { $0 }
    played.position = session.currentTime().seconds
    session.close()
    link.close()
    played.first = Double(try #require(first.withLock { $0 }).nanoseconds) / 1e9 - begin
    played.requested = link.requested.filter { $0.path.hasSuffix(".ts") }.map { requested in
      let names = requested.path.dropLast(3).split(separator: "/").map { Int($0) ?? 0 }
      return (variant: names[0], at: requested.at - begin, shown: played.first + Double(names[1]) * 2)
    }
    played.refused = link.requested.filter { missing.contains($0.path) }.map { $0.at - begin }
    return played
  }

  @Test(
    "8 → 1 → 8 Mbit/s: no stall, down within two segments, up within 20 s, at most one oscillation a minute")
  func trace() throws {
    let played = try Self.play(seconds: 180, Self.usual) {
      (Self.drop..<Self.recovery).contains($0) ? 1_000_000 : 8_000_000
    }
    #expect(played.stalls == 0)
    #expect(played.position >= 179, "\(played.position)")
    #expect(played.first < 0.5, "what a film of 700 kbit/s needs at 8 Mbit/s")
    let requested = played.requested
    let eventLog = played.eventLog
    #expect(requested.contains { $0.variant == 3 && $0.at < 20 }, "\(eventLog)")
    let slow = requested.filter { (Self.drop..<Self.recovery).contains($0.at) }
    #expect(slow.prefix { $0.variant == 3 }.count <= 2, "\(eventLog)")
    #expect(slow.dropFirst(2).allSatisfy { Self.usual.rates[$0.variant] < 1_000_000 }, "\(eventLog)")
    #expect(
      requested.contains { $0.variant == 3 && (Self.recovery..<Self.recovery + 20).contains($0.at) }, "\(eventLog)")
    let changes = zip(requested, requested.dropFirst()).filter { $0.variant != $1.variant }.map(\.1)
    for minute in 0..<3 {
      let here = changes.filter { (Double(minute) * 60..<Double(minute + 1) * 60).contains($0.at) }
      let reversals = zip(here, here.dropFirst()).filter { before, next in
        let earlier = requested.last { $0.at < before.at }?.variant ?? before.variant
        return (before.variant - earlier) * (next.variant - before.variant) < 0
      }
      #expect(reversals.count <= 1, "\(eventLog)")
    }
  }

  /// Media fetched while the link was slow is far ahead when it has recovered: half a minute of it would be shown.
  @Test("8 → 1.5 → 8 Mbit/s: no stall, the best variant is reached and regained within 20 s of bandwidth")
  func regained() throws {
    let played = try Self.play(seconds: 90, ([750_000, 2_150_000, 5_200_000], [360, 720, 1080])) {
      (20..<40).contains($0) ? 1_500_000 : 8_000_000
    }
    #expect(played.stalls == 0)
    #expect(played.position >= 89, "\(played.position)")
    #expect(played.requested.contains { $0.variant == 2 && $0.shown < 20 }, "\(played.eventLog)")
    #expect(played.requested.contains { $0.variant == 0 && (20..<40).contains($0.at) }, "\(played.eventLog)")
    #expect(played.requested.contains { $0.variant == 2 && $0.at >= 40 && $0.shown < 60 }, "\(played.eventLog)")
  }

  /// A link of 6.2 Mbit/s carries 1080p of 5.2 only if the round trip, 40 ms for each small segment, is not counted.
  @Test("a short drop: the best variant returns within 20 s of bandwidth, in one step")
  func regainedAfterShortBreak() throws {
    let played = try Self.play(seconds: 60, ([750_000, 2_150_000, 5_200_000], [360, 720, 1080])) {
      (10..<22).contains($0) ? 1_200_000 : 6_200_000
    }
    #expect(played.stalls == 0)
    #expect(played.requested.contains { $0.variant == 0 && (10..<22).contains($0.at) }, "\(played.eventLog)")
    #expect(played.requested.contains { $0.variant == 2 && $0.at >= 22 && $0.shown < 42 }, "\(played.eventLog)")
    #expect(!played.requested.contains { $0.variant == 1 && $0.at >= 22 }, "\(played.eventLog)")
  }

  @Test("a segment is abandoned for a variant without a playlist: playback continues, no frame repeats")
  func missingPlaylist() throws {
    let played = try Self.play(
      seconds: 90, ([750_000, 2_150_000, 5_200_000], [360, 720, 1080]), missing: ["/0/index.m3u8"]
    ) { $0 < 45 ? 8_000_000 : 1_500_000 }
    #expect(played.requested.contains { $0.variant == 2 && $0.at < 45 }, "\(played.eventLog)")
    #expect(played.refused.contains { $0 > 45 }, "\(played.refused)")
    #expect(played.requested.contains { $0.variant == 1 && $0.at > 45 }, "\(played.eventLog)")
    #expect(played.times == played.times.sorted() && Set(played.times).count == played.times.count)
    // The remaining variant exceeds the link, so that playback stalls; but it resumes.
    #expect(played.position > 60, "\(played.position), \(played.eventLog)")
  }
}
