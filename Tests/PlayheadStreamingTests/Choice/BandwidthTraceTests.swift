import Foundation
import PlayheadEngine
import PlayheadTesting
import Synchronization
import TestSupport
import Testing

/// A whole player on a link whose speed changes, on the manual clock.
@Suite("A link whose speed changes")
struct BandwidthTraceTests {
  private static let ladder = [350_000.0, 700_000, 2_000_000, 5_000_000]
  private static let heights = [234, 360, 720, 1080]
  private static let drop = 60.0
  private static let recovery = 120.0

  /// Ten seconds of film over and over, in segments of two seconds, in four variants of the same pictures.
  private static func resources(seconds: Int) throws -> [String: (data: Data, weight: Double)] {
    let film = try SlicedStream.transport("start-offset.ts")
    var segments: [(data: Data, duration: Double)] = []
    for first in stride(from: 0, to: film.segments.count - 1, by: 2) {
      let pair = film.segments[first...first + 1]
      segments.append((pair.reduce(Data()) { $0 + $1.data }, pair.reduce(0) { $0 + $1.duration }))
    }
    var lines = ["#EXTM3U", "#EXT-X-TARGETDURATION:3", "#EXT-X-PLAYLIST-TYPE:VOD"]
    var found: [String: (data: Data, weight: Double)] = [:]
    var main = "#EXTM3U\n"
    for number in 0..<seconds / 2 {
      let segment = segments[number % segments.count]
      if number > 0, number % segments.count == 0 { lines.append("#EXT-X-DISCONTINUITY") }
      lines += ["#EXTINF:\(segment.duration),", "\(number).ts"]
      for (variant, rate) in ladder.enumerated() {
        let bits = Double(segment.data.count) * 8
        found["/\(variant)/\(number).ts"] = (segment.data, rate * segment.duration / bits)
      }
    }
    lines.append("#EXT-X-ENDLIST")
    let playlist = Data(lines.joined(separator: "\n").utf8)
    for (variant, rate) in ladder.enumerated() {
      found["/\(variant)/index.m3u8"] = (playlist, 1)
      main += "#EXT-X-STREAM-INF:BANDWIDTH=\(Int(rate * 1.1)),AVERAGE-BANDWIDTH=\(Int(rate)),"
      main += "RESOLUTION=\(heights[variant] * 16 / 9)x\(heights[variant])\n\(variant)/index.m3u8\n"
    }
    found["/index.m3u8"] = (Data(main.utf8), 1)
    return found
  }

  @Test(
    "8 → 1 → 8 Mbit/s: no stall, down within two segments, up within twenty seconds, at most one to and fro a minute")
  func trace() throws {
    let manual = ManualClock()
    let clock = LinkClock(manual: manual)
    let begin = Double(manual.now.nanoseconds) / 1e9
    let link = VirtualLink(clock: clock, try Self.resources(seconds: 180)) { time in
      (Self.drop..<Self.recovery).contains(time - begin) ? 1_000_000 : 8_000_000
    }
    var limits = BufferLimits()
    limits.packetBytes = 64 << 10
    let session = PlaybackSession(
      environment: PlaybackEnvironment(
        clock: clock, audio: CapturingAudio { _ in }, limits: limits, delivery: manual, sources: link)
    ) {}
    let first = Mutex<HostTime?>(nil)
    let sink = CapturingVideoSink(checksums: false) { picture in first.withLock { $0 = $0 ?? picture.hostTime } }
    session.attach(sink)
    session.setRate(1)
    session.setItem(EngineItem(url: try #require(URL(string: "http://link/index.m3u8"))))
    var stalls = 0
    for _ in 0..<185 {
      manual.advance(by: .seconds(1))
      stalls += session.takeEvents().count { if case .stalled = $0 { true } else { false } }
    }
    let position = session.currentTime().seconds
    session.close()
    link.close()
    #expect(stalls == 0)
    #expect(position >= 179, "\(position)")
    let shown = try #require(first.withLock { $0 })
    #expect(Double(shown.nanoseconds) / 1e9 - begin < 1.5, "what a film of 2 Mbit/s needs at 8")

    let asked = link.asked.filter { $0.path.hasSuffix(".ts") }.map {
      (variant: Int($0.path.split(separator: "/")[0]) ?? 0, at: $0.at - begin)
    }
    let story = asked.map { String(format: "%.0f:%d", $0.at, $0.variant) }.joined(separator: " ")
    #expect(asked.contains { $0.variant == 3 && $0.at < 20 }, "\(story)")
    let slow = asked.filter { (Self.drop..<Self.recovery).contains($0.at) }
    #expect(slow.prefix { $0.variant == 3 }.count <= 2, "\(story)")
    #expect(slow.dropFirst(2).allSatisfy { Self.ladder[$0.variant] < 1_000_000 }, "\(story)")
    #expect(asked.contains { $0.variant == 3 && (Self.recovery..<Self.recovery + 20).contains($0.at) }, "\(story)")
    let changes = zip(asked, asked.dropFirst()).filter { $0.variant != $1.variant }.map(\.1)
    for minute in 0..<3 {
      let here = changes.filter { (Double(minute) * 60..<Double(minute + 1) * 60).contains($0.at) }
      let turns = zip(here, here.dropFirst()).filter { before, next in
        let earlier = asked.last { $0.at < before.at }?.variant ?? before.variant
        return (before.variant - earlier) * (next.variant - before.variant) < 0
      }
      #expect(turns.count <= 1, "\(story)")
    }
  }
}
