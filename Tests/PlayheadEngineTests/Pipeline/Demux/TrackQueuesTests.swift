import CoreMedia
import PlayheadFFmpeg
import TestSupport
import Testing

@testable import PlayheadItems
@testable import PlayheadPipeline

/// Track 0 is video, track 1 is audio.
@Suite struct TrackQueuesTests {
  private let tracks = TrackQueues(limits: BufferLimits())
  private let video = PacketQueue.made()
  private let audio = PacketQueue.made()

  init() { tracks.select([0: video, 1: audio], video: 0) }

  private static func packet(_ time: Int64, track: Int32) -> Packet {
    .made(presentation: ticks(time), decode: ticks(time), track: track)
  }

  @Test func packetBelongsToQueueOfItsTrack() {
    #expect(tracks.takeQueue(for: Self.packet(0, track: 0)) === video)
    #expect(tracks.takeQueue(for: Self.packet(0, track: 1)) === audio)
    #expect(tracks.takeQueue(for: Self.packet(0, track: 2)) == nil)
    #expect(tracks.hasDistributed)
    tracks.restart()
    #expect(!tracks.hasDistributed)
  }

  @Test func afterRewindOnlyAddedTrackIsDistributedAgain() {
    for time in [0, 20] {
      for track in [0, 1] { _ = tracks.takeQueue(for: Self.packet(Int64(time), track: Int32(track))) }
    }
    tracks.rewind(for: 1)
    #expect(tracks.takeQueue(for: Self.packet(20, track: 0)) == nil)
    #expect(tracks.takeQueue(for: Self.packet(20, track: 1)) === audio)
    #expect(tracks.takeQueue(for: Self.packet(40, track: 0)) === video)
  }

  @Test func leadIsVideoOrElseFirstTrack() {
    #expect(tracks.lead == 0)
    tracks.select([3: audio, 5: video], video: nil)
    #expect(tracks.lead == 3)
    tracks.select([:], video: nil)
    #expect(tracks.lead == nil)
  }

  @Test func endIsAnnouncedOnce() {
    tracks.endTracks()
    tracks.endTracks()
    #expect(video.popSummaries() == ["end"])
    #expect(audio.popSummaries() == ["end"])
  }

  @Test func elementForVideoLeavesAudioAlone() {
    tracks.push(.drain, videoOnly: true)
    #expect(audio.isEmpty && !video.isEmpty)
    #expect(tracks.lacksAudio && tracks.holdsElements)
    tracks.clear()
    #expect(!tracks.holdsElements)
  }

  @Test func mediaIsMeasuredInTrackWithLeast() {
    for time in stride(from: Int64(0), through: 600, by: 300) {
      video.push(.packet(Self.packet(time, track: 0), skipsNonReference: false))
    }
    #expect(tracks.seconds == 0)
    for time in [Int64(0), 300] { audio.push(.packet(Self.packet(time, track: 1), skipsNonReference: false)) }
    #expect(tracks.seconds == 0.5)
    #expect(tracks.bytes == [300, 200])
  }
}
