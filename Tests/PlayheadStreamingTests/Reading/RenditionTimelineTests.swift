import CoreMedia
import PlayheadStreaming
import Testing

@testable import PlayheadHLS

@Suite struct RenditionTimelineTests {
  private func at(_ seconds: Double) -> CMTime { CMTime(seconds: seconds, preferredTimescale: 1000) }

  /// A part whose container has the same times as its tags.
  private func part(_ first: Double?, expected: Double, discontinuity: Int = 0) -> PartStart {
    PartStart(
      firstTime: first.map(at), containerTime: at(first ?? 0), expected: at(expected), discontinuity: discontinuity,
      wraps: false)
  }

  // MARK: Origins

  @Test func firstPartOfADiscontinuitySetsItsOrigin() {
    var timeline = RenditionTimeline()
    var shared = TimestampOrigins()
    #expect(timeline.origin(of: part(1000, expected: 4), shared: &shared) == at(996))
    #expect(shared.known(0) == at(996))
  }

  @Test func laterPartKeepsTheOriginWhateverThePlaylistRounds() {
    var timeline = RenditionTimeline()
    var shared = TimestampOrigins()
    _ = timeline.origin(of: part(1000, expected: 0), shared: &shared)
    #expect(timeline.origin(of: part(1010, expected: 9.8), shared: &shared) == at(1000))
  }

  @Test func packedAudioIsPlacedByItsTag() {
    // The tag states 1010 s, the container counts from zero: 10 s of the timeline are 0 s of the container.
    let start = PartStart(
      firstTime: at(1010), containerTime: .zero, expected: at(10), discontinuity: 0, wraps: true)
    var origins = TimestampOrigins()
    _ = part(1000, expected: 0).origin(in: &origins)
    #expect(start.origin(in: &origins) == at(-10))
  }

  @Test func partWithoutTimestampsStartsWhereItIsExpected() {
    var origins = TimestampOrigins()
    #expect(part(nil, expected: 8).origin(in: &origins) == at(-8))
    #expect(!origins.isKnown(0))
  }

  @Test func timesFarFromThePlaylistGetSeparateOrigins() {
    var timeline = RenditionTimeline()
    var shared = TimestampOrigins()
    _ = timeline.origin(of: part(1000, expected: 0), shared: &shared)
    // An encoder restarted: 5 s stands where the playlist has 20 s.
    #expect(timeline.origin(of: part(5, expected: 20), shared: &shared) == at(-15))
    #expect(shared.known(0) == at(1000))
    // The following part has the same separate origin.
    #expect(timeline.origin(of: part(9, expected: 24), shared: &shared) == at(-15))
  }

  @Test func driftOfTenSecondsIsAccepted() {
    var timeline = RenditionTimeline()
    var shared = TimestampOrigins()
    _ = timeline.origin(of: part(1000, expected: 0), shared: &shared)
    #expect(timeline.origin(of: part(1030, expected: 20), shared: &shared) == at(1000))
  }

  @Test func contiguousTimesAreAcceptedWhateverThePlaylistStates() {
    var timeline = RenditionTimeline()
    var shared = TimestampOrigins()
    _ = timeline.origin(of: part(1000, expected: 0), shared: &shared)
    timeline.advance(to: at(39.5))
    #expect(timeline.origin(of: part(1040, expected: 20), shared: &shared) == at(1000))
  }

  @Test func separateOriginsEndAtAnotherDiscontinuityAndASeek() {
    for endsBySeek in [false, true] {
      var timeline = RenditionTimeline()
      var shared = TimestampOrigins()
      _ = timeline.origin(of: part(1000, expected: 0), shared: &shared)
      timeline.beginSeparateOrigins(discontinuity: 0)
      timeline.begin(discontinuity: 0)
      #expect(timeline.origin(of: part(1004, expected: 5), shared: &shared) == at(999))
      if endsBySeek { timeline.restart() } else { timeline.begin(discontinuity: 1) }
      #expect(timeline.origin(of: part(1008, expected: 8), shared: &shared) == at(1000))
    }
  }

  @Test func newDiscontinuityIsExpectedAtTheReadPosition() {
    var timeline = RenditionTimeline()
    var shared = TimestampOrigins()
    _ = timeline.origin(of: part(1000, expected: 0), shared: &shared)
    timeline.advance(to: at(12.1))
    #expect(timeline.expectedStart(discontinuity: 0, playlist: at(12), shared: shared) == at(12))
    #expect(timeline.expectedStart(discontinuity: 1, playlist: at(12), shared: shared) == at(12.1))
    timeline.restart()
    #expect(timeline.expectedStart(discontinuity: 1, playlist: at(12), shared: shared) == at(12))
  }

  // MARK: Read position

  @Test func readPositionIsTheLatestEnd() {
    var timeline = RenditionTimeline()
    timeline.advance(to: .invalid)
    #expect(timeline.readEnd == nil)
    for end in [4.0, 3, 5, 4.5] { timeline.advance(to: at(end)) }
    timeline.advance(to: .indefinite)
    #expect(timeline.readEnd == at(5))
    timeline.stop()
    #expect(timeline.readEnd == nil)
  }

  @Test func distanceToTheLiveEdge() throws {
    let text = "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\na\n#EXTINF:4,\nb\n"
    let live = PlaylistTimeline(try MediaPlaylistTests.parse(text))
    let ended = PlaylistTimeline(try MediaPlaylistTests.parse(text + "#EXT-X-ENDLIST"))
    var timeline = RenditionTimeline()
    #expect(timeline.secondsToEdge(of: live) == .infinity)
    timeline.advance(to: at(5))
    #expect(timeline.secondsToEdge(of: live) == 3)
    #expect(timeline.secondsToEdge(of: ended) == .infinity)
    #expect(timeline.secondsToEdge(of: nil) == .infinity)
    timeline.advance(to: at(9))
    #expect(timeline.secondsToEdge(of: live) == 0)
  }
}
