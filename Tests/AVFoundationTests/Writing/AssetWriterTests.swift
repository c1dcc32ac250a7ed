import AVFoundation
import CoreMedia
import Foundation
import Synchronization
import TestSupport
import Testing

/// Files written from samples, compared with their sources by what a reader or ffmpeg decodes.
@Suite("AVAssetWriter", .timeLimit(.minutes(10))) struct AssetWriterTests {
  private static var pcm: [String: Any] { [AVFormatIDKey: kAudioFormatLinearPCM] }
  private static var nv12: [String: Any] {
    [kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange]
  }

  /// All samples of a track of a file.
  private static func samples(
    _ url: URL, _ type: AVMediaType, _ settings: [String: Any]?
  ) throws -> [CMSampleBuffer] {
    let asset = AVURLAsset(url: url)
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderTrackOutput(
      track: try #require(asset.tracks(withMediaType: type).first), outputSettings: settings)
    reader.add(output)
    try #require(reader.startReading())
    var result: [CMSampleBuffer] = []
    while let buffer = output.copyNextSampleBuffer() { result.append(buffer) }
    return result
  }

  private static func number(_ buffer: CMSampleBuffer) -> Int? {
    guard let image = buffer.imageBuffer, let base = CVPixelBufferGetBaseAddressOfPlane(image, 0) else { return nil }
    return FrameNumber.read(
      luma: base.assumingMemoryBound(to: UInt8.self), bytesPerRow: CVPixelBufferGetBytesPerRowOfPlane(image, 0),
      width: CVPixelBufferGetWidth(image))
  }

  private static func bytes(_ buffers: [CMSampleBuffer]) throws -> Data {
    var data = Data()
    for buffer in buffers { data += try buffer.dataBuffer?.dataBytes() ?? Data() }
    return data
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
    let source = Array(try Self.samples(Fixtures.url("h264-bframes.mp4"), .video, Self.nv12).prefix(90))
    let writer = try await Self.write(source, .video, Self.settings(codec), to: url, as: .mp4)
    #expect(writer.status == .completed && writer.error == nil)
    let found = try Self.samples(url, .video, Self.nv12)
    #expect(found.map(Self.number) == (0..<90).map { $0 })
    #expect(found.map(\.presentationTimeStamp) == source.map(\.presentationTimeStamp))
    #expect(AVURLAsset(url: url).duration == CMTime(value: 3, timescale: 1))
    #expect(try Self.names(in: folder) == ["a.mp4"])
  }

  @Test("frames before the session are left out, and the rest begins at zero")
  func session() async throws {
    let folder = try TemporaryFolder()
    let url = folder.url.appendingPathComponent("a.mov")
    let source = Array(try Self.samples(Fixtures.url("h264-bframes.mp4"), .video, Self.nv12).prefix(60))
    _ = try await Self.write(
      source, .video, Self.settings(.h264), to: url, as: .mov, from: CMTime(value: 15, timescale: 30)
    ) { _, input in input.transform = CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0) }
    let found = try Self.samples(url, .video, Self.nv12)
    #expect(found.map(Self.number) == (15..<60).map { $0 })
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
    #expect(try Self.bytes(found) == Self.bytes(source))
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
    let source = try Self.samples(Fixtures.url("gapless-a.wav"), .audio, Self.pcm)
    let writer = try await Self.write(source, .audio, [AVFormatIDKey: format], to: url, as: type)
    #expect(writer.status == .completed)
    #expect(try Self.bytes(Self.samples(url, .audio, Self.pcm)) == Self.bytes(source))
  }

  @Test("AAC has the number of samples of its source, without priming")
  func aac() async throws {
    let folder = try TemporaryFolder()
    let url = folder.url.appendingPathComponent("a.m4a")
    let source = try Self.samples(Fixtures.url("gapless-a.wav"), .audio, Self.pcm)
    let settings: [String: Any] = [AVFormatIDKey: kAudioFormatMPEG4AAC, AVEncoderBitRateKey: 128_000]
    _ = try await Self.write(source, .audio, settings, to: url, as: .m4a)
    let found = try Self.samples(url, .audio, Self.pcm)
    #expect(found.reduce(0) { $0 + $1.numSamples } == source.reduce(0) { $0 + $1.numSamples })
  }

  // MARK: Several inputs

  @Test("two inputs on one queue take turns")
  func interleaving() async throws {
    let folder = try TemporaryFolder()
    let url = folder.url.appendingPathComponent("a.mp4")
    let fixture = try Fixtures.url("h264-bframes.mp4")
    let sources = [
      try Self.samples(fixture, .video, Self.nv12), try Self.samples(Fixtures.url("gapless48-a.wav"), .audio, Self.pcm),
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
    #expect(try Self.samples(url, .video, Self.nv12).map(Self.number) == sources[0].map(Self.number))
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
    let frames = try Self.samples(part, .video, Self.nv12).map(Self.number)
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
    let source = Array(try Self.samples(Fixtures.url("h264-bframes.mp4"), .video, Self.nv12).prefix(3))
    let writer = try await Self.write(source.reversed(), .video, Self.settings(.h264), to: url, as: .mp4)
    #expect(writer.status == .failed && (writer.error as? AVError)?.code == .invalidSourceMedia)
    #expect(try Self.names(in: folder).isEmpty)
  }

  @Test("a sample before the start of the session fails with an error")
  func withoutSession() throws {
    let folder = try TemporaryFolder()
    let source = try Self.samples(Fixtures.url("gapless-a.wav"), .audio, Self.pcm)
    let writer = try AVAssetWriter(outputURL: folder.url.appendingPathComponent("a.m4a"), fileType: .m4a)
    let input = AVAssetWriterInput(mediaType: .audio, outputSettings: [AVFormatIDKey: kAudioFormatMPEG4AAC])
    writer.add(input)
    try #require(writer.startWriting())
    #expect(!input.isReadyForMoreMediaData)
    let isAppended = input.append(try #require(source.first))
    #expect(!isAppended && (writer.error as? AVError)?.code == .invalidSourceMedia)
    #expect(try Self.names(in: folder).isEmpty)
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
