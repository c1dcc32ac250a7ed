import PlayheadItems
import PlayheadMedia
import Synchronization
import TestSupport
import Testing

@testable import AVFoundation

/// Captions embedded in video frames, as options among others.
@Suite("§2.5 closed captions within video frames", .serialized)
@MainActor struct ClosedCaptionSelectionTests {
  private static let words: [CaptionedFile.CaptionText] = [
    .init("First", from: 45, until: 90), .init("Second", from: 120, until: 270),
    .init("Premier", .line21(3), from: 50, until: 105),
  ]

  final class Reader: NSObject, AVPlayerItemLegibleOutputPushDelegate, @unchecked Sendable {
    // Sendable: the captions are behind a lock.
    let eventLog = Mutex<[(text: String, time: Double)]>([])

    func legibleOutput(
      _ output: AVPlayerItemLegibleOutput, didOutputAttributedStrings strings: [NSAttributedString],
      nativeSampleBuffers nativeSamples: [Any], forItemTime itemTime: CMTime
    ) {
      eventLog.withLock { $0.append((strings.map(\.string).joined(separator: "|"), itemTime.seconds)) }
    }

    func expect(_ requested: [(String, Double)]) {
      let eventLog = eventLog.withLock { $0 }
      #expect(eventLog.map(\.text) == requested.map(\.0))
      #expect(zip(eventLog, requested).allSatisfy { abs($0.time - $1.1) < 0.002 }, "\(eventLog)")
    }
  }

  private func listen(_ item: AVPlayerItem) -> (AVPlayerItemLegibleOutput, Reader) {
    let (output, reader) = (AVPlayerItemLegibleOutput(), Reader())
    output.setDelegate(reader, queue: nil)
    item.add(output)
    return (output, reader)
  }

  @Test("an asset offers them; the selected ones are shown and reported", .enabled(if: CaptionedFile.hasFFmpeg))
  func options() async throws {
    let folder = try TemporaryFolder()
    let clip = try CaptionedFile.make("film.mp4", in: folder.url, Self.words)
    let asset = AVURLAsset(url: clip)
    let legible = try #require(try await asset.loadMediaSelectionGroup(for: .legible))
    #expect(legible.options.map(\.displayName) == ["CC1", "CC3"])
    #expect(legible.options.map(\.mediaType) == [.closedCaption, .closedCaption])
    #expect(legible.options[0].mediaSubTypes == [NSNumber(value: 0x6336_3038)])
    #expect(legible.options[0].hasMediaCharacteristic(.transcribesSpokenDialogForAccessibility))
    #expect(legible.options[0].isPlayable && legible.allowsEmptySelection && legible.defaultOption == nil)
    #expect(asset.tracks.map(\.mediaType) == [.video], "they are no tracks of the file")
    let plist = legible.options[1].propertyList()
    #expect(legible.mediaSelectionOption(withPropertyList: plist) === legible.options[1])

    let stage = Stage(hasAudio: false)
    let item = AVPlayerItem(asset: asset)
    let (output, reader) = listen(item)
    item.select(legible.options[0], in: legible)
    stage.player.replaceCurrentItem(with: item)
    stage.settle()
    stage.player.play()
    stage.run(5)
    reader.expect([("First", 1.5), ("", 3), ("Second", 4)])
    item.select(legible.options[1], in: legible)
    stage.player.seek(to: CMTime(value: 2, timescale: 1), toleranceBefore: .zero, toleranceAfter: .zero) { _ in }
    stage.settle()
    #expect(reader.eventLog.withLock { $0 }.last?.text == "Premier")
    item.remove(output)
  }

  @Test("criteria select them", .enabled(if: CaptionedFile.hasFFmpeg))
  func criteria() async throws {
    let folder = try TemporaryFolder()
    let clip = try CaptionedFile.make("film.mp4", in: folder.url, Self.words)
    let stage = Stage(hasAudio: false)
    stage.player.setMediaSelectionCriteria(
      AVPlayerMediaSelectionCriteria(
        principalMediaCharacteristics: [.transcribesSpokenDialogForAccessibility], preferredLanguages: nil,
        preferredMediaCharacteristics: nil), forMediaCharacteristic: .legible)
    let item = AVPlayerItem(url: clip)
    stage.player.replaceCurrentItem(with: item)
    stage.settle()
    let legible = try #require(try await item.asset.loadMediaSelectionGroup(for: .legible))
    #expect(item.currentMediaSelection.selectedMediaOption(in: legible)?.displayName == "CC1")
    #expect(item.engineItem.snapshot.textTrack == ClosedCaptionService.line21(1).trackIndex)
  }

  @Test("captions discovered later are reported", .enabled(if: CaptionedFile.hasFFmpeg))
  func late() async throws {
    let folder = try TemporaryFolder()
    let clip = try CaptionedFile.make("film.mp4", in: folder.url, first: 100, Self.words)
    let asset = AVURLAsset(url: clip)
    #expect(try await asset.loadMediaSelectionGroup(for: .legible) == nil)
    let eventLog = EventLog()
    let token = NotificationCenter.default.addObserver(
      forName: .AVAssetMediaSelectionGroupsDidChange, object: asset, queue: nil
    ) { _ in eventLog.add("groups") }
    defer { NotificationCenter.default.removeObserver(token) }
    let stage = Stage(hasAudio: false)
    stage.player.replaceCurrentItem(with: AVPlayerItem(asset: asset))
    stage.settle()
    stage.player.play()
    stage.run(9)
    #expect(eventLog.lines == ["groups"])
    #expect(asset.mediaSelectionGroup(forMediaCharacteristic: .legible)?.options.map(\.displayName) == ["CC1"])
  }

  @Test("a closed-caption track is like any other", .enabled(if: CaptionedFile.hasFFmpeg))
  func ownTrack() async throws {
    let folder = try TemporaryFolder()
    let clip = try CaptionedFile.make("film.mp4", in: folder.url, Self.words)
    // ffmpeg's own caption reader extracts them from the frames.
    let other = try CaptionedFile.withOwnTrack(clip, "track.mov", in: folder.url)
    let asset = AVURLAsset(url: other)
    #expect(asset.tracks.map(\.mediaType) == [.video, .closedCaption])
    let legible = try #require(try await asset.loadMediaSelectionGroup(for: .legible))
    #expect(legible.options.map(\.mediaType) == [.closedCaption])
    let stage = Stage(hasAudio: false)
    let item = AVPlayerItem(asset: asset)
    let (output, reader) = listen(item)
    item.select(legible.options[0], in: legible)
    stage.player.replaceCurrentItem(with: item)
    stage.settle()
    stage.player.play()
    stage.run(5)
    reader.expect([("First", 1.5), ("", 3), ("Second", 4)])
    stage.player.pause()
    stage.player.seek(to: CMTime(value: 5, timescale: 2), toleranceBefore: .zero, toleranceAfter: .zero) { _ in }
    stage.settle()
    #expect(reader.eventLog.withLock { $0 }.last?.text == "First")
    item.remove(output)
  }

  @Test("a playlist declares them", .enabled(if: RealMedia.folder != nil, "there are no real media"))
  func playlist() async throws {
    let stream = try #require(RealMedia.folder).appendingPathComponent("files/hls/cea608/manifest.m3u8")
    let stage = Stage(hasAudio: false)
    let item = AVPlayerItem(url: stream)
    let (output, reader) = listen(item)
    stage.player.replaceCurrentItem(with: item)
    stage.settle()
    let legible = try #require(try await item.asset.loadMediaSelectionGroup(for: .legible))
    #expect(legible.options.map(\.displayName) == ["English"])
    #expect(legible.options.map(\.extendedLanguageTag) == ["en-US"])
    #expect(legible.options.map(\.mediaType) == [.closedCaption])
    #expect(legible.defaultOption === legible.options[0])
    item.select(legible.options[0], in: legible)
    stage.settle()
    stage.player.play()
    stage.run(2.4)
    // expected/cues/hls__cea608__manifest.m3u8.tsv
    reader.expect([("First subtitle", 0), ("", 0.875), ("Second subtitle", 1.166666)])
    item.remove(output)
  }
}
