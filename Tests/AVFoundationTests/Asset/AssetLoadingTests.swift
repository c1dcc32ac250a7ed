import AVFoundation
import PlayheadItems
import PlayheadNetworking
import Synchronization
import Testing

@Suite("§2 assets")
struct AssetLoadingTests {
  @Test("§2.1 the three loading styles return the same values")
  func threeStyles() async throws {
    let url = Fixture.url("demo.mp4")
    let loaded = AVURLAsset(url: url)
    let (duration, tracks, isPlayable) = try await loaded.load(.duration, .tracks, .isPlayable)
    #expect(duration == CMTime(seconds: 20, preferredTimescale: 600))
    #expect(isPlayable)

    let keyed = AVURLAsset(url: url)
    await withCheckedContinuation { continuation in
      keyed.loadValuesAsynchronously(forKeys: ["tracks", "duration"]) { continuation.resume() }
    }
    #expect(keyed.statusOfValue(forKey: "tracks", error: nil) == .loaded)
    #expect(keyed.duration == duration)
    #expect(keyed.tracks.map(\.trackID) == tracks.map(\.trackID))

    let waited = AVURLAsset(url: url)
    #expect(waited.duration == duration)
    #expect(waited.tracks.map(\.mediaType) == tracks.map(\.mediaType))
  }

  @Test("§2.1 reading the status starts no loading")
  func status() async throws {
    let asset = AVURLAsset(url: Fixture.url("demo.mp4"))
    guard case .notYetLoaded = asset.status(of: .duration) else { return #expect(Bool(false)) }
    #expect(asset.statusOfValue(forKey: "duration", error: nil) == .unknown)
    let duration = try await asset.load(.duration)
    guard case .loaded(duration) = asset.status(of: .duration) else { return #expect(Bool(false)) }
  }

  @Test("§2.1 an unopenable file fails with its error in each style; getters return the defaults")
  func failure() async throws {
    let asset = AVURLAsset(url: Fixture.url("text.mp4"))
    await #expect(throws: AVError.self) { try await asset.load(.tracks) }
    guard case .failed(let failure) = asset.status(of: .tracks) else { return #expect(Bool(false)) }
    #expect(failure.code == -11828)
    var error: NSError?
    #expect(asset.statusOfValue(forKey: "tracks", error: &error) == .failed)
    #expect(error?.code == -11828)
    #expect(asset.duration == .zero)
    #expect(asset.tracks.isEmpty)
    #expect(!asset.isPlayable)
  }

  @Test("§2.1 the handler is called once; unknown keys end as failed")
  func unknownKey() async {
    let asset = AVURLAsset(url: Fixture.url("demo.mp4"))
    await asset.loadValues(forKeys: ["duration", "noSuchKey"])
    var error: NSError?
    #expect(asset.statusOfValue(forKey: "noSuchKey", error: &error) == .failed)
    #expect(error != nil)
    #expect(asset.statusOfValue(forKey: "duration", error: &error) == .loaded)
    #expect(error == nil)
    let calls = Atomic<Int>(0)
    asset.loadValuesAsynchronously(forKeys: ["tracks"]) { calls.add(1, ordering: .relaxed) }
    #expect(calls.load(ordering: .relaxed) == 1, "at once when everything is loaded")
  }

  @Test("AVAsset(url:) makes an AVURLAsset")
  func factory() throws {
    let asset = AVAsset(url: Fixture.url("demo.mp4"))
    #expect((asset as? AVURLAsset)?.url == Fixture.url("demo.mp4"))
    #expect(asset.copy() as? AVAsset === asset)
  }

  @Test("§2.3 tracks describe their content")
  func tracks() async throws {
    let asset = AVURLAsset(url: Fixture.url("demo.mp4"))
    let video = try #require(try await asset.loadTracks(withMediaType: .video).first)
    let (size, rate, transform) = try await video.load(.naturalSize, .nominalFrameRate, .preferredTransform)
    #expect(size == CGSize(width: 1280, height: 720))
    #expect(rate == 30)
    #expect(transform.isIdentity)
    #expect(video.timeRange.duration.seconds == 20)
    #expect(video.isEnabled && video.isPlayable && video.isDecodable)
    #expect(video.hasMediaCharacteristic(.visual) && !video.hasMediaCharacteristic(.audible))
    #expect(video.estimatedDataRate > 0)
    #expect(video.minFrameDuration == CMTime(value: 1, timescale: 30))
    #expect(video.asset === asset)
    let blocks = asset.tracks(withMediaType: .audio)
    #expect(blocks.count == 2)
    #expect(Set(blocks.map(\.trackID)).count == 2)
    #expect(blocks.filter(\.isEnabled).count == 1, "the second language is not played unless selected")
    #expect(Set(blocks.compactMap(\.languageCode)).count == 2)
    #expect(asset.tracks(withMediaCharacteristic: .legible).count == 2)
    #expect(asset.track(withTrackID: video.trackID) === video)
    #expect(asset.track(withTrackID: 999) == nil)
  }

  @Test("§2.1 cancelLoading ends pending loads; loading again starts anew")
  func cancel() async throws {
    let pipe = try SilentPipe()
    let asset = AVURLAsset(url: pipe.url)
    let events = EventLog()
    asset.loadValuesAsynchronously(forKeys: ["duration"]) { events.add("handler") }
    #expect(asset.statusOfValue(forKey: "duration", error: nil) == .loading)
    #expect(asset.statusOfValue(forKey: "tracks", error: nil) == .unknown)
    asset.cancelLoading()
    #expect(asset.statusOfValue(forKey: "duration", error: nil) == .cancelled)
    #expect(events.take() == ["handler"])
    asset.loadValuesAsynchronously(forKeys: ["duration"])
    #expect(asset.statusOfValue(forKey: "duration", error: nil) == .loading)
    asset.cancelLoading()
  }

  @Test("§2.1 a cancelled task throws CancellationError; other waiting tasks continue")
  func cancelledTask() async throws {
    let pipe = try SilentPipe()
    let asset = AVURLAsset(url: pipe.url)
    let task = Task { try await asset.load(.duration) }
    let other = Task { try await asset.load(.tracks) }
    while asset.statusOfValue(forKey: "duration", error: nil) != .loading
      || asset.statusOfValue(forKey: "tracks", error: nil) != .loading
    {
      await Task.yield()
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(asset.statusOfValue(forKey: "tracks", error: nil) == .loading)
    other.cancel()
    await #expect(throws: CancellationError.self) { try await other.value }
    #expect(asset.statusOfValue(forKey: "tracks", error: nil) == .unknown)
  }

  @Test("a task cancelled before it starts does not wait")
  func cancelledBefore() async throws {
    let pipe = try SilentPipe()
    let asset = AVURLAsset(url: pipe.url)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await asset.load(.duration)
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("opening by a player answers all pending loads of the asset")
  func openingAnswersLoads() async throws {
    let asset = AVURLAsset(url: Fixture.url("demo.mp4"))
    let stage = Stage()
    stage.player.replaceCurrentItem(with: AVPlayerItem(asset: asset))
    stage.settle()
    guard case .loaded = asset.status(of: .tracks) else { return #expect(Bool(false)) }
  }

  @Test("§2.1 durations of streams without an index are not precise")
  func precise() {
    #expect(AVURLAsset(url: Fixture.url("demo.mp4")).providesPreciseDurationAndTiming)
    #expect(!AVURLAsset(url: Fixture.url("mpeg2.ts")).providesPreciseDurationAndTiming)
  }

  @Test("the player reads a single-pass source; the asset consumes none of it")
  @MainActor func pipes() async throws {
    let pipe = try SilentPipe()
    let asset = AVURLAsset(url: pipe.url)
    let item = AVPlayerItem(asset: asset)
    let player = AVPlayer(playerItem: item)
    // Both wait for the pipe. Only one of them may open it.
    async let tracks = asset.load(.tracks)
    async let metadata = asset.load(.metadata)
    try pipe.write(Fixture.url("vp9.webm"))
    #expect(try await tracks.map(\.mediaType) == [.video, .audio])
    _ = try await metadata
    var statuses = item.publisher(for: \.status, options: [.initial, .new]).values.makeAsyncIterator()
    while let status = await statuses.next(), status == .unknown {}
    #expect(item.status == .readyToPlay && item.error == nil)
    player.replaceCurrentItem(with: nil)
  }
}

/// A pipe without a writer.
private final class SilentPipe {
  let url = FileManager.default.temporaryDirectory.appendingPathComponent("playhead-\(UUID().uuidString)")

  /// The limit on a pipe's silence is real time, which on a busy machine could expire before a test runs.
  private static let longWaits: Void = {
    PlaybackEnvironment.current.sources = StandardByteSourceProvider(silenceLimit: 3600)
  }()

  init() throws {
    _ = Self.longWaits
    try #require(mkfifo(url.path, 0o600) == 0)
  }

  /// Fills the pipe as far as it is read.
  func write(_ file: URL) throws {
    let data = try Data(contentsOf: file)
    signal(SIGPIPE, SIG_IGN)
    Thread.detachNewThread { [url] in try? data.write(to: url) }
  }

  deinit { unlink(url.path) }
}
