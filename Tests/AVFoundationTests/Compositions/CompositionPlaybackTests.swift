import AVFoundation
import PlayheadTesting
import TestSupport
import Testing

/// Compositions of fixtures: each frame carries its number, and the audio is a closed form or what ffmpeg decodes.
@Suite("Compositions") @MainActor struct CompositionPlaybackTests {
  private typealias Scene = CompositionScene

  /// The parts: within GOPs of three codecs.
  private static let parts: [(name: String, numbers: Range<Int>)] = [
    ("h264-bframes.mp4", 47..<77), ("hevc.mp4", 133..<150), ("h264-bframes.mp4", 10..<31),
  ]

  /// The numbers of the frames of all parts.
  private static let numbers: [Int?] = parts.flatMap { $0.numbers.map { Int?.some($0) } }

  private func cut() throws -> AVMutableComposition {
    let composition = AVMutableComposition()
    for type in [AVMediaType.video, .audio] {
      try Scene.append(Self.parts.map { ($0.name, Scene.frames($0.numbers)) }, type, to: composition)
    }
    return composition
  }

  @Test("frames of several files follow each other without a gap")
  func frames() throws {
    let composition = try cut()
    let item = AVPlayerItem(asset: composition)
    let played = Scene.play(item)
    #expect(item.error == nil)
    #expect(item.duration == Scene.frame(68))
    #expect(played.frames.map(\.number) == Self.numbers)
    #expect(played.frames.map(\.time) == (0..<68).map { Scene.frame($0) })
    #expect(played.samples.count == 68 * 48_000 / 30)
    #expect(played.stage.player.currentTime() == Scene.frame(68))
    #expect(item.tracks.count == 2 && item.presentationSize == CGSize(width: 320, height: 180))
  }

  @Test("exact seeks show the frame of the segment, and playback continues there")
  func seeks() throws {
    let composition = try cut()
    let numbers = Self.numbers
    for target in [0, 29, 30, 31, 46, 47, 60, 67] {
      let time = Scene.frame(target) + CMTime(value: 1, timescale: 60)
      let played = Scene.play(AVPlayerItem(asset: composition), from: time)
      let wanted = Array(numbers[target...])
      #expect(played.frames.map(\.number) == wanted, "seek to frame \(target)")
    }
  }

  @Test("images are those of the segments, at exact times")
  func images() throws {
    let generator = AVAssetImageGenerator(asset: try cut())
    generator.requestedTimeToleranceBefore = .zero
    generator.requestedTimeToleranceAfter = .zero
    let numbers = Self.numbers
    for index in [0, 12, 29, 30, 46, 47, 67] {
      var actual = CMTime.invalid
      let image = try generator.copyCGImage(
        at: Scene.frame(index) + CMTime(value: 1, timescale: 60), actualTime: &actual)
      #expect(FrameNumber.read(image) == numbers[index])
      #expect(actual == Scene.frame(index))
    }
  }

  @Test("a segment that begins between two frames begins with the frame displayed there")
  func startsBetweenFrames() throws {
    let composition = AVMutableComposition()
    let start = CMTime(value: 2 * 47 + 1, timescale: 60)
    try Scene.append(
      [("h264-bframes.mp4", CMTimeRange(start: start, duration: Scene.frame(2)))], .video, to: composition)
    let played = Scene.play(AVPlayerItem(asset: composition))
    #expect(played.frames.map(\.number) == [47, 48, 49])
    #expect(played.frames.map(\.time) == [0, 1, 3].map { CMTime(value: $0, timescale: 60) })
  }

  // MARK: Audio

  @Test("audio is joined to the sample", arguments: ["wav", "flac", "alac.m4a"])
  func joinedSamples(_ format: String) throws {
    // One sine of 441 Hz whose period is 100 samples, cut at sample 176,411.
    let composition = AVMutableComposition()
    try Scene.append(
      [
        ("gapless-a.\(format)", Scene.samples(100_000..<176_411)), ("gapless-b.\(format)", Scene.samples(0..<80_000)),
        ("gapless-a.\(format)", Scene.samples(33_311..<60_000)),
      ], .audio, to: composition)
    let samples = Scene.play(AVPlayerItem(asset: composition)).samples
    let numbers = Array(100_000..<256_411) + Array(33_311..<60_000)
    #expect(samples.count == numbers.count)
    let loudest = samples.map(abs).max() ?? 0
    #expect(loudest > 0.05)
    let wrong = zip(samples, numbers).first { sample, number in
      let phase = Double(number % 100) / 100
      return abs(Double(sample) - Double(loudest) * sin(2 * .pi * phase)) > 0.002
    }
    #expect(wrong == nil)
  }

  @Test("a file in two parts sounds like the whole", arguments: ["m4a", "mp3", "ogg"])
  func dividedFile(_ format: String) throws {
    let composition = AVMutableComposition()
    let name = "gapless-a.\(format)"
    let whole = Scene.play(AVPlayerItem(url: Fixture.url(name))).samples
    try Scene.append(
      [(name, Scene.samples(0..<70_001)), (name, Scene.samples(70_001..<170_000))], .audio, to: composition)
    let divided = Scene.play(AVPlayerItem(asset: composition)).samples
    #expect(divided.count == 170_000)
    let wrong = zip(whole, divided).first { abs($0 - $1) > 0.001 }
    #expect(wrong == nil)
  }

  @Test("samples are those of ffmpeg's own trim and concat", .enabled(if: MadeFile.hasFFmpeg))
  func likeFFmpeg() throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let (first, second) = (Fixture.url("gapless-a.flac").path, Fixture.url("gapless-b.flac").path)
    let filter =
      "[0:a]atrim=start_sample=1234:end_sample=45678,asetpts=N/SR/TB[a];"
      + "[1:a]atrim=start_sample=999:end_sample=30000,asetpts=N/SR/TB[b];[a][b]concat=n=2:v=0:a=1,pan=mono|c0=c0"
    let made = try MadeFile.ffmpeg(
      "-i \(first) -i \(second) -filter_complex \(filter) -f f32le joined.raw", in: folder)
    let expected = try Data(contentsOf: made).withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    let composition = AVMutableComposition()
    try Scene.append(
      [("gapless-a.flac", Scene.samples(1234..<45_678)), ("gapless-b.flac", Scene.samples(999..<30_000))], .audio,
      to: composition)
    let samples = Scene.play(AVPlayerItem(asset: composition)).samples
    #expect(samples.count == expected.count)
    #expect(zip(samples, expected).allSatisfy { abs($0 - $1) < 1e-4 })
  }

  @Test("several audio tracks are mixed with their volumes; disabled ones are silent")
  func mixed() throws {
    let files = try [8192, 4096].map { try WaveFile([Int16](repeating: $0, count: 16_000)) }
    let composition = AVMutableComposition()
    var tracks: [AVMutableCompositionTrack] = []
    for file in files {
      let track = try #require(composition.addMutableTrack(withMediaType: .audio, preferredTrackID: 0))
      let source = try #require(AVURLAsset(url: file.url).tracks.first)
      try track.insertTimeRange(source.timeRange, of: source, at: .zero)
      tracks.append(track)
    }
    #expect(tracks.map(\.trackID) == [1, 2])
    var samples = Scene.play(AVPlayerItem(asset: composition)).samples
    #expect(samples.count == 16_000 && samples.allSatisfy { $0 == 0.375 })
    let item = AVPlayerItem(asset: composition)
    let parameters = AVMutableAudioMixInputParameters(track: tracks[1])
    parameters.setVolume(0.5, at: CMTime(value: 1, timescale: 1))
    let mix = AVMutableAudioMix()
    mix.inputParameters = [parameters]
    item.audioMix = mix
    samples = Scene.play(item).samples
    #expect(samples.prefix(8000).allSatisfy { $0 == 0.375 } && samples.dropFirst(8000).allSatisfy { $0 == 0.3125 })
    tracks[0].isEnabled = false
    samples = Scene.play(AVPlayerItem(asset: composition)).samples
    #expect(samples.count == 16_000 && samples.allSatisfy { $0 == 0.125 })
    tracks[1].preferredVolume = 2
    samples = Scene.play(AVPlayerItem(asset: composition)).samples
    #expect(samples.allSatisfy { $0 == 0.25 })
  }

  @Test("empty ranges are silent and black")
  func emptyRanges() throws {
    let file = try WaveFile([Int16](repeating: 8192, count: 16_000))
    let composition = AVMutableComposition()
    try Scene.append([("h264-bframes.mp4", Scene.frames(0..<60))], .video, to: composition)
    let track = try #require(composition.addMutableTrack(withMediaType: .audio, preferredTrackID: 0))
    let source = try #require(AVURLAsset(url: file.url).tracks.first)
    try track.insertTimeRange(source.timeRange, of: source, at: .zero)
    composition.insertEmptyTimeRange(Scene.frames(30..<60))
    #expect(composition.duration == CMTime(value: 3, timescale: 1))
    let played = Scene.play(AVPlayerItem(asset: composition))
    #expect(played.samples.count == 24_000)
    for (index, sample) in played.samples.enumerated() where (sample == 0) != (8000..<16_000).contains(index) {
      Issue.record("sample \(index) is \(sample)")
      break
    }
    let inside = played.frames.filter { $0.time >= Scene.frame(30) && $0.time < Scene.frame(60) }
    #expect(!inside.isEmpty && inside.allSatisfy { $0.number == nil })
    #expect(played.frames.filter { $0.time >= Scene.frame(60) }.map(\.number) == (30..<60).map { $0 })
    let image = try AVAssetImageGenerator(asset: composition).copyCGImage(at: Scene.frame(45), actualTime: nil)
    let bytes = try #require(image.dataProvider?.data?.bytes)
    #expect((0..<3).allSatisfy { bytes.load(fromByteOffset: $0, as: UInt8.self) < 3 })
  }

  @Test("scaled ranges play at another speed with the same pitch")
  func scaledRanges() throws {
    let composition = AVMutableComposition()
    try Scene.append([("h264-bframes.mp4", Scene.frames(60..<120))], .video, to: composition)
    try Scene.append([("gapless-a.wav", Scene.samples(0..<88_200))], .audio, to: composition)
    composition.scaleTimeRange(
      CMTimeRange(start: .zero, duration: CMTime(value: 2, timescale: 1)), toDuration: CMTime(value: 4, timescale: 1))
    let played = Scene.play(AVPlayerItem(asset: composition))
    #expect(played.frames.map(\.number) == (60..<120).map { $0 })
    #expect(played.frames.map(\.time) == (0..<60).map { Scene.frame($0 * 2) })
    #expect(played.samples.count == 176_400)
    let middle = Array(played.samples[20_000..<150_000])
    #expect(abs(Tone.frequency(of: middle, sampleRate: 44_100) - 441) < 2)
  }
}
