import CoreMedia
import Foundation
import PlayheadEngine
import PlayheadStreaming
import PlayheadTesting
import Testing

/// Playlists of a few lines with the largest numbers that the specification's types permit.
@Suite("§5.1 numbers out of range in playlists")
struct HostileNumbersTests {
  private func run(
    lines: [String], durations: [String] = [], isLive: Bool = false, seconds: Double = 3,
    also: (StreamRun) -> Void = { _ in }
  ) throws -> StreamRun {
    let server = try FaultServer()
    let sliced = try SlicedStream.transport("start-offset.ts")
    var text = ["#EXTM3U", "#EXT-X-VERSION:9"] + lines
    for index in sliced.segments.indices {
      let own = durations.isEmpty ? "\(sliced.segments[index].duration)" : durations[index % durations.count]
      text += ["#EXTINF:\(own),", "\(index).ts"]
    }
    if !isLive { text.append("#EXT-X-ENDLIST") }
    sliced.serve("/a", on: server, playlist: text.joined(separator: "\n"))
    let run = StreamRun(server.url("/a/index.m3u8"))
    run.run(seconds: 0.2)
    also(run)
    run.run(seconds: seconds)
    return run
  }

  @Test(
    "segments of thirty years play, or fail with an error",
    arguments: [["999999999"], ["999999999.999999", "1"], ["0"], ["0", "999999999"], ["1e9"], ["nan", "inf"]])
  func lengths(_ durations: [String]) throws {
    let run = try run(lines: ["#EXT-X-TARGETDURATION:2"], durations: durations)
    #expect(run.failure != nil || !run.frames.isEmpty)
  }

  @Test(
    "a start before or after everything is clamped to the stream",
    arguments: [
      "-5", "5", "-999999999999999999999", "999999999999999999999", "-9223372036854775808", "nan", "-0",
    ], [["1"], ["999999999"]])
  func starts(_ offset: String, _ durations: [String]) throws {
    let run = try run(
      lines: ["#EXT-X-TARGETDURATION:2", "#EXT-X-START:TIME-OFFSET=\(offset)"], durations: durations)
    #expect(run.failure != nil || run.position.isFinite)
  }

  @Test(
    "a live window of centuries can be fast-forwarded and its end sought", arguments: [2, -1, 0.5] as [Float])
  func liveWindows(_ rate: Float) throws {
    let run = try run(lines: ["#EXT-X-TARGETDURATION:999999"], durations: ["999999999"], isLive: true) {
      $0.session.setRate(rate)
      $0.run(seconds: 1)
      $0.seek(to: 9e18)
      $0.run(seconds: 1)
      $0.seek(to: -9e18)
    }
    #expect(run.failure != nil || run.position.isFinite)
  }

  @Test(
    "every tag accepts the largest numbers",
    arguments: [
      "#EXT-X-MEDIA-SEQUENCE:9223372036854775807", "#EXT-X-MEDIA-SEQUENCE:9007199254740992",
      "#EXT-X-DISCONTINUITY-SEQUENCE:9223372036854775807\n#EXT-X-DISCONTINUITY",
      "#EXT-X-TARGETDURATION:9223372036854775807", "#EXT-X-TARGETDURATION:999999",
      "#EXT-X-SERVER-CONTROL:HOLD-BACK=9e99,PART-HOLD-BACK=99999999999999999999,CAN-SKIP-UNTIL=99999999999999999999",
      "#EXT-X-SERVER-CONTROL:HOLD-BACK=99999999999999999999,CAN-BLOCK-RELOAD=YES",
      "#EXT-X-BITRATE:9223372036854775807",
      "#EXT-X-PART-INF:PART-TARGET=99999999999999999999999",
      "#EXT-X-PROGRAM-DATE-TIME:9999-12-31T23:59:59.999999999Z",
      "#EXT-X-DATERANGE:ID=\"a\",START-DATE=\"9999-12-31T23:59:60Z\",DURATION=99999999999999999999999",
    ], [true, false])
  func tags(_ tag: String, isLive: Bool) throws {
    let run = try run(lines: ["#EXT-X-TARGETDURATION:2", tag], isLive: isLive)
    #expect(run.failure != nil || !run.frames.isEmpty)
  }

  @Test("wraparounds that would take thousands of years are ignored")
  func origins() {
    var origins = TimestampOrigins()
    _ = origins.origin(ofDiscontinuity: 0, first: .zero, expected: .zero, wraps: true)
    for seconds in [1e18, -1e18, 1e15, .infinity] {
      let origin = origins.origin(
        ofDiscontinuity: 0, first: .zero, expected: CMTime(seconds: seconds, preferredTimescale: 1), wraps: true)
      #expect(origin == .zero)
    }
  }
}
