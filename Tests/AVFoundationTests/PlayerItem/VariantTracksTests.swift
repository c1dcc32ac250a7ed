import Foundation
import PlayheadItems
import PlayheadStreaming
import PlayheadTesting
import TestSupport
import Testing

@testable import AVFoundation

/// Notifications when a stream switches to another variant: frames of 240 × 134, then of 480 × 270.
@Suite("§5.5 tracks and variants", .enabled(if: MadeStream.hasFFmpeg, "there is no ffmpeg to make the stream with"))
struct VariantTracksTests {
  private let server: FaultServer

  init() throws {
    let folder = try TemporaryFolder()
    _ = try MadeStream.transport.make(in: folder.url, seconds: 16)
    server = try FaultServer()
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.url.path) {
      server.serve("/\(name)", try ServedResource(file: folder.url.appendingPathComponent(name)))
    }
  }

  /// An item that plays the first variant of the playlist, the small one.
  private func item() -> AVPlayerItem {
    let item = AVPlayerItem(url: server.url("/index.m3u8"))
    item.engineItem.changeVariantPreferences { $0.pinned = 0 }
    return item
  }

  /// A player with minimal read-ahead, so that a request for another variant takes effect in time.
  private static func stage() -> Stage {
    Stage { environment in
      var environment = environment
      environment.limits.stream.secondsAhead = 0.1
      // Six frames of the larger variant: otherwise most of the video is decoded ahead.
      environment.limits.frameBytes = 6 * 480 * 270 * 3 / 2
      return AVPlayer(environment: environment)
    }
  }

  private static func text(_ size: CGSize) -> String { "\(Int(size.width))x\(Int(size.height))" }

  @Test("the tracks are replaced, then the size changes, nothing else is reported; the asset's tracks are unchanged")
  @MainActor func order() throws {
    let stage = Self.stage()
    let item = item()
    stage.player.replaceCurrentItem(with: item)
    stage.player.rate = 1
    #expect(stage.run { item.currentTime().seconds > 0.2 })
    let before = item.tracks
    let assetTracks = item.asset.tracks
    #expect(before.map { $0.assetTrack?.mediaType } == [.video, .audio])
    #expect(before.first?.assetTrack?.naturalSize == CGSize(width: 240, height: 134))
    #expect(item.presentationSize == CGSize(width: 240, height: 134))

    let eventLog = stage.eventLog
    let tokens = [
      item.observe(\.tracks, options: [.old, .new]) { item, change in
        MainActor.assumeIsolated {
          // The size is already updated when the tracks change.
          eventLog.add("tracks \(change.newValue?.count ?? 0) \(Self.text(item.presentationSize))")
        }
      },
      item.observe(\.presentationSize) { item, _ in eventLog.add("size \(Self.text(item.presentationSize))") },
      item.observe(\.duration) { _, _ in eventLog.add("duration") },
      item.observe(\.status) { _, _ in eventLog.add("status") },
      stage.player.observe(\.currentItem) { _, _ in eventLog.add("currentItem") },
      stage.player.observe(\.timeControlStatus) { _, _ in eventLog.add("timeControlStatus") },
      stage.player.observe(\.rate) { _, _ in eventLog.add("rate") },
    ]
    defer { for token in tokens { token.invalidate() } }
    item.engineItem.changeVariantPreferences { $0.pinned = 1 }
    #expect(stage.run { item.currentTime().seconds > 14 })
    #expect(eventLog.lines == ["tracks 2 480x270", "size 480x270"])
    #expect(item.tracks.first?.assetTrack?.naturalSize == CGSize(width: 480, height: 270))
    #expect(item.tracks.first != before.first && item.tracks.last == before.last)
    #expect(item.tracks.map { $0.assetTrack?.trackID } == before.map { $0.assetTrack?.trackID })
    #expect(item.asset.tracks == assetTracks)
  }

  @Test("a disabled track stays disabled; the old track object re-enables it")
  @MainActor func enabled() throws {
    let stage = Self.stage()
    let item = item()
    stage.player.replaceCurrentItem(with: item)
    stage.player.rate = 1
    #expect(stage.run { item.currentTime().seconds > 0.2 })
    let old = try #require(item.tracks.first)
    item.engineItem.changeVariantPreferences { $0.pinned = 1 }
    #expect(stage.run { item.presentationSize.width == 480 })
    let new = try #require(item.tracks.first)
    #expect(new !== old && new.isEnabled)
    old.isEnabled = false
    #expect(!new.isEnabled)
    new.isEnabled = true
    #expect(old.isEnabled)
  }
}
