import Foundation
import PlayheadTesting
import TestSupport
import Testing

@_spi(Playhead) @testable import AVFoundation

/// ReplayGain in the samples that the device receives. The source is half of full scale throughout, and compressed
/// without loss: the output is the factor itself, halved.
@Suite("effects on the audio of an item", .enabled(if: MadeFile.hasFFmpeg, "there is no ffmpeg to make files with"))
@MainActor struct AudioEffectsTests {
  private static let rate = 8000
  private let source: WaveFile
  private let folder: TemporaryFolder
  private let recording = Recording()
  private let stage: Stage

  init() throws {
    source = try WaveFile([Int16](repeating: 16_384, count: 2 * Self.rate))
    folder = try TemporaryFolder()
    let recording = recording
    stage = Stage { environment in
      var environment = environment
      environment.audio = CapturingAudio { recording.add($0) }
      return AVPlayer(environment: environment)
    }
  }

  /// A compressed copy of the source with tags, as taggers write them.
  private func item(_ format: String, _ tags: [String: String], _ effects: AudioEffects) throws -> AVPlayerItem {
    let file = try MadeFile.ffmpeg(
      ["-i", source.url.path, "-c:a", "flac"] + tags.flatMap { ["-metadata", "\($0.key)=\($0.value)"] }
        + ["tagged.\(format)"], in: folder.url)
    let item = AVPlayerItem(url: file)
    item.audioEffects = effects
    return item
  }

  private func play(_ item: AVPlayerItem) {
    stage.player.replaceCurrentItem(with: item)
    stage.settle()
    stage.player.play()
    stage.run(3)
  }

  /// −6.02 dB is the factor 0.5. The gain of the album would be 3.98, but its peak of 0.8 permits 1.25 only.
  @Test(arguments: [
    ("flac", AudioEffects.ReplayGain.track, 0.25), ("flac", .album, 0.625), ("flac", .off, 0.5), ("mka", .track, 0.25),
  ])
  func replayGainAppliesFromTheFirstSampleOn(format: String, mode: AudioEffects.ReplayGain, level: Float) throws {
    let tags = [
      "REPLAYGAIN_TRACK_GAIN": "-6.0206 dB", "REPLAYGAIN_ALBUM_GAIN": "12.00 dB", "REPLAYGAIN_ALBUM_PEAK": "0.8",
    ]
    play(try item(format, tags, AudioEffects(replayGain: mode)))
    let samples = recording.samples
    #expect(samples.count == 2 * Self.rate)
    #expect(samples.allSatisfy { abs($0 - level) < 1e-4 }, "\(samples.prefix(3)) to \(samples.suffix(3))")
  }

  @Test func filesWithoutTagsAreUnchanged() throws {
    play(try item("flac", [:], AudioEffects(emphasizesDialogue: true, replayGain: .track)))
    #expect(recording.samples.count == 2 * Self.rate && recording.samples.allSatisfy { $0 == 0.5 })
  }

  /// A sweep: a filter that processed a block twice would continue with other samples.
  @Test func otherEffectsDoNotDisturbTheEqualizer() throws {
    let sweep = try WaveFile((0..<2 * Self.rate).map { Int16(8000 * sin(0.00002 * Double($0 * $0))) })
    let equalizer = AudioEffects(gains: [12, 12, 12, 12, -12, -12])
    var results: [[Float]] = []
    for changes in [false, true] {
      let item = AVPlayerItem(url: sweep.url)
      item.audioEffects = equalizer
      let before = recording.samples.count
      stage.player.replaceCurrentItem(with: item)
      stage.settle()
      stage.player.play()
      stage.run(1)
      if changes {
        item.audioEffects.emphasizesDialogue = true
        item.audioEffects.replayGain = .album
      }
      stage.run(2)
      results.append(Array(recording.samples.dropFirst(before)))
    }
    #expect(results[0].count == 2 * Self.rate && results[0] == results[1])
  }

  @Test func copiedItemHasTheEffects() throws {
    let item = AVPlayerItem(url: source.url)
    item.audioEffects = AudioEffects(gains: [3], isNormalized: true, emphasizesDialogue: true, replayGain: .album)
    let copy = try #require(item.copy() as? AVPlayerItem)
    #expect(copy.audioEffects == item.audioEffects)
  }
}
