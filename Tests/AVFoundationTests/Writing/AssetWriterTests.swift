import AVFoundation
import CoreMedia
import Foundation
import Synchronization
import TestSupport
import Testing

/// Files written from samples, compared with their sources by what a reader or ffmpeg decodes.
@Suite("AVAssetWriter") struct AssetWriterTests {
  /// All samples of a track of a file.
  private static func samples(
    _ url: URL, _ type: AVMediaType, _ settings: [String: Any]?
  ) throws -> [CMSampleBuffer] {
    try TrackSamples.read(AVURLAsset(url: url), type, settings)
  }

  /// Writes samples of one track.
  private static func write(
    _ buffers: [CMSampleBuffer], _ type: AVMediaType, _ settings: [String: Any]?, to url: URL, as file: AVFileType,
    from start: CMTime = .zero, configure: (AVAssetWriter, AVAssetWriterInput) -> Void = { _, _ in }
  ) async throws -> AVAssetWriter {
    let writer = try AVAssetWriter(outputURL: url, fileType: file)
    let input = AVAssetWriterInput(mediaType: type, outputSettings: settings)
    configure(writer, input)
    try #require(writer.canAdd(input))
    writer.add(input)
    try #require(writer.startWriting())
    writer.startSession(atSourceTime: start)
    for buffer in buffers where !input.append(buffer) { break }
    input.markAsFinished()
    await writer.finishWriting()
    return writer
  }

  private static func names(in folder: TemporaryFolder) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
  }

  private static func settings(_ codec: AVVideoCodecType) -> [String: Any] { [AVVideoCodecKey: codec] }

  // MARK: Video

  @Test("encoded frames have the content and the times of their sources", arguments: [AVVideoCodecType.h264, .hevc])
  func frames(_ codec: AVVideoCodecType) async throws {
    let folder = try TemporaryFolder()
    let url = folder.url.appendingPathComponent("a.mp4")
    let source = Array(try Self.samples(Fixtures.url("h264-bframes.mp4"), .video, TrackSamples.biPlanar).prefix(90))
    let writer = try await Self.write(source, .video, Self.settings(codec), to: url, as: .mp4)
    #expect(writer.status == .completed && writer.error == nil)
    let found = try Self.samples(url, .video, TrackSamples.biPlanar)
    #expect(found.map(TrackSamples.number) == (0..<90).map { $0 })
    #expect(found.map(\.presentationTimeStamp) == source.map(\.presentationTimeStamp))
    #expect(AVURLAsset(url: url).duration == CMTime(value: 3, timescale: 1))
    #expect(try Self.names(in: folder) == ["a.mp4"])
  }

  @Test("frames before the session are left out, and the rest begins at zero")
  func session() async throws {
    let folder = try TemporaryFolder()
    let url = folder.url.appendingPathComponent("a.mov")
    let source = Array(try Self.samples(Fixtures.url("h264-bframes.mp4"), .video, TrackSamples.biPlanar).prefix(60))
    _ = try await Self.write(
      source, .video, Self.settings(.h264), to: url, as: .mov, from: CMTime(value: 15, timescale: 30)
    ) { _, input in input.transform = CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0) }
    let found = try Self.samples(url, .video, TrackSamples.biPlanar)
    #expect(found.map(TrackSamples.number) == (15..<60).map { $0 })
    #expect(found.first?.presentationTimeStamp == .zero)
    let transform = try #require(AVURLAsset(url: url).tracks.first).preferredTransform
    #expect(transform.b == 1 && transform.c == -1)
  }

  @Test("compressed samples are stored unchanged", .enabled(if: MadeFile.hasFFmpeg))
  func copies() async throws {
    let folder = try TemporaryFolder()
    let url = folder.url.appendingPathComponent("a.mp4")
    let source = try Self.samples(Fixtures.url("h264-bframes.mp4"), .video, nil)
    let writer = try await Self.write(source, .video, nil, to: url, as: .mp4)
    #expect(writer.status == .completed)
    let found = try Self.samples(url, .video, nil)
    #expect(try TrackSamples.bytes(found) == TrackSamples.bytes(source))
    #expect(found.map(\.presentationTimeStamp) == source.map(\.presentationTimeStamp))
  }

  // MARK: Audio

  @Test(
    "lossless audio is decoded to the samples of its source",
    arguments: [
      (kAudioFormatLinearPCM, AVFileType.wav), (kAudioFormatAppleLossless, .m4a),
      (kAudioFormatFLAC, AVFileType("org.xiph.flac")),
    ])
  func lossless(_ format: AudioFormatID, _ type: AVFileType) async throws {
    let folder = try TemporaryFolder()
    let url = folder.url.appendingPathComponent("a")
    let source = try Self.samples(Fixtures.url("gapless-a.wav"), .audio, TrackSamples.pcm)
    let writer = try await Self.write(source, .audio, [AVFormatIDKey: format], to: url, as: type)
    #expect(writer.status == .completed)
    #expect(try TrackSamples.bytes(Self.samples(url, .audio, TrackSamples.pcm)) == TrackSamples.bytes(source))
  }

  @Test("AAC has the number of samples of its source, without priming")
  func aac() async throws {
    let folder = try TemporaryFolder()
    let url = folder.url.appendingPathComponent("a.m4a")
    let source = try Self.samples(Fixtures.url("gapless-a.wav"), .audio, TrackSamples.pcm)
    let settings: [String: Any] = [AVFormatIDKey: kAudioFormatMPEG4AAC, AVEncoderBitRateKey: 128_000]
    _ = try await Self.write(source, .audio, settings, to: url, as: .m4a)
    let found = try Self.samples(url, .audio, TrackSamples.pcm)
    #expect(found.reduce(0) { $0 + $1.numSamples } == source.reduce(0) { $0 + $1.numSamples })
  }

  @Test("audio at another sample rate has the duration of its source, to the sample", arguments: [48_000, 22_050])
  func resampled(_ rate: Int) async throws {
    let folder = try TemporaryFolder()
    let url = folder.url.appendingPathComponent("a.wav")
    let source = try Self.samples(Fixtures.url("gapless-a.wav"), .audio, TrackSamples.pcm)
    let settings: [String: Any] = [AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: rate]
    _ = try await Self.write(source, .audio, settings, to: url, as: .wav)
    let first = try #require(source.first?.formatDescription?.audioStreamBasicDescription?.mSampleRate)
    let count = source.reduce(0) { $0 + $1.numSamples }
    let found = try Self.samples(url, .audio, TrackSamples.pcm).reduce(0) { $0 + $1.numSamples }
    #expect(abs(Double(found) - Double(count) * Double(rate) / first) <= 1)
  }

  // MARK: Several inputs

  @Test("two inputs on one queue take turns")
  func interleaving() async throws {
    let folder = try TemporaryFolder()
    let url = folder.url.appendingPathComponent("a.mp4")
    let fixture = try Fixtures.url("h264-bframes.mp4")
    let sources = [
      try Self.samples(fixture, .video, TrackSamples.biPlanar),
      try Self.samples(Fixtures.url("gapless48-a.wav"), .audio, TrackSamples.pcm),
    ]
    let writer = try AVAssetWriter(outputURL: url, fileType: .mp4)
    let inputs = [
      AVAssetWriterInput(mediaType: .video, outputSettings: Self.settings(.h264)),
      AVAssetWriterInput(mediaType: .audio, outputSettings: [AVFormatIDKey: kAudioFormatMPEG4AAC]),
    ]
    for input in inputs { writer.add(input) }
    try #require(writer.startWriting())
    writer.startSession(atSourceTime: .zero)
    let queue = DispatchQueue(label: "writer")
    let order = Mutex<[Int]>([])
    await withCheckedContinuation { continuation in
      let group = DispatchGroup()
      for (index, input) in inputs.enumerated() {
        group.enter()
        let next = Mutex(0)
        let source = sources[index]
        input.requestMediaDataWhenReady(on: queue) {
          while input.isReadyForMoreMediaData {
            let place = next.withLock { place in
              defer { place += 1 }
              return place
            }
            guard place < source.count, input.append(source[place]) else {
              input.markAsFinished()
              return group.leave()
            }
            order.withLock { $0.append(index) }
          }
        }
      }
      group.notify(queue: .global()) { continuation.resume() }
    }
    await writer.finishWriting()
    #expect(writer.status == .completed)
    #expect(
      try Self.samples(url, .video, TrackSamples.biPlanar).map(TrackSamples.number)
        == sources[0].map(TrackSamples.number))
    // The fixture's audio is longer than two seconds: none is written in one piece.
    #expect(order.withLock { order in zip(order, order.dropFirst()).count { $0 != $1 } } > 3)
  }

  // MARK: Fragments

  @Test("a fragmented file can be played before it is complete")
  func fragments() async throws {
    let folder = try TemporaryFolder()
    let url = folder.url.appendingPathComponent("a.mp4")
    let part = folder.url.appendingPathComponent("part.mp4")
    let source = try Self.samples(Fixtures.url("h264-bframes.mp4"), .video, nil)
    let writer = try AVAssetWriter(url: url, fileType: .mp4)
    writer.movieFragmentInterval = CMTime(value: 1, timescale: 1)
    let input = AVAssetWriterInput(mediaType: .video, outputSettings: nil)
    writer.add(input)
    try #require(writer.startWriting())
    writer.startSession(atSourceTime: .zero)
    for buffer in source.prefix(150) { #expect(input.append(buffer)) }
    try FileManager.default.copyItem(at: url, to: part)
    let frames = try Self.samples(part, .video, TrackSamples.biPlanar).map(TrackSamples.number)
    #expect(frames.count >= 90 && frames == (0..<frames.count).map { $0 })
    writer.cancelWriting()
    #expect(writer.status == .cancelled && !FileManager.default.fileExists(atPath: url.path))
  }

  // MARK: Failures

  @Test("an existing file is left alone")
  func existing() throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("a.mp4", Data("mine".utf8))
    let writer = try AVAssetWriter(outputURL: file, fileType: .mp4)
    writer.add(AVAssetWriterInput(mediaType: .video, outputSettings: Self.settings(.h264)))
    let isStarted = writer.startWriting()
    #expect(!isStarted && writer.status == .failed)
    #expect((writer.error as? AVError)?.code == .fileAlreadyExists)
    #expect(try Data(contentsOf: file) == Data("mine".utf8))
  }

  @Test("times that go backwards fail with an error, and leave nothing")
  func backwards() async throws {
    let folder = try TemporaryFolder()
    let url = folder.url.appendingPathComponent("a.mp4")
    let source = Array(try Self.samples(Fixtures.url("h264-bframes.mp4"), .video, TrackSamples.biPlanar).prefix(3))
    let writer = try await Self.write(source.reversed(), .video, Self.settings(.h264), to: url, as: .mp4)
    #expect(writer.status == .failed && (writer.error as? AVError)?.code == .invalidSourceMedia)
    #expect(try Self.names(in: folder).isEmpty)
  }

  @Test("a sample before the start of the session fails with an error")
  func withoutSession() throws {
    let folder = try TemporaryFolder()
    let source = try Self.samples(Fixtures.url("gapless-a.wav"), .audio, TrackSamples.pcm)
    let writer = try AVAssetWriter(outputURL: folder.url.appendingPathComponent("a.m4a"), fileType: .m4a)
    let input = AVAssetWriterInput(mediaType: .audio, outputSettings: [AVFormatIDKey: kAudioFormatMPEG4AAC])
    writer.add(input)
    try #require(writer.startWriting())
    #expect(!input.isReadyForMoreMediaData)
    let isAppended = input.append(try #require(source.first))
    #expect(!isAppended && (writer.error as? AVError)?.code == .invalidSourceMedia)
    #expect(try Self.names(in: folder).isEmpty)
  }

  @Test("a gap of years fails with an error instead of being filled with silence")
  func gap() async throws {
    let folder = try TemporaryFolder()
    let source = try Self.samples(Fixtures.url("gapless-a.wav"), .audio, TrackSamples.pcm)
    let late = try CMSampleBuffer(
      copying: source[1],
      withNewTiming: [
        CMSampleTimingInfo(
          duration: .invalid, presentationTimeStamp: CMTime(value: 1_000_000_000, timescale: 1),
          decodeTimeStamp: .invalid)
      ])
    let writer = try await Self.write(
      [source[0], late], .audio, [AVFormatIDKey: kAudioFormatMPEG4AAC],
      to: folder.url.appendingPathComponent("a.m4a"), as: .m4a)
    #expect(writer.status == .failed && (writer.error as? AVError)?.code == .invalidSourceMedia)
    #expect(try Self.names(in: folder).isEmpty)
  }

  @Test("numbers of any size are accepted as quality and bit rate", arguments: [-1e300, 0, 1e300, .nan])
  func extremes(_ value: Double) async throws {
    let folder = try TemporaryFolder()
    let source = Array(try Self.samples(Fixtures.url("h264-bframes.mp4"), .video, TrackSamples.biPlanar).prefix(2))
    let settings: [String: Any] = [
      AVVideoCodecKey: AVVideoCodecType.jpeg,
      AVVideoCompressionPropertiesKey: [AVVideoQualityKey: value, AVVideoMaxKeyFrameIntervalKey: value],
    ]
    let writer = try await Self.write(
      source, .video, settings, to: folder.url.appendingPathComponent("a.mov"), as: .mov)
    #expect(writer.status == .completed)
  }

  @Test("names that are long, or not UTF-8, are written", arguments: [0xFF, 0x61])
  func names(_ byte: UInt8) async throws {
    let folder = try TemporaryFolder()
    // 255 bytes, the longest name.
    let url = try #require(
      URL(
        string: folder.url.absoluteString + (folder.url.absoluteString.hasSuffix("/") ? "" : "/")
          + "%" + String(byte, radix: 16, uppercase: true) + String(repeating: "a", count: 250) + ".m4a"))
    let source = try Self.samples(Fixtures.url("gapless-a.wav"), .audio, TrackSamples.pcm)
    let settings: [String: Any] = [AVFormatIDKey: kAudioFormatAppleLossless]
    // The index is moved to the front, for which the file is opened again.
    let writer = try await Self.write(source, .audio, settings, to: url, as: .m4a) { writer, _ in
      writer.shouldOptimizeForNetworkUse = true
    }
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
    #expect(try TrackSamples.bytes(Self.samples(url, .audio, TrackSamples.pcm)) == TrackSamples.bytes(source))
  }

  @Test("a writer does not accept compressed samples that its file cannot store, nor start without inputs")
  func hints() throws {
    let source = try Self.samples(Fixtures.url("h264-bframes.mp4"), .video, nil)
    let hint = try #require(source.first?.formatDescription)
    let input = AVAssetWriterInput(mediaType: .video, outputSettings: nil, sourceFormatHint: hint)
    let url = URL(fileURLWithPath: "/nowhere/a")
    #expect(try AVAssetWriter(outputURL: url, fileType: .mp4).canAdd(input))
    #expect(try !AVAssetWriter(outputURL: url, fileType: AVFileType("org.webmproject.webm")).canAdd(input))
    let empty = try AVAssetWriter(outputURL: url, fileType: .mp4)
    let isStarted = empty.startWriting()
    #expect(!isStarted && empty.status == .failed && empty.error != nil)
  }

  @Test("impossible settings and types are refused")
  func refusals() throws {
    let url = URL(fileURLWithPath: "/nowhere/a")
    let writer = try AVAssetWriter(outputURL: url, fileType: .m4a)
    #expect(!writer.canApply(outputSettings: Self.settings(.h264), forMediaType: .video))
    #expect(!writer.canApply(outputSettings: [AVFormatIDKey: 7], forMediaType: .audio))
    #expect(!writer.canApply(outputSettings: [:], forMediaType: .audio))
    #expect(writer.canApply(outputSettings: [AVFormatIDKey: kAudioFormatMPEG4AAC], forMediaType: .audio))
    #expect(throws: AVError.self) { try AVAssetWriter(outputURL: url, fileType: .jpg) }
    writer.add(AVAssetWriterInput(mediaType: .audio, outputSettings: [AVFormatIDKey: kAudioFormatMPEG4AAC]))
    let isStarted = writer.startWriting()
    #expect(!isStarted && writer.status == .failed)
  }
}
