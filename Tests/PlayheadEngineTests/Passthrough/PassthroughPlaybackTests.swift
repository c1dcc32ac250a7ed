import CoreMedia
import Foundation
import PlayheadTesting
import Synchronization
import TestSupport
import Testing

@testable import PlayheadAudio
@testable import PlayheadClock
@testable import PlayheadEngine
@testable import PlayheadItems
@testable import PlayheadMedia

/// Playback through a simulated device that decodes AC-3 and E-AC-3.
@Suite(.enabled(if: MadeFile.hasFFmpeg, "there is no ffmpeg to make the files with"))
struct PassthroughPlaybackTests {
  /// The device: accepts or refuses bursts, and records them as audio.
  private struct Device: AudioOutputProvider {
    var audio: CapturingAudio
    /// Why the device refuses bursts; nil if it accepts them.
    var refusal: @Sendable () -> PassthroughRefusal? = { nil }
    /// Whether a stream of bursts fails after it was opened.
    var failsToStart = false

    func format(for preferred: AudioFormat) throws -> AudioFormat { preferred }
    func makeOutput(source: AudioRenderer, clock: any EngineClock) throws -> any AudioOutput {
      let output = try audio.makeOutput(source: source, clock: clock)
      guard source.format.passthrough != nil else { return output }
      if let refusal = refusal() { throw refusal }
      return failsToStart ? Failing(format: source.format) : output
    }

    private final class Failing: AudioOutput {
      let format: AudioFormat
      init(format: AudioFormat) { self.format = format }
      func start() throws { throw PassthroughRefusal.refused(code: 7) }
      func stop() {}
      func played() -> (frames: Int64, at: HostTime)? { nil }
    }
  }

  /// Six seconds of video at 25 frames/s, with audio of a codec.
  private static func file(_ codec: String, in folder: URL) throws -> URL {
    try MadeFile.ffmpeg(
      [
        "-f", "lavfi", "-i", "testsrc2=s=128x96:r=25:d=6", "-f", "lavfi", "-i", "sine=f=440:r=48000:d=6", "-c:v",
        "libx264", "-preset", "veryfast", "-g", "25", "-pix_fmt", "yuv420p", "-c:a", codec, "-ac", "2", "a.mkv",
      ], in: folder)
  }

  /// Opens a file, paused, on a device.
  private static func open(
    _ file: URL, codecs: Set<PassthroughCodec> = [.ac3, .eac3], refusal: PassthroughRefusal? = nil,
    failsToStart: Bool = false, prepare: (EngineItem) -> Void = { _ in }
  ) -> (stage: Stage, item: EngineItem) {
    let stage = Stage(device: { audio, _ in Device(audio: audio, refusal: { refusal }, failsToStart: failsToStart) })
    let item = EngineItem(url: file)
    item.passthrough.codecs = codecs
    prepare(item)
    stage.session.setItem(item)
    stage.advanceUntilIdle()
    return (stage, item)
  }

  /// The bytes of captured bursts.
  private static func bytes(_ blocks: [CapturedAudio]) -> [UInt8] {
    blocks.flatMap(\.samples).flatMap { sample -> [UInt8] in
      let word = UInt16(bitPattern: PassthroughSamples.word(of: sample))
      return [UInt8(word & 0xFF), UInt8(word >> 8)]
    }
  }

  /// The decisions in the journal.
  private static func events(_ item: EngineItem) -> [PassthroughEvent] {
    item.journal.entries.compactMap { if case .audioPassthrough(let event) = $0.event { event } else { nil } }
  }

  /// The codecs of the captured blocks in order, without repetitions; nil for decoded audio.
  private static func formats(_ stage: Stage) -> [PassthroughCodec?] {
    stage.capturedAudio.reduce(into: []) { found, block in
      if found.last != .some(block.format.passthrough) { found.append(block.format.passthrough) }
    }
  }

  /// The largest distance of captured audio from the clock of the video, in seconds: of blocks after a host time.
  private static func offset(_ stage: Stage) -> Double {
    // A frame is shown when it is due: the last frame before a block has the position of the clock then.
    let frames = stage.shown
    return stage.capturedAudio.reduce(0) { worst, block in
      guard let frame = frames.last(where: { $0.hostTime <= block.hostTime }) else { return worst }
      let position = frame.time.seconds + (block.hostTime - frame.hostTime).seconds
      return max(worst, abs(block.time.seconds - position))
    }
  }

  @Test("the device receives the bursts of ffmpeg, in step with the video", arguments: [PassthroughCodec.ac3, .eac3])
  func deviceReceivesBursts(codec: PassthroughCodec) throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try Self.file(codec.rawValue, in: folder)
    let expected = try [UInt8](
      Data(contentsOf: MadeFile.ffmpeg("-i a.mkv -map 0:a -c copy -f spdif expected.bin", in: folder)))
    let (stage, item) = Self.open(file)
    defer { stage.close() }
    stage.clearRecords()
    #expect(stage.playToEnd())
    #expect(Self.formats(stage) == [codec] && Self.events(item) == [.passing(codec)])
    #expect(item.passthrough.codec == codec)
    #expect(Self.offset(stage) < 0.03)
    // The first burst may begin before the position zero, and is silence then.
    let size = codec == .ac3 ? 6_144 : 24_576
    let received = Self.bytes(stage.capturedAudio)
    let second = Array(expected[size..<2 * size])
    let start = try #require(
      stride(from: 0, to: 3 * size, by: 4).first { Array(received[$0..<$0 + size]) == second })
    let rest = min(received.count - start, expected.count - size)
    #expect(rest > 180 * size && received[start..<start + rest].elementsEqual(expected[size..<size + rest]))
    #expect(received[..<start].allSatisfy { $0 == 0 } || start == size)
  }

  @Test("without audio, and with outputs that have no bursts, a file plays once", arguments: [false, true])
  func playsWithoutBursts(hasAudio: Bool) throws {
    struct Plain: AudioOutputProvider {
      var audio: CapturingAudio
      func format(for preferred: AudioFormat) throws -> AudioFormat {
        AudioFormat(sampleRate: preferred.sampleRate, channelCount: preferred.channelCount)
      }
      func makeOutput(source: AudioRenderer, clock: any EngineClock) throws -> any AudioOutput {
        try audio.makeOutput(source: source, clock: clock)
      }
    }
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try MadeFile.ffmpeg("-f lavfi -i sine=f=440:r=48000:d=3 -c:a ac3 -ac 2 a.mkv", in: folder)
    let stage = Stage(hasAudio: hasAudio, device: { audio, _ in Plain(audio: audio) })
    defer { stage.close() }
    let item = EngineItem(url: file)
    item.passthrough.codecs = [.ac3]
    stage.session.setItem(item)
    stage.advanceUntilIdle()
    #expect(stage.playToEnd())
    #expect(Self.events(item) == (hasAudio ? [.decoding(.ac3, .notOffered)] : []))
    #expect(Self.formats(stage) == (hasAudio ? [nil] : []))
  }

  @Test("another rate is decoded, and rate 1 passes through again, without a stop of the video")
  func otherRateIsDecoded() throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let (stage, item) = Self.open(try Self.file("ac3", in: folder))
    defer { stage.close() }
    stage.clearRecords()
    stage.session.setRate(1)
    stage.advance(by: .seconds(1))
    stage.session.setRate(1.5)
    stage.advance(by: .seconds(1))
    stage.session.setRate(1)
    stage.advance(by: .seconds(1))
    #expect(stage.playToEnd())
    #expect(Self.formats(stage) == [.ac3, nil, .ac3])
    #expect(Self.events(item) == [.passing(.ac3), .decoding(.ac3, .rate), .passing(.ac3)])
    #expect(!stage.eventLog.contains { $0.contains("waiting") || $0 == "stalled" })
    // Every frame is shown: 150, of which the first was shown before.
    #expect(stage.shown.count >= 148)
    let gaps = zip(stage.shown, stage.shown.dropFirst()).map { ($1.hostTime - $0.hostTime).seconds }
    #expect(gaps.allSatisfy { $0 < 0.06 })
    let later = stage.capturedAudio.filter { $0.format.passthrough != nil && $0.time.seconds > 3 }
    #expect(later.count > 50)
  }

  @Test("volume, mixes and effects are decoded") func changedAudioIsDecoded() throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try Self.file("ac3", in: folder)
    let (stage, item) = Self.open(file)
    defer { stage.close() }
    stage.session.setRate(1)
    stage.advance(by: .seconds(1))
    _ = stage.session.setVolume(0.5)
    stage.advance(by: .seconds(1))
    _ = stage.session.setVolume(1)
    stage.advance(by: .seconds(1))
    item.effects = AudioEffectSettings(isNormalized: true)
    stage.advance(by: .seconds(2))
    #expect(Self.formats(stage) == [.ac3, nil, .ac3, nil])
    #expect(
      Self.events(item) == [
        .passing(.ac3), .decoding(.ac3, .volume), .passing(.ac3), .decoding(.ac3, .processing),
      ])
    #expect(item.passthrough.codec == nil)
  }

  @Test("muted audio passes through as silence") func mutedAudioPassesThroughAsSilence() throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let (stage, item) = Self.open(try Self.file("ac3", in: folder))
    defer { stage.close() }
    _ = stage.session.setMuted(true)
    stage.session.setRate(1)
    stage.advance(by: .seconds(2))
    #expect(Self.formats(stage) == [.ac3] && Self.events(item) == [.passing(.ac3)])
    #expect(stage.capturedAudio.allSatisfy { $0.samples.allSatisfy { $0 == 0 } })
    stage.clearRecords()
    _ = stage.session.setMuted(false)
    stage.advance(by: .seconds(1))
    #expect(Self.bytes(stage.capturedAudio).contains(0x72))
  }

  @Test(
    "audio is decoded if the device does not accept bursts, and the journal says why",
    arguments: [PassthroughRefusal.notOffered, .noDevice, .busy, .refused(code: 3)])
  func refusedAudioIsDecoded(refusal: PassthroughRefusal) throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let (stage, item) = Self.open(try Self.file("ac3", in: folder), refusal: refusal)
    defer { stage.close() }
    stage.clearRecords()
    #expect(stage.playToEnd())
    #expect(Self.formats(stage) == [nil] && Self.events(item) == [.decoding(.ac3, refusal)])
    #expect(!item.journal.entries.contains { if case .noAudioDevice = $0.event { true } else { false } })
    #expect(Self.offset(stage) < 0.03)
  }

  @Test("a codec that is forbidden and permitted again during playback is tried again")
  func permissionIsTriedAgain() throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    // The device is busy until another program releases it.
    let releases = Counter()
    let stage = Stage(device: { audio, _ in Device(audio: audio, refusal: { releases.value == 0 ? .busy : nil }) })
    defer { stage.close() }
    let item = EngineItem(url: try Self.file("ac3", in: folder))
    item.passthrough.codecs = [.ac3]
    stage.session.setItem(item)
    stage.advanceUntilIdle()
    stage.session.setRate(1)
    stage.advance(by: .seconds(1))
    releases.add()
    stage.advance(by: .seconds(1))
    #expect(item.passthrough.event == .decoding(.ac3, .busy))
    for (codecs, event) in [([], nil), ([.ac3], .passing(.ac3))] as [(Set<PassthroughCodec>, PassthroughEvent?)] {
      item.passthrough.codecs = codecs
      stage.advance(by: .seconds(1))
      #expect(item.passthrough.event == event)
    }
    #expect(Self.formats(stage) == [nil, .ac3])
  }

  @Test("audio is decoded if the stream does not start") func unstartedAudioIsDecoded() throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let (stage, item) = Self.open(try Self.file("ac3", in: folder), failsToStart: true)
    defer { stage.close() }
    stage.clearRecords()
    #expect(stage.playToEnd())
    #expect(Self.events(item) == [.passing(.ac3), .decoding(.ac3, .refused(code: 7))])
    #expect(Self.formats(stage) == [nil])
    #expect(!item.journal.entries.contains { if case .noAudioDevice = $0.event { true } else { false } })
    let seconds = stage.capturedAudio.reduce(0) { $0 + Double($1.samples.count) / 2 / 48_000 }
    #expect(seconds > 5)
  }

  @Test("nothing passes through by default, nor other codecs") func nothingPassesThroughByDefault() throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    for (codec, codecs) in [("ac3", Set<PassthroughCodec>()), ("ac3", [.dts]), ("aac", [.ac3, .eac3])] {
      let (stage, item) = Self.open(try Self.file(codec, in: folder), codecs: codecs)
      defer { stage.close() }
      stage.session.setRate(1)
      stage.advance(by: .seconds(1))
      #expect(Self.formats(stage) == [nil] && Self.events(item).isEmpty)
    }
  }

  @Test("seeks continue with whole bursts, in step with the video") func seeksContinueWithBursts() throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let (stage, item) = Self.open(try Self.file("ac3", in: folder))
    defer { stage.close() }
    stage.session.setRate(1)
    stage.advance(by: .seconds(1))
    for second in [4.01, 2.5, 0] {
      stage.clearRecords()
      let identifier = stage.seek(CMTime(seconds: second, preferredTimescale: 1_000))
      stage.advance { stage.answers.contains(Stage.Answer(seek: identifier, finished: true)) }
      stage.clearRecords()
      stage.advance(by: .seconds(1))
      let received = Self.bytes(stage.capturedAudio)
      let first = try #require(received.firstIndex { $0 != 0 })
      #expect(Array(received[first..<first + 4]) == [0x72, 0xF8, 0x1F, 0x4E], "at \(second)")
      #expect(first < 6_144 && Self.offset(stage) < 0.03, "at \(second)")
    }
    #expect(Self.formats(stage) == [.ac3] && Self.events(item) == [.passing(.ac3)])
  }

  @Test("an audio file whose packets are no frames fails as it does without pass-through", arguments: [false, true])
  func damagedPacketsFailAsDecoded(isPermitted: Bool) throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    // The packets of NUT are not parsed, so that they are what they were after their syncwords are gone.
    let file = try MadeFile.ffmpeg("-f lavfi -i sine=f=440:r=48000:d=20 -c:a ac3 -ac 2 a.nut", in: folder)
    var data = try Data(contentsOf: file)
    var position = data.startIndex
    while let found = data.range(of: Data([0x0B, 0x77]), in: position..<data.endIndex) {
      data.replaceSubrange(found, with: [0, 0])
      position = found.upperBound
    }
    try data.write(to: file)
    let (stage, item) = Self.open(file, codecs: isPermitted ? [.ac3] : [])
    defer { stage.close() }
    #expect(stage.playToEnd())
    #expect(item.snapshot.status == .failed && stage.capturedAudio.isEmpty)
    #expect(Self.events(item) == (isPermitted ? [.passing(.ac3), .decoding(.ac3, .invalidPackets)] : []))
  }

  @Test("a queue of items that pass through plays every item") func queuePlaysEveryItem() throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try Self.file("ac3", in: folder)
    let (stage, item) = Self.open(file)
    defer { stage.close() }
    let next = EngineItem(url: file)
    next.passthrough.codecs = [.ac3]
    stage.session.setEndAction(.advance)
    stage.session.setNextItem(next)
    stage.session.setRate(1)
    stage.advance(by: .seconds(14))
    #expect(Self.formats(stage) == [.ac3])
    #expect(Self.events(item) == [.passing(.ac3)] && Self.events(next) == [.passing(.ac3)])
    #expect(stage.shown.count > 295)
  }
}
