import AVFoundation
import TestSupport
import Testing

@Suite("Editing of compositions") struct CompositionEditingTests {
  private typealias Scene = CompositionScene

  private static func code(_ body: () throws -> Void) -> AVError.Code? {
    do {
      try body()
      return nil
    } catch {
      return (error as? AVError)?.code
    }
  }

  private static func second(_ value: CMTimeValue) -> CMTime { CMTime(value: value, timescale: 1) }

  @Test("an asset is inserted with all tracks, which remain in sync")
  func insertingAssets() throws {
    let composition = AVMutableComposition()
    let asset = AVURLAsset(url: Fixture.url("rotated.mp4"))
    let silent = AVURLAsset(url: Fixture.url("video-only.mp4"))
    try composition.insertTimeRange(Scene.frames(0..<30), of: asset, at: .zero)
    try composition.insertTimeRange(Scene.frames(30..<90), of: silent, at: .invalid)
    try composition.insertTimeRange(Scene.frames(0..<30), of: asset, at: Self.second(1))
    #expect(composition.duration == Self.second(4))
    let tracks: [AVMutableCompositionTrack] = composition.tracks
    #expect(tracks.map(\.mediaType) == [.video, .audio])
    #expect(tracks[0].segments.map(\.timeMapping.target.duration.seconds) == [1, 1, 2])
    #expect(
      tracks[0].segments.map { $0.sourceURL?.lastPathComponent } == ["rotated.mp4", "rotated.mp4", "video-only.mp4"])
    #expect(tracks[1].segments.map(\.timeMapping.target.duration.seconds) == [1, 1])
    #expect(tracks[0].preferredTransform == asset.tracks[0].preferredTransform)
    #expect(composition.naturalSize == CGSize(width: 320, height: 180))
    #expect(composition.isPlayable && composition.providesPreciseDurationAndTiming)
    #expect(tracks[0].samplePresentationTime(forTrackTime: Self.second(3)) == Self.second(2))
    #expect(tracks[0].segment(forTrackTime: Self.second(3))?.sourceTrackID == silent.tracks[0].trackID)
  }

  @Test("properties are loaded like those of files")
  func loading() async throws {
    let composition = AVMutableComposition()
    try await composition.insertTimeRange(
      Scene.frames(0..<30), of: AVURLAsset(url: Fixture.url("h264-bframes.mp4")), at: .zero)
    let (duration, tracks) = try await composition.load(.duration, .tracks)
    #expect(duration == Self.second(1) && tracks.count == 2)
    let video: [AVMutableCompositionTrack] = try await composition.loadTracks(withMediaType: .video)
    let (rate, size) = try await video[0].load(.nominalFrameRate, .naturalSize)
    #expect(rate == 30 && size == CGSize(width: 320, height: 180))
    #expect(composition.tracks(withMediaType: .audio).map(\.mediaType) == [.audio])
    // As any asset it has the same tracks.
    let asset: AVAsset = composition
    #expect(asset.tracks.map(\.trackID) == tracks.map(\.trackID))
  }

  @Test("copies are independent")
  func copies() throws {
    let composition = AVMutableComposition()
    try composition.insertTimeRange(
      Scene.frames(0..<30), of: AVURLAsset(url: Fixture.url("h264-bframes.mp4")), at: .zero)
    let fixed = try #require(composition.copy() as? AVComposition)
    let other = try #require(fixed.mutableCopy() as? AVMutableComposition)
    #expect(!(fixed is AVMutableComposition))
    composition.removeTimeRange(Scene.frames(0..<15))
    other.insertEmptyTimeRange(Scene.frames(0..<15))
    #expect(fixed.copy() as? AVComposition === fixed)
    #expect([composition.duration, fixed.duration, other.duration].map(\.seconds) == [0.5, 1, 1.5])
    #expect(fixed.tracks.allSatisfy { $0.asset === fixed })
    #expect(fixed.tracks.map(\.trackID) == composition.tracks.map(\.trackID))
  }

  @Test("tracks are added, found and removed; only video and audio can be played")
  func tracks() throws {
    let composition = AVMutableComposition()
    let first = try #require(composition.addMutableTrack(withMediaType: .audio, preferredTrackID: 7))
    let second = try #require(composition.addMutableTrack(withMediaType: .video, preferredTrackID: 7))
    #expect(first.trackID == 7 && second.trackID == 1)
    #expect(composition.addMutableTrack(withMediaType: .subtitle, preferredTrackID: 9) == nil)
    #expect(composition.track(withTrackID: 7) === first)
    #expect(composition.mutableTrack(compatibleWith: second) === second)
    #expect(!composition.isPlayable && composition.duration == .zero)
    first.addTrackAssociation(to: second, type: .audioFallback)
    #expect(first.associatedTracks(ofType: .audioFallback) == [second])
    composition.removeTrack(second)
    #expect(composition.tracks == [first] && first.associatedTracks(ofType: .audioFallback) == [])
  }

  @Test("segments can be set, by URL alone")
  func settingSegments() throws {
    let composition = AVMutableComposition()
    let track = try #require(composition.addMutableTrack(withMediaType: .video, preferredTrackID: 0))
    let file = Fixture.url("h264-bframes.mp4")
    let identifier = try #require(AVURLAsset(url: file).tracks(withMediaType: .video).first).trackID
    let segments = [
      AVCompositionTrackSegment(timeRange: Scene.frames(0..<30)),
      AVCompositionTrackSegment(
        url: file, trackID: identifier, sourceTimeRange: Scene.frames(99..<129),
        targetTimeRange: Scene.frames(30..<60)),
    ]
    try track.validateSegments(segments)
    track.segments = segments
    #expect(track.segments.map(\.isEmpty) == [true, false] && track.naturalSize.width == 320)
    let generator = AVAssetImageGenerator(asset: composition)
    generator.requestedTimeToleranceBefore = .zero
    let image = try generator.copyCGImage(at: Scene.frame(30), actualTime: nil)
    #expect(FrameNumber.read(image) == 99)
    #expect(
      Self.code { try track.validateSegments([segments[1]]) } == .compositionTrackSegmentsNotContiguous)
    track.segments = [segments[1]]
    #expect(track.segments.count == 2)
  }

  @Test("ranges and tracks that cannot be used have Apple's error codes")
  func badInput() throws {
    let composition = AVMutableComposition()
    let asset = AVURLAsset(url: Fixture.url("h264-bframes.mp4"))
    let video = try #require(asset.tracks(withMediaType: .video).first)
    let track = try #require(composition.addMutableTrack(withMediaType: .video, preferredTrackID: 0))
    let range = Scene.frames(0..<30)
    func insert(_ range: CMTimeRange, at time: CMTime = .zero) -> AVError.Code? {
      Self.code { try track.insertTimeRange(range, of: video, at: time) }
    }
    #expect(insert(.invalid) == .invalidCompositionTrackSegmentSourceStartTime)
    #expect(insert(.zero) == .invalidCompositionTrackSegmentSourceDuration)
    #expect(
      insert(CMTimeRange(start: .zero, duration: .positiveInfinity)) == .invalidCompositionTrackSegmentSourceDuration)
    #expect(insert(Scene.frames(3000..<3030)) == .invalidCompositionTrackSegmentSourceStartTime)
    #expect(insert(range, at: .indefinite) == .compositionTrackSegmentsNotContiguous)
    #expect(insert(range, at: Scene.frame(-1)) == .compositionTrackSegmentsNotContiguous)
    let audio = try #require(asset.tracks(withMediaType: .audio).first)
    #expect(Self.code { try track.insertTimeRange(range, of: audio, at: .zero) } == .invalidSourceMedia)
    #expect(
      Self.code { try track.insertTimeRanges([NSValue(timeRange: range)], of: [], at: .zero) } == .invalidSourceMedia)
    #expect(
      Self.code {
        try composition.insertTimeRange(range, of: AVURLAsset(url: Fixture.url("truncated-no-moov.mp4")), at: .zero)
      } == .fileFailedToParse)
    #expect(Self.code { try composition.insertTimeRange(.invalid, of: asset, at: .zero) } != nil)
    #expect(composition.duration == .zero && track.segments.isEmpty)
  }

  @Test("a composition can be inserted into another one")
  func nested() throws {
    let inner = AVMutableComposition()
    let asset = AVURLAsset(url: Fixture.url("h264-bframes.mp4"))
    try inner.insertTimeRange(Scene.frames(30..<60), of: asset, at: .zero)
    try inner.insertTimeRange(Scene.frames(90..<120), of: asset, at: .invalid)
    let outer = AVMutableComposition()
    try outer.insertTimeRange(Scene.frames(15..<45), of: inner, at: .zero)
    #expect(outer.tracks.map(\.segments.count) == [2, 2])
    let generator = AVAssetImageGenerator(asset: outer)
    generator.requestedTimeToleranceBefore = .zero
    let numbers = try [0, 14, 15, 29].map {
      FrameNumber.read(try generator.copyCGImage(at: Scene.frame($0), actualTime: nil))
    }
    #expect(numbers == [45, 59, 90, 104])
  }

  @Test("an item of a file that is gone fails with its error")
  func missingFile() throws {
    let composition = AVMutableComposition()
    let track = try #require(composition.addMutableTrack(withMediaType: .video, preferredTrackID: 0))
    track.segments = [
      AVCompositionTrackSegment(
        url: Fixture.url("no-such-file.mp4"), trackID: 1, sourceTimeRange: Scene.frames(0..<30),
        targetTimeRange: Scene.frames(0..<30))
    ]
    #expect(throws: (any Error).self) {
      try AVAssetImageGenerator(asset: composition).copyCGImage(at: .zero, actualTime: nil)
    }
  }
}
