import CoreMedia
import Foundation
import PlayheadMedia
import PlayheadTesting
import TestSupport
import Testing

@testable import PlayheadEngine
@testable import PlayheadItems

/// Two angles of the same events (RFC 8216 §8.7): one in color, one in gray, both with the same numbers at the same
/// times.
@Suite("Video angles")
struct AngleTests {
  private let server: FaultServer

  init() throws {
    server = try FaultServer()
    let multivariant = """
      #EXTM3U
      #EXT-X-MEDIA:TYPE=VIDEO,GROUP-ID="low",NAME="Grey",LANGUAGE="en",AUTOSELECT=YES,URI="grey/index.m3u8"
      #EXT-X-MEDIA:TYPE=VIDEO,GROUP-ID="low",NAME="Main",AUTOSELECT=YES,DEFAULT=YES
      #EXT-X-STREAM-INF:BANDWIDTH=800000,RESOLUTION=320x180,CODECS="avc1.64001f,mp4a.40.2",VIDEO="low"
      main/index.m3u8

      """
    server.serve("/index.m3u8", ServedResource(.data(Data(multivariant.utf8))))
    try SlicedStream.transport("start-offset.ts").serve("/main", on: server)
    try SlicedStream.transport("second-angle.ts").serve("/grey", on: server)
  }

  /// Whether a frame is gray: all of the middle rows of its first chroma plane are in the middle.
  private static func isGrey(_ videoFrame: CapturedFrame) -> Bool {
    guard let plane = videoFrame.frame.baseAddress(ofPlane: 1) else { return false }
    let row = plane + videoFrame.height / 4 * videoFrame.frame.bytesPerRow(ofPlane: 1)
    return (0..<videoFrame.width / 2).allSatisfy { abs(Int(row[$0]) - 128) < 6 }
  }

  private func choose(_ track: Int, _ run: StreamRun) {
    run.item.choose { $0.visual = .track(track) }
    run.session.trackSelectionChanged(of: run.item)
  }

  @Test("each is a track with its name; the default one plays, and the other is not fetched")
  func tracks() throws {
    let run = StreamRun(server.url("/index.m3u8"))
    run.run(seconds: 12)
    let info = try #require(run.item.snapshot.info)
    #expect(info.tracks.map(\.kind) == [.video, .audio, .video])
    #expect(info.tracks.map(\.title) == ["Main", nil, "Grey"])
    #expect(info.tracks.map(\.isDefault)[0] && !info.tracks[2].isDefault)
    #expect(run.item.snapshot.videoTrack == 0 && run.item.snapshot.angle == 0)
    #expect(run.hasEnded && run.frames.count == 300)
    #expect(!run.frames.contains(where: Self.isGrey))
    #expect(!server.requests.contains { $0.path.hasPrefix("/grey") })
  }

  @Test("selected while playing: playback continues at the same position in the other angle, and back")
  func switches() throws {
    let run = StreamRun(server.url("/index.m3u8"))
    run.run(seconds: 3)
    #expect(run.position > 2.5 && !run.frames.contains(where: Self.isGrey))
    let first = run.frames.count
    choose(2, run)
    run.run(seconds: 3)
    #expect(run.item.snapshot.angle == 2)
    let middle = run.frames.count
    choose(0, run)
    run.run(seconds: 12)
    #expect(run.hasEnded && run.failure == nil && run.item.snapshot.angle == 0)
    let looks = run.frames.map(Self.isGrey)
    #expect(!looks[..<first].contains(true))
    // A frame already queued may still be the old one.
    #expect(looks[(first + 2)..<middle].allSatisfy { $0 })
    #expect(!looks[(middle + 2)...].contains(true))
    // Times continue: the frame at the switch may repeat once.
    let numbers = run.frames.compactMap { FrameNumber.read($0.frame) }
    #expect(numbers.count == run.frames.count)
    for (number, next) in zip(numbers, numbers.dropFirst()) { #expect((0...2).contains(next - number)) }
    #expect(numbers.first == 0 && numbers.last == 299)
  }

  @Test("while paused the same frame of the other angle is shown")
  func paused() throws {
    let run = StreamRun(server.url("/index.m3u8"))
    run.run(seconds: 3)
    run.session.setRate(0)
    run.run(seconds: 1)
    let number = run.frames.last.flatMap { FrameNumber.read($0.frame) }
    choose(2, run)
    run.run(seconds: 1)
    let last = try #require(run.frames.last)
    #expect(Self.isGrey(last) && FrameNumber.read(last.frame) == number)
  }

  @Test("selected before playing, and an unavailable one")
  func early() throws {
    let early = StreamRun(server.url("/index.m3u8")) { $0.choose { $0.visual = .track(2) } }
    early.run(seconds: 14)
    #expect(early.hasEnded && early.frames.filter { !Self.isGrey($0) }.count <= 2)

    server.serve("/grey/index.m3u8", ServedResource(.data(Data())))
    let refused = StreamRun(server.url("/index.m3u8"))
    refused.run(seconds: 3)
    choose(2, refused)
    refused.run(seconds: 12)
    #expect(refused.hasEnded && refused.failure == nil)
    #expect(!refused.frames.contains(where: Self.isGrey))
    #expect(!refused.item.log.errors.isEmpty)
  }
}
