import AVFoundation
import Foundation
import Testing

@Suite("§5 items")
struct PlayerItemTests {
  @Test("§5.2 a new item has the documented defaults")
  func defaults() {
    let item = AVPlayerItem(url: Fixture.url("demo.mp4"))
    #expect(item.status == .unknown)
    #expect(item.error == nil)
    #expect(item.duration.isIndefinite)
    #expect(item.currentTime() == .zero)
    #expect(item.tracks.isEmpty)
    #expect(item.presentationSize == .zero)
    #expect(item.loadedTimeRanges.isEmpty)
    #expect(item.seekableTimeRanges.isEmpty)
    #expect(item.isPlaybackBufferEmpty)
    #expect(!item.isPlaybackBufferFull)
    #expect(!item.isPlaybackLikelyToKeepUp)
    #expect(!item.canPlayFastForward && !item.canPlaySlowForward && !item.canPlayReverse)
    #expect(!item.canPlaySlowReverse && !item.canPlayFastReverse)
    #expect(!item.canStepForward && !item.canStepBackward)
    #expect(item.automaticallyLoadedAssetKeys == ["duration"])
  }

  @Test("§5.1 an item stays unknown until a player has it; all properties are set when it is ready")
  @MainActor func ready() throws {
    let stage = Stage()
    let asset = AVURLAsset(url: Fixture.url("demo.mp4"))
    let item = AVPlayerItem(asset: asset, automaticallyLoadedAssetKeys: ["tracks", "duration"])
    stage.settle()
    #expect(item.status == .unknown)
    stage.player.replaceCurrentItem(with: item)
    stage.settle()
    #expect(item.status == .readyToPlay)
    #expect(item.asset === asset)
    #expect(item.duration == CMTime(seconds: 20, preferredTimescale: 600))
    #expect(item.presentationSize == CGSize(width: 1280, height: 720))
    #expect(item.loadedTimeRanges.map(\.timeRangeValue) == [CMTimeRange(start: .zero, duration: item.duration)])
    #expect(item.seekableTimeRanges.map(\.timeRangeValue) == [CMTimeRange(start: .zero, duration: item.duration)])
    #expect(!item.isPlaybackBufferEmpty && item.isPlaybackLikelyToKeepUp)
    #expect(item.canStepForward && item.canStepBackward && item.canPlayFastForward && item.canPlaySlowForward)
    for key in ["tracks", "duration"] { #expect(asset.statusOfValue(forKey: key, error: nil) == .loaded) }
  }

  @Test("§5.3 the older path to the duration returns the same value")
  @MainActor func olderDurationPath() throws {
    let stage = Stage("demo.mp4")
    stage.settle()
    let item = try #require(stage.player.currentItem)
    let track = try #require(item.tracks.first?.assetTrack)
    #expect(track.asset?.duration == item.duration)
    #expect(item.tracks.count == item.asset.tracks.count)
    #expect(item.asset.tracks.first === track)
    #expect(item.tracks.first?.isEnabled == true)
  }

  @Test(
    "§5.5 the presentation size applies pixel aspect and rotation",
    arguments: [("anamorphic.mp4", CGSize(width: 320, height: 180)), ("rotated.mp4", CGSize(width: 180, height: 320))])
  @MainActor func presentationSize(name: String, size: CGSize) throws {
    let stage = Stage(name)
    stage.settle()
    let item = try #require(stage.player.currentItem)
    #expect(item.presentationSize == size)
    let track = try #require(item.asset.tracks(withMediaType: .video).first)
    // Client code that computes the size.
    let turned = CGRect(origin: .zero, size: track.naturalSize).applying(track.preferredTransform)
    #expect(turned == CGRect(origin: .zero, size: size))
  }

  @Test(
    "an unopenable item fails once with an error that names the file",
    arguments: [
      ("no-such-file.mp4", NSURLErrorDomain, -1100), ("empty.mp4", AVFoundationErrorDomain, -11828),
      ("text.mp4", AVFoundationErrorDomain, -11828), ("truncated-no-moov.mp4", AVFoundationErrorDomain, -11829),
      (".", NSURLErrorDomain, -1101),
    ])
  func fails(name: String, domain: String, code: Int) throws {
    let stage = Stage()
    let item = AVPlayerItem(url: Fixture.url(name))
    stage.watch(item)
    stage.player.replaceCurrentItem(with: item)
    stage.player.play()
    stage.settle()
    #expect(item.status == .failed)
    let error = try #require(item.error) as NSError
    #expect(error.domain == domain)
    #expect(error.code == code)
    if name != "." { #expect(error.localizedDescription.contains(name)) }
    #expect(stage.eventLog.take().filter { $0.hasPrefix("item.status") } == ["item.status failed"])
    #expect(stage.player.status == .readyToPlay)
    // The player stays usable.
    stage.player.replaceCurrentItem(with: AVPlayerItem(url: Fixture.url("demo.mp4")))
    stage.settle()
    #expect(stage.player.timeControlStatus == .playing)
  }

  @Test("an unsupported scheme fails with a sentence that names it")
  func scheme() throws {
    let stage = Stage()
    let item = AVPlayerItem(url: try #require(URL(string: "gopher://example.org/clip.mp4")))
    stage.player.replaceCurrentItem(with: item)
    stage.settle()
    #expect((item.error as? URLError)?.code == .unsupportedURL)
    #expect(item.error?.localizedDescription.contains("gopher") == true)
  }

  @Test("§5.5 step moves by frames and pauses")
  func step() throws {
    let stage = Stage("demo.mp4")
    stage.player.play()
    stage.run(2)
    let item = try #require(stage.player.currentItem)
    stage.player.seek(to: CMTime(value: 90, timescale: 30), toleranceBefore: .zero, toleranceAfter: .zero)
    stage.settle()
    stage.player.pause()
    stage.player.seek(to: CMTime(value: 90, timescale: 30), toleranceBefore: .zero, toleranceAfter: .zero)
    stage.settle()
    item.step(byCount: 3)
    stage.settle()
    #expect(item.currentTime() == CMTime(value: 93, timescale: 30))
    item.step(byCount: -2)
    stage.settle()
    #expect(item.currentTime() == CMTime(value: 91, timescale: 30))
    #expect(stage.player.rate == 0)
  }

  @Test("§5.1 a copy has the same asset and no player")
  @MainActor func copies() throws {
    let stage = Stage("demo.mp4")
    stage.settle()
    let item = try #require(stage.player.currentItem)
    let copy = try #require(item.copy() as? AVPlayerItem)
    #expect(copy !== item)
    #expect(copy.asset === item.asset)
    #expect(copy.status == .unknown)
    let other = Stage()
    other.player.replaceCurrentItem(with: copy)
    other.settle()
    #expect(copy.status == .readyToPlay)
  }

  @Test("items serve as keys and in sets by identity")
  func identity() {
    let (first, second) = (AVPlayerItem(url: Fixture.url("demo.mp4")), AVPlayerItem(url: Fixture.url("demo.mp4")))
    #expect(Set([first, second, first]).count == 2)
    #expect([first: 1, second: 2][second] == 2)
  }

  @Test("the designated initializer can be overridden; convenience ones call it")
  func subclass() {
    final class MyItem: AVPlayerItem, @unchecked Sendable {
      nonisolated(unsafe) var isMine = false
      override init(asset: AVAsset, automaticallyLoadedAssetKeys: [String]?) {
        super.init(asset: asset, automaticallyLoadedAssetKeys: automaticallyLoadedAssetKeys)
        isMine = true
      }
    }
    #expect(MyItem(url: Fixture.url("demo.mp4")).isMine)
    #expect(MyItem(asset: AVURLAsset(url: Fixture.url("demo.mp4"))).isMine)
  }
}
