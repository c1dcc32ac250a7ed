import CoreMedia
import Foundation
import PlayheadFFmpeg
import TestSupport
import Testing

@testable import PlayheadItems
@testable import PlayheadPipeline

/// Track 0 is video without reordering, track 1 is audio.
@Suite struct PacketDistributorTests {
  private let video = PacketQueue.made()
  private let audio = PacketQueue.made()
  private let reports = Collected<PipelineReport>()
  private let source = ScriptedSource([])
  private let distributor: PacketDistributor

  init() {
    let tracks = TrackQueues(limits: BufferLimits())
    tracks.select([0: video, 1: audio], video: 0)
    let planner = NearbySeekPlanner(
      frameCache: DecodedFrameCache(limit: 0), decoderPool: DecoderPool(limit: 0), cacheBytes: 0)
    distributor = PacketDistributor(
      tracks: tracks, ancillary: AncillaryTrackExtractor(EngineItem(url: URL(fileURLWithPath: "/none"))),
      planner: planner, report: { [reports] in reports.add($0) })
  }

  private static func packet(_ time: Int64, track: Int32 = 0) -> Packet {
    .made(presentation: ticks(time), decode: ticks(time), isKey: time == 0, track: track)
  }

  /// Begins a start at the keyframe at zero.
  private func begin(_ mode: PipelineStart.Mode, at target: Int64) {
    let plan = PipelineStart(epoch: 7, generation: 1, target: ticks(target), kind: PipelineStart.Kind(mode))
    let prepared = distributor.prepare(plan, source)
    distributor.begin(
      prepared.plan, resuming: prepared.resumed, at: .init(key: .zero, packets: [Self.packet(0)]), in: source.info)
  }

  @Test func pausedSeekIsIdleOnceItsFrameIsKnown() {
    #expect(distributor.isIdle)
    begin(.pausedSeek, at: 45)
    for time in [Int64(20), 40] { distributor.distribute(Self.packet(time)) }
    distributor.distribute(Self.packet(40, track: 1))
    #expect(!distributor.isIdle)
    distributor.distribute(Self.packet(60))
    #expect(distributor.isIdle)
    #expect(
      video.popSummaries() == [
        "begin 45", "packet 0 skippable", "packet 20 skippable", "frame 40", "packet 40", "drain",
      ])
    #expect(audio.popSummaries() == ["begin 45"], "a paused seek needs no audio")
  }

  @Test func playbackReadsToEnd() {
    begin(.playback, at: 0)
    for time in [Int64(20), 40] { distributor.distribute(Self.packet(time)) }
    distributor.distribute(Self.packet(0, track: 1))
    #expect(!distributor.isIdle)
    distributor.finish()
    #expect(distributor.isIdle)
    #expect(video.popSummaries() == ["begin 0", "frame 0", "packet 0", "packet 20", "packet 40", "end"])
    #expect(audio.popSummaries() == ["begin 0", "packet 0", "end"])
    #expect(reports.all.count == 1)
    guard case .readEverything(epoch: 7) = reports.all.first else {
      Issue.record("the end was not reported")
      return
    }
  }

  @Test func pausedSeekPastLastFrameShowsIt() {
    begin(.pausedSeek, at: 500)
    distributor.distribute(Self.packet(20))
    distributor.finish()
    #expect(
      video.popSummaries() == ["begin 500", "packet 0 skippable", "frame 20", "packet 20", "drain", "end"])
    #expect(reports.all.isEmpty, "only playback reports that everything was read")
  }

  @Test func withoutPresentationTimesPausedSeekStartsLikePlayback() {
    source.info.hasPresentationTimes = false
    begin(.pausedSeek, at: 45)
    #expect(distributor.start?.mode == .playback)
    #expect(video.popSummaries() == ["begin 45", "packet 0"])
  }

  @Test func newStartRemovesQueuedPackets() {
    begin(.playback, at: 0)
    distributor.distribute(Self.packet(0, track: 1))
    _ = distributor.prepare(PipelineStart(epoch: 8, generation: 2, target: .zero, kind: .play()), source)
    #expect(video.isEmpty && audio.isEmpty)
  }

  /// As without `ScrubController`: a paused seek ends by draining the decoder.
  @Test func pausedSeekNeedsNoPlanner() {
    let tracks = TrackQueues(limits: BufferLimits())
    tracks.select([0: video], video: 0)
    let plain = PacketDistributor(
      tracks: tracks, ancillary: AncillaryTrackExtractor(EngineItem(url: URL(fileURLWithPath: "/none"))),
      planner: nil, report: { [reports] in reports.add($0) })
    let start = PipelineStart(epoch: 7, generation: 1, target: ticks(45), kind: .showFrame())
    #expect(!plain.beginNearby(start, source))
    let prepared = plain.prepare(start, source)
    #expect(prepared.plan == start && prepared.resumed == nil)
    plain.begin(start, resuming: nil, at: .init(key: .zero, packets: [Self.packet(0)]), in: source.info)
    for time in [Int64(20), 40, 60] { plain.distribute(Self.packet(time)) }
    #expect(plain.isIdle && !plain.mayPrefetch)
    #expect(
      video.popSummaries() == [
        "begin 45", "packet 0 skippable", "packet 20 skippable", "frame 40", "packet 40", "drain",
      ])
  }
}
