import AVFoundation
import PlayheadEngine
import PlayheadItems
import PlayheadTesting
import Testing

@Suite("§13 programs of the other guides, in Swift 5")
struct GuideClientTests {
  private let clock = ManualClock()

  private var environment: PlaybackEnvironment {
    PlaybackEnvironment(clock: clock, audio: CapturingAudio { _ in }, delivery: clock)
  }

  private func fixture(_ name: String) -> URL {
    var folder = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { folder.deleteLastPathComponent() }
    folder.appendPathComponent("Fixtures")
    if let path = ProcessInfo.processInfo.environment["PLAYHEAD_FIXTURES"] { folder = URL(fileURLWithPath: path) }
    return folder.appendingPathComponent(name)
  }

  /// 1280 × 720 into a width of 200: a height of 112.5.
  @Test("13.5 thumbnails: one and a series, 200 wide, with production aperture")
  func thumbnailImages() async throws {
    let asset = AVURLAsset(url: fixture("demo.mp4"))
    let times = [0.0, 10, 19].map { CMTime(seconds: $0, preferredTimescale: 600) }
    let (sizes, seconds) = try await withCheckedThrowingContinuation { continuation in
      do {
        try thumbnails(of: asset, at: times) { continuation.resume(returning: ($0, $1)) }
      } catch {
        continuation.resume(throwing: error)
      }
    }
    #expect(sizes.count == 4 && sizes.allSatisfy { $0.width == 200 && (112...113).contains($0.height) })
    #expect(seconds.count == 4 && seconds[0] == 0 && seconds == seconds.sorted())
    let audioTrack = AVURLAsset(url: fixture("audio.wav"))
    var count = -1
    try thumbnails(of: audioTrack, at: times) { sizes, _ in count = sizes.count }
    #expect(count == 0)
  }

  /// The German track's first line is shown from 0.25 s (ffmpeg -map 0:s:1 -f srt).
  @Test("13.6 subtitles are chosen from a menu and delivered")
  @MainActor func subtitles() {
    let player = AVPlayer(environment: environment)
    let item = AVPlayerItem(url: fixture("demo.mp4"))
    let reader = LineReader()
    let output = AVPlayerItemLegibleOutput()
    output.setDelegate(reader, queue: nil)
    item.add(output)
    let menu = chooseSubtitles("German", in: item)
    #expect(
      menu.drop { !$0.contains("Legible") } == [
        "[AVMediaCharacteristicLegible]", "Option: English", "Option: German",
      ])
    player.replaceCurrentItem(with: item)
    player.play()
    clock.advance(by: .seconds(4))
    #expect(reader.lines.first { !$0.isEmpty } == "Der Tag beginnt.")
    player.session.close()
  }

  private final class EndCounter: @unchecked Sendable {
    // Sendable: counted where the test's clock calls clients, on the test's own thread.
    var count = 0
  }

  private struct WeakPlayer {
    weak var player: AVPlayer?
    init(_ player: AVPlayer?) { self.player = player }
  }

  private final class LineReader: NSObject, AVPlayerItemLegibleOutputPushDelegate, @unchecked Sendable {
    // Sendable: as above.
    var lines: [String] = []
    func legibleOutput(
      _ output: AVPlayerItemLegibleOutput, didOutputAttributedStrings strings: [NSAttributedString],
      nativeSampleBuffers nativeSamples: [Any], forItemTime itemTime: CMTime
    ) {
      lines += strings.map(\.string)
    }
  }

  /// Two songs of 4 s and a video of 10 s. The player starts by itself as soon as the first can play through; each end
  /// is posted once for its item; nothing ends before it has started.
  @Test("13.8 songs: string keys, a queue, and the end of each song")
  func songs() {
    let player = AVQueuePlayer(environment: environment)
    let songs = SongPlayer(player: player)
    let names = ["gapless-a.m4a", "gapless-b.m4a", "h264-bframes.mp4"]
    let items = names.map { AVPlayerItem(url: fixture($0)) }
    songs.set(items)
    #expect(player.actionAtItemEnd == .advance)
    clock.advance(by: .seconds(2))
    #expect(songs.statuses == [.prepareToPlay] && songs.finished.isEmpty)
    #expect(songs.buffered.last.map { abs($0 - 4.000249) < 0.001 } == true)
    #expect(player.currentItem == items[0])
    songs.next()
    #expect(player.currentItem == items[1] && player.items() == [items[1], items[2]] && player.rate == 1)
    clock.advance(by: .seconds(5))
    #expect(songs.finished == [1], "the first was left, not played to its end")
    #expect(player.items() == [items[2]], "played media is removed")
    clock.advance(by: .seconds(11))
    #expect(songs.finished == [1, 2] && player.currentItem == nil)
    #expect(songs.progress.allSatisfy { (0...1).contains($0) } && songs.progress.contains(1), "\(songs.progress)")

    let other = AVPlayerItem(url: fixture("gapless-a.wav"))
    player.replaceCurrentItem(with: other)
    songs.watch(other)
    clock.advance(by: .seconds(5))
    #expect(songs.finished == [1, 2] && songs.progress.last == 1)
    player.session.close()
  }

  @Test("13.8 an unopenable song fails through its key; its duration is indefinite until then")
  func unopenableSong() {
    let player = AVQueuePlayer(environment: environment)
    let songs = SongPlayer(player: player)
    let item = AVPlayerItem(url: fixture("text.mp4"))
    #expect(CMTimeGetSeconds(item.duration).isNaN)
    songs.set([item])
    player.play()
    clock.advance(by: .seconds(2))
    #expect(songs.statuses.contains(.failed) && item.status == .failed && item.error != nil)
    player.session.close()
  }

  /// A transport stream of 10 s with one video and one audio track.
  @Test("13.9 a stream: the tracks are reported when known and provide its duration")
  func stream() throws {
    let server = try FaultServer()
    server.serve("/film.ts", try ServedResource(file: fixture("start-offset.ts")))
    let lines = [
      "#EXTM3U", "#EXT-X-VERSION:3", "#EXT-X-TARGETDURATION:10", "#EXTINF:10,", "film.ts", "#EXT-X-ENDLIST", "",
    ]
    server.serve("/index.m3u8", ServedResource(.data(Data(lines.joined(separator: "\n").utf8))))
    let player = AVPlayer(environment: environment)
    let controller = StreamController(player: player, url: server.url("/index.m3u8"))
    clock.advance(limit: .seconds(30)) { player.currentItem?.status == .readyToPlay }
    #expect(Set(controller.log) == ["tracks 0", "ready", "tracks 2"] && controller.log.count == 3)
    #expect(player.currentItem?.duration.seconds == 10 && controller.oldDuration == player.currentItem?.duration)
    player.session.close()
  }

  @Test("13.10 two players of one asset disable tracks independently")
  func twoPlayers() throws {
    let asset = AVURLAsset(url: fixture("h264-bframes.mp4"))
    let items = [AVPlayerItem(asset: asset), AVPlayerItem(asset: asset)]
    let players = items.map { item -> AVPlayer in
      let player = AVPlayer(environment: environment)
      player.replaceCurrentItem(with: item)
      return player
    }
    clock.advance(by: .seconds(1))
    let audioTrack = try #require(items[0].tracks.first { $0.assetTrack?.mediaType == .audio })
    audioTrack.isEnabled = false
    for player in players { player.play() }
    clock.advance(by: .seconds(2))
    #expect(items.map { $0.tracks.map(\.isEnabled) } == [[true, false], [true, true]])
    #expect(players.allSatisfy { $0.currentTime().seconds > 1.5 && $0.timeControlStatus == .playing })
    for player in players { player.session.close() }
  }

  @Test("S1 automatically loaded keys are loaded when the item is ready")
  func loadedKeys() {
    let keys = ["tracks", "duration", "commonMetadata", "availableMediaCharacteristicsWithMediaSelectionOptions"]
    let asset = AVURLAsset(url: fixture("demo.mp4"))
    let item = AVPlayerItem(asset: asset, automaticallyLoadedAssetKeys: keys)
    let player = AVPlayer(environment: environment)
    player.replaceCurrentItem(with: item)
    clock.advance(limit: .seconds(30)) { item.status == .readyToPlay }
    #expect(item.status == .readyToPlay)
    for key in keys { #expect(asset.statusOfValue(forKey: key, error: nil) == .loaded) }
    #expect(asset.statusOfValue(forKey: "creationDate", error: nil) == .loaded, "it comes along with the tags")
    player.session.close()
  }

  @Test("S2 an unretained player stops with its last reference")
  func worksUnretained() {
    var player: AVPlayer? = AVPlayer(environment: environment)
    let item = AVPlayerItem(url: fixture("h264-bframes.mp4"))
    let ends = EndCounter()
    let token = NotificationCenter.default.addObserver(
      forName: .AVPlayerItemDidPlayToEndTime, object: item, queue: nil
    ) { _ in ends.count += 1 }
    player?.replaceCurrentItem(with: item)
    player?.play()
    clock.advance(by: .seconds(2))
    let check = WeakPlayer(player)
    player = nil
    #expect(check.player == nil)
    clock.advance(by: .seconds(20))
    #expect(ends.count == 0)
    NotificationCenter.default.removeObserver(token)
  }

  #if compiler(>=6.2)  // exit tests
    @Test("S1 the guide's arithmetic: 200 halves are 400 quarters are three times 200/3 s less 100 s")
    func fractions() async {
      let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        exit(fractionsOfSeconds() == [true, true] ? 0 : 1)
      }
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(text.contains("{600/6 = 100.000}"), "\(text)")
    }
  #endif
}
