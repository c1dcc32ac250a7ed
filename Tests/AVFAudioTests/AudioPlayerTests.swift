import CoreMedia
import Foundation
import PlayheadClock
import PlayheadTesting
import TestSupport
import Testing

@testable import AVFAudio

@Suite("AVAudioPlayer", .serialized)
struct AudioPlayerTests {
  /// Every sample is half of full scale.
  private func constant(_ seconds: Double) -> Data {
    WaveData.file([Int16](repeating: 16_384, count: Int(seconds * 8000)))
  }

  /// Each sample encodes its position: 0.2 s.
  private static let ramp = (0..<1_600).map { Int16($0 * 20 - 16_000) }

  /// The first sample that does not repeat the ramp.
  private func firstBreak(_ samples: [Float]) -> Int? {
    samples.indices.first { abs(samples[$0] * 32_768 - Float(Self.ramp[$0 % Self.ramp.count])) > 4 }
  }

  // MARK: Files

  @Test func describesTheFile() throws {
    let data = WaveData.file([Int16](repeating: 0, count: 24_000), channels: 2)
    let url = try MadeFile.folder().appendingPathComponent("a.wav")
    defer { try? FileManager.default.removeItem(at: url.deletingLastPathComponent()) }
    try data.write(to: url)
    let player = try AVAudioPlayer(contentsOf: url)
    #expect(player.url == url && player.data == nil)
    #expect(player.duration == 1.5 && player.numberOfChannels == 2)
    #expect(player.format.sampleRate == 8000 && player.format.channelCount == 2)
    #expect(player.format.commonFormat == .pcmFormatInt16 && player.format.isInterleaved)
    #expect(player.settings[AVSampleRateKey] as? Double == 8000)
    #expect(player.settings[AVNumberOfChannelsKey] as? Int == 2)
    #expect(player.settings[AVFormatIDKey] as? UInt32 == kAudioFormatLinearPCM)
    #expect(player.settings[AVLinearPCMBitDepthKey] as? Int == 16)
    #expect(!player.isPlaying && player.currentTime == 0 && player.numberOfLoops == 0)
    #expect(player.volume == 1 && player.pan == 0 && player.rate == 1 && !player.enableRate)
    let inMemory = try AVAudioPlayer(data: data)
    #expect(inMemory.url == nil && inMemory.data == data && inMemory.duration == 1.5)
  }

  /// The codes of `AudioFile.h` as integers.
  @Test func unusableFilesThrowCodesOfAudioFileServices() throws {
    func code(_ make: () throws -> AVAudioPlayer) -> Int? {
      let error = thrownError(NSError.self) { _ = try make() }
      #expect(error?.domain == NSOSStatusErrorDomain)
      return error?.code
    }
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let text = folder.appendingPathComponent("a.mp3")
    try Data("This is no audio, however long the text may be. ".utf8).write(to: text)
    let remote = try #require(URL(string: "http://127.0.0.1/a.mp3"))
    let codes = [
      code { try AVAudioPlayer(contentsOf: folder.appendingPathComponent("missing.wav")) },
      code { try AVAudioPlayer(contentsOf: remote) },
      code { try AVAudioPlayer(contentsOf: text) },
      code { try AVAudioPlayer(data: Data()) },
      code { try AVAudioPlayer(data: Data("#EXTM3U\nhttp://127.0.0.1/a.mp3\n".utf8)) },
    ]
    #expect(codes == [2_003_334_207, 2_003_334_207, 1_954_115_647, 1_954_115_647, 1_954_115_647])
  }

  @Test func playerWithoutAFilePlaysNothing() {
    let player = AVAudioPlayer()
    #expect(!player.prepareToPlay() && !player.play() && !player.isPlaying)
    player.currentTime = 3
    player.updateMeters()
    #expect(player.currentTime == 0 && player.duration == 0 && player.averagePower(forChannel: 0) == -160)
    #expect(player.settings.isEmpty)
  }

  // MARK: Playback

  @Test func playsEverySampleAndFinishes() throws {
    let stage = try AudioStage(WaveData.file(Self.ramp))
    #expect(stage.player.play() && stage.player.isPlaying)
    stage.runToEnd()
    #expect(stage.delegate.calls == ["finished true"])
    #expect(!stage.player.isPlaying && stage.player.currentTime == 0)
    for channel in 0...1 {
      let samples = stage.samples(channel)
      #expect(samples.count == 1_600)
      #expect(firstBreak(samples) == nil, "mono has its own level in both channels")
    }
    stage.player.play()
    stage.runToEnd()
    #expect(stage.samples(0).count == 3_200 && stage.delegate.calls.count == 2)
  }

  @Test func positionFollowsPlaybackAndSurvivesPauseAndStop() throws {
    let stage = try AudioStage(constant(4))
    stage.player.currentTime = 1
    #expect(stage.player.currentTime == 1)
    stage.player.prepareToPlay()
    stage.run(0.5)
    #expect(stage.player.currentTime == 1 && stage.blocks.isEmpty)
    stage.player.play()
    stage.run(1)
    stage.player.pause()
    stage.run(0.5)
    let paused = stage.player.currentTime
    #expect(abs(paused - 2) < 0.15 && !stage.player.isPlaying)
    stage.player.currentTime = 3
    #expect(stage.player.currentTime == 3)
    stage.run(0.5)
    #expect(abs(stage.player.currentTime - 3) < 0.001)
    stage.player.stop()
    #expect(abs(stage.player.currentTime - 3) < 0.001)
    stage.player.play()
    stage.runToEnd()
    let last = try #require(stage.blocks.last)
    #expect(last.time.seconds < 4 && stage.delegate.calls == ["finished true"])
    #expect(stage.blocks.first.map { abs($0.time.seconds - 1) < 0.001 } == true)
    #expect(stage.blocks.contains { abs($0.time.seconds - 3) < 0.001 })
  }

  @Test func startsAtATimeOfTheDevice() throws {
    let stage = try AudioStage(constant(1))
    stage.player.prepareToPlay()
    stage.run(0.5)
    let start = stage.player.deviceCurrentTime + 2
    #expect(stage.player.play(atTime: start) && stage.player.isPlaying)
    stage.run(1.5)
    #expect(stage.player.currentTime == 0 && stage.blocks.isEmpty)
    stage.runToEnd()
    let first = try #require(stage.blocks.first)
    // A block of the recorded output lasts 0.128 s.
    #expect(abs(Double(first.hostTime.nanoseconds) / 1e9 - start) < 0.13)
    #expect(abs(stage.player.deviceCurrentTime - start - 1) < 0.2)
  }

  @Test func rateAppliesOnlyIfEnabled() throws {
    for (isEnabled, expected) in [(false, 2.0), (true, 1.0)] {
      let stage = try AudioStage(constant(2))
      stage.player.enableRate = isEnabled
      stage.player.rate = 2
      stage.player.prepareToPlay()
      stage.run(0.5)
      let start = stage.player.deviceCurrentTime
      stage.player.play()
      stage.runToEnd()
      #expect(abs(stage.player.deviceCurrentTime - start - expected) < 0.25)
    }
    let player = AVAudioPlayer()
    player.rate = 9
    #expect(player.rate == 2)
    player.rate = 0.1
    #expect(player.rate == 0.5)
  }

  // MARK: Loops

  @Test func loopsAreSampleAccurate() throws {
    let stage = try AudioStage(WaveData.file(Self.ramp))
    stage.player.numberOfLoops = 9
    stage.player.play()
    stage.runToEnd()
    #expect(stage.delegate.calls == ["finished true"])
    let samples = stage.samples(0)
    #expect(samples.count == 16_000)
    #expect(firstBreak(samples) == nil)
    let blocks = stage.blocks
    let (first, last) = (try #require(blocks.first), try #require(blocks.last))
    let seconds = Double((last.hostTime - first.hostTime).nanoseconds) / 1e9
    #expect(seconds <= 2, "ten passes of 0.2 s without a gap")
  }

  @Test func endlessLoopEndsAfterThePassInWhichItIsSwitchedOff() throws {
    let stage = try AudioStage(WaveData.file(Self.ramp))
    stage.player.numberOfLoops = -1
    stage.player.play()
    stage.run(3)
    #expect(stage.player.isPlaying && stage.delegate.calls.isEmpty)
    stage.player.numberOfLoops = 0
    stage.runToEnd()
    #expect(stage.delegate.calls == ["finished true"])
    #expect(firstBreak(stage.samples(0)) == nil)
  }

  // MARK: Volume

  @Test(arguments: [(-1, 0.5, 0), (-0.5, 0.5, 0.25), (0.25, 0.375, 0.5), (1, 0, 0.5), (7, 0, 0.5)])
  func panReducesTheOtherChannel(pan: Float, left: Float, right: Float) throws {
    let stage = try AudioStage(constant(0.5))
    stage.player.pan = pan
    stage.player.play()
    stage.runToEnd()
    // The change takes 10 ms: 80 frames for the whole width.
    for (channel, expected) in [left, right].enumerated() {
      #expect(stage.samples(channel).dropFirst(200).allSatisfy { abs($0 - expected) < 0.001 })
    }
  }

  @Test func fadesLinearly() throws {
    let stage = try AudioStage(constant(3))
    stage.player.prepareToPlay()
    stage.run(0.5)
    stage.player.setVolume(0.2, fadeDuration: 2)
    #expect(stage.player.volume == 0.2)
    stage.player.play()
    stage.runToEnd()
    let samples = stage.samples(0)
    #expect(samples.count == 24_000)
    for frame in stride(from: 0, to: 24_000, by: 500) {
      let volume = max(0.2, 1 - 0.8 * Double(frame) / 16_000)
      #expect(abs(Double(samples[frame]) - 0.5 * volume) < 0.001, "frame \(frame)")
    }
  }

  @Test func volumeBeforePlaybackAppliesToTheFirstSample() throws {
    let stage = try AudioStage(constant(0.5))
    stage.player.volume = 0.5
    stage.player.play()
    stage.runToEnd()
    #expect(stage.samples(1).allSatisfy { abs($0 - 0.25) < 0.001 })
    stage.player.volume = 3
    #expect(stage.player.volume == 1)
  }

  // MARK: Levels

  /// The root mean square of a sine is 3.01 dB below its peak; half of full scale is −6.02 dB.
  @Test func metersASineOfKnownLevel() throws {
    let loud = WaveData.sine(500, amplitude: 0.5, seconds: 2)
    let quiet = WaveData.sine(500, amplitude: 0.05, seconds: 2)
    let stage = try AudioStage(WaveData.file(zip(loud, quiet).flatMap { [$0, $1] }, channels: 2))
    stage.player.volume = 0.25
    stage.player.play()
    stage.run(1)
    stage.player.updateMeters()
    #expect(stage.player.averagePower(forChannel: 0) == -160, "metering is off")
    stage.player.isMeteringEnabled = true
    stage.player.updateMeters()
    #expect(abs(stage.player.peakPower(forChannel: 0) - -6.02) < 0.05)
    #expect(abs(stage.player.averagePower(forChannel: 0) - -9.03) < 0.05)
    #expect(abs(stage.player.peakPower(forChannel: 1) - -26.02) < 0.05)
    #expect(abs(stage.player.averagePower(forChannel: 1) - -29.03) < 0.05)
    #expect(stage.player.averagePower(forChannel: 2) == -160 && stage.player.peakPower(forChannel: -1) == -160)
    stage.player.pause()
    stage.player.updateMeters()
    #expect(stage.player.averagePower(forChannel: 0) == -160)
  }

  @Test func metersTheAudibleMomentOfMono() throws {
    let samples =
      [Int16](repeating: 0, count: 8000) + WaveData.sine(500, amplitude: 0.5, seconds: 1)
      + [Int16](repeating: 0, count: 8000)
    let stage = try AudioStage(WaveData.file(samples))
    stage.player.isMeteringEnabled = true
    stage.player.play()
    var peaks: [Double: Float] = [:]
    while stage.delegate.calls.isEmpty {
      stage.run(0.05)
      stage.player.updateMeters()
      peaks[stage.player.currentTime] = stage.player.peakPower(forChannel: 0)
    }
    let before = peaks.filter { 0 < $0.key && $0.key < 0.97 }
    let during = peaks.filter { 1.05 < $0.key && $0.key < 1.97 }
    #expect(!before.isEmpty && before.values.allSatisfy { $0 == -160 })
    #expect(!during.isEmpty && during.values.allSatisfy { abs($0 - -6.02) < 0.05 })
  }

  // MARK: Failures

  @Test func fileThatHasDisappearedIsAnError() throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appendingPathComponent("a.wav")
    try constant(1).write(to: url)
    let stage = try AudioStage(url)
    try FileManager.default.removeItem(at: url)
    stage.player.play()
    stage.run(1)
    #expect(stage.delegate.calls == ["error 2003334207", "finished false"])
    #expect(!stage.player.isPlaying && stage.player.currentTime == 0)
  }

  @Test func delegateMayPlayAgain() throws {
    let stage = try AudioStage(WaveData.file(Self.ramp))
    stage.delegate.onFinish = { player in
      player.delegate = nil
      player.play()
    }
    stage.player.play()
    stage.run(2)
    #expect(stage.samples(0).count == 3_200 && firstBreak(stage.samples(0)) == nil)
    #expect(stage.delegate.calls == ["finished true"] && !stage.player.isPlaying)
  }

  @Test func releasedPlayerEnds() throws {
    weak var released: AVAudioPlayer?
    do {
      let player = try AVAudioPlayer(data: WaveData.file(Self.ramp))
      released = player
    }
    #expect(released == nil)
  }
}
