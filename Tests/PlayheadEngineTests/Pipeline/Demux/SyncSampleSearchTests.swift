import CoreMedia
import PlayheadMedia
import TestSupport
import Testing

@testable import PlayheadFFmpeg
@testable import PlayheadPipeline

/// Track 0 is video with a keyframe every second, track 1 is audio.
@Suite struct SyncSampleSearchTests {
  private static func video(_ time: Int64, isKey: Bool = false) -> Packet {
    .made(presentation: ticks(time), decode: ticks(time), isKey: isKey)
  }
  private static func audio(_ time: Int64) -> Packet {
    .made(presentation: ticks(time), decode: ticks(time), isKey: true, track: 1)
  }

  private static let search = SyncSampleSearch(lead: 0, isVideo: true, byteLimit: 100_000)

  /// The tracks and times of the packets, in order.
  private static func summary(_ result: SyncSampleSearch.Result) -> [[Int64]] {
    result.packets.map { [Int64($0.streamIndex), $0.presentationTime.value] }
  }

  private func find(
    _ target: Int64, _ source: ScriptedSource, _ search: SyncSampleSearch = search, isAtStart: Bool = false
  ) throws -> SyncSampleSearch.Result {
    try search.find(
      ticks(target), source, isAtStart: isAtStart, admits: { $0.streamIndex <= 1 }, isInterrupted: { false })
  }

  @Test func dropsVideoBeforeSyncSampleAndRetainsAudio() throws {
    let source = ScriptedSource([
      Self.audio(500), Self.video(550), Self.audio(590), Self.video(600, isKey: true), Self.audio(610),
    ])
    let result = try find(700, source)
    #expect(result.key == ticks(600))
    #expect(Self.summary(result) == [[1, 500], [1, 590], [0, 600]])
    #expect(source.seeks == [ticks(700)])
  }

  @Test func searchesHalfASecondBackIfSyncSampleIsAfterTarget() throws {
    let packets = [Self.video(0, isKey: true), Self.video(600, isKey: true)]
    let source = ScriptedSource(packets) { $0 < ticks(300) ? 0 : 1 }
    let result = try find(500, source)
    #expect(result.key == .zero)
    #expect(source.seeks == [ticks(500), ticks(200)])
  }

  @Test func startAtBeginningNeedsNoSeek() throws {
    let source = ScriptedSource([Self.video(0, isKey: true)])
    let first = try find(0, source, isAtStart: true)
    #expect(first.key == .zero)
    #expect(source.seeks.isEmpty)
    let second = try find(0, source)
    #expect(second.key == .zero)
    #expect(source.seeks == [.zero])
  }

  @Test func usesAllPacketsIfNoSyncSampleIsMarked() throws {
    let source = ScriptedSource([Self.video(0), Self.video(20)])
    let result = try find(0, source)
    #expect(result.key == .zero)
    #expect(Self.summary(result) == [[0, 0], [0, 20]])
  }

  @Test func audioAloneBeginsATenthOfASecondEarly() throws {
    let source = ScriptedSource([Self.audio(540), Self.audio(560)])
    let result = try find(600, source, SyncSampleSearch(lead: 1, isVideo: false, byteLimit: 100_000))
    #expect(source.seeks == [ticks(540)])
    #expect(result.key == ticks(540))
  }

  @Test func sourceThatCannotSeekIsReadOn() throws {
    let source = ScriptedSource([Self.video(600, isKey: true)])
    source.info.isSeekable = false
    let result = try find(300, source)
    #expect(result.key == ticks(600))
    #expect(source.seeks.isEmpty)
  }

  @Test func givesUpAtByteLimit() throws {
    let source = ScriptedSource([Self.video(0), Self.video(20), Self.video(40, isKey: true)])
    let result = try find(0, source, SyncSampleSearch(lead: 0, isVideo: true, byteLimit: 200))
    #expect(Self.summary(result) == [[0, 0], [0, 20]])
  }

  /// AVI: the sync sample's decode time may be up to three frames before its presentation time.
  @Test func withoutPresentationTimesSyncSampleMustBeEarlier() throws {
    let packets = [Self.video(0, isKey: true), Self.video(600, isKey: true)]
    let source = ScriptedSource(packets) { $0 < ticks(500) ? 0 : 1 }
    source.info.hasPresentationTimes = false
    source.info.tracks = [Self.track(frameDuration: ticks(40))]
    // 600 + 3 · 40 is after 700, but not after 720.
    let early = try find(700, source)
    #expect(early.key == .zero)
    let late = try find(720, source)
    #expect(late.key == ticks(600))
    #expect(source.seeks == [ticks(700), ticks(400), ticks(720)])
  }

  private static func track(frameDuration: CMTime) -> TrackInfo {
    var track = TrackInfo(textCodec: "", timeRange: .zero)
    track.video = TrackInfo.VideoInfo(
      width: 16, height: 16, pixelAspect: .square, transform: .identity, frameRate: 15, minFrameDuration: frameDuration,
      color: .unspecified)
    return track
  }
}
