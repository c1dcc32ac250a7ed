import AVFoundation
import Testing

/// Behavior that programs rely on, tested through Apple's API in real time: this file would compile on a Mac.
@Suite("Player API conformance", .serialized)
@MainActor struct PlayerConformanceTests {
  @Test("plays to the end: the rate falls before the end is posted; the position is the duration")
  func playsToTheEnd() async throws {
    let file = try SilentFile(seconds: 0.6)
    let item = AVPlayerItem(url: file.url)
    let player = AVPlayer(playerItem: item)
    #expect(player.currentItem === item)
    #expect(player.rate == 0)
    await posted(AVPlayerItem.didPlayToEndTimeNotification, by: item) { player.play() }
    #expect(player.rate == 0)
    #expect(player.timeControlStatus == .paused)
    #expect(player.currentTime() == item.duration)
    #expect(abs(item.duration.seconds - 0.6) < 0.001)
  }

  @Test("an item becomes ready with its tracks and its duration; the player is ready no later")
  func ready() async throws {
    let file = try SilentFile(seconds: 1)
    let player = AVPlayer(url: file.url)
    let item = try #require(player.currentItem)
    await settled(item)
    #expect(item.status == .readyToPlay)
    #expect(player.status == .readyToPlay)
    #expect(item.tracks.count == 1)
    #expect(item.tracks.first?.assetTrack?.mediaType == .audio)
    #expect(item.tracks.first?.isEnabled == true)
    #expect(item.error == nil)
  }

  @Test("a non-media file fails with an error")
  func fails() async {
    let item = AVPlayerItem(url: URL(fileURLWithPath: "/nowhere/at/all.mp4"))
    let player = AVPlayer(playerItem: item)
    await settled(item)
    #expect(item.status == .failed)
    #expect((item.error as NSError?)?.domain == NSURLErrorDomain)
    #expect(player.status == .readyToPlay)
  }

  @Test("a seek finishes with true at its position")
  func seeks() async throws {
    let file = try SilentFile(seconds: 5)
    let player = AVPlayer(url: file.url)
    await settled(try #require(player.currentItem))
    let time = CMTime(value: 3, timescale: 1)
    #expect(await player.seek(to: time, toleranceBefore: .zero, toleranceAfter: .zero))
    #expect(player.currentTime() == time)
  }

  @Test("a preroll finishes with true and leaves the player paused")
  func prerolls() async throws {
    let file = try SilentFile(seconds: 2)
    let player = AVPlayer(url: file.url)
    await settled(try #require(player.currentItem))
    #expect(await player.preroll(atRate: 1))
    #expect(player.rate == 0)
  }

  @Test("observers see each change once, and none after invalidation")
  func observes() async throws {
    let file = try SilentFile(seconds: 0.6)
    let item = AVPlayerItem(url: file.url)
    let player = AVPlayer(playerItem: item)
    let diary = EventLog()
    let token = player.observe(\.rate, options: [.new]) { player, change in
      MainActor.assumeIsolated { diary.write("\(player.rate) \(change.newValue ?? -1)") }
    }
    await posted(.AVPlayerItemDidPlayToEndTime, by: item) { player.rate = 1 }
    #expect(diary.lines == ["1.0 1.0", "0.0 0.0"])
    token.invalidate()
    player.rate = 0.5
    #expect(diary.lines.count == 2)
    player.rate = 0
  }

  @Test("boundary observers fire when playback crosses their time")
  func boundary() async throws {
    let file = try SilentFile(seconds: 1)
    let item = AVPlayerItem(url: file.url)
    let player = AVPlayer(playerItem: item)
    let diary = EventLog()
    let times = [0.2, 0.4].map { NSValue(time: CMTime(seconds: $0, preferredTimescale: 1000)) }
    let token = player.addBoundaryTimeObserver(forTimes: times, queue: .main) {
      MainActor.assumeIsolated { diary.write("crossed") }
    }
    await posted(AVPlayerItem.didPlayToEndTimeNotification, by: item) { player.play() }
    #expect(diary.lines == ["crossed", "crossed"])
    player.removeTimeObserver(token)
  }

  @Test("a queue plays its items in order and releases them")
  func queue() async throws {
    let files = try [SilentFile(seconds: 0.5), SilentFile(seconds: 0.5)]
    let items = files.map { AVPlayerItem(url: $0.url) }
    let player = AVQueuePlayer(items: items)
    #expect(player.items() == items)
    #expect(player.actionAtItemEnd == .advance)
    #expect(!player.canInsert(items[1], after: nil))
    await posted(AVPlayerItem.didPlayToEndTimeNotification, by: items[1]) { player.play() }
    #expect(player.items().isEmpty)
    #expect(player.currentItem == nil)
  }

  @Test("an asset's properties load asynchronously, and an item retains its asset")
  func asset() async throws {
    let file = try SilentFile(seconds: 1.5)
    let asset = AVURLAsset(url: file.url)
    let (duration, tracks) = try await asset.load(.duration, .tracks)
    #expect(abs(duration.seconds - 1.5) < 0.001)
    #expect(tracks.count == 1)
    #expect(AVPlayerItem(asset: asset).asset === asset)
  }
}
