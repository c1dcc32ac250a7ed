import AVFoundation
import CoreMedia
import Foundation
import TestSupport
import Testing

/// Samples read from fixtures, compared with the numbers in their frames and with what ffmpeg decodes.
@Suite("AVAssetReader") struct AssetReaderTests {
  /// A reader with one output, which reads a track of a fixture.
  private static func reader(
    _ name: String, _ type: AVMediaType, _ settings: [String: Any]?, range: CMTimeRange? = nil
  ) throws -> (reader: AVAssetReader, output: AVAssetReaderTrackOutput) {
    let asset = AVURLAsset(url: try Fixtures.url(name))
    let reader = try AVAssetReader(asset: asset)
    let track = try #require(asset.tracks(withMediaType: type).first)
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: settings)
    if let range { reader.timeRange = range }
    try #require(reader.canAdd(output))
    reader.add(output)
    return (reader, output)
  }

  /// What ffmpeg makes of a fixture, as raw bytes.
  private static func ffmpeg(_ name: String, _ arguments: String) throws -> Data {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let input = try Fixtures.url(name).path
    return try Data(contentsOf: try MadeFile.ffmpeg("-i \(input) \(arguments) out.raw", in: folder))
  }

  // MARK: Frames

  @Test("every frame is returned once, in presentation order", arguments: ["h264-bframes.mp4", "hevc.mp4"])
  func frames(_ name: String) throws {
    let (reader, output) = try Self.reader(name, .video, TrackSamples.biPlanar)
    #expect(reader.status == .unknown && output.copyNextSampleBuffer() == nil)
    try #require(reader.startReading())
    #expect(reader.status == .reading && !reader.startReading())
    let buffers = TrackSamples.all(output)
    let count = try Fixtures.expected(name).expectedFrameCount
    #expect(buffers.map(TrackSamples.number) == (0..<count).map { $0 })
    #expect(
      buffers.map(\.presentationTimeStamp) == (0..<count).map { CMTime(value: CMTimeValue($0), timescale: 30) })
    #expect(reader.status == .completed && reader.error == nil)
  }

  @Test("a range begins with the frame displayed at its start")
  func frameRange() throws {
    let range = CMTimeRange(
      start: CMTime(value: 101, timescale: 100), end: CMTime(value: 2, timescale: 1))
    let (reader, output) = try Self.reader("h264-bframes.mp4", .video, TrackSamples.biPlanar, range: range)
    try #require(reader.startReading())
    #expect(TrackSamples.all(output).map(TrackSamples.number) == (30..<60).map { $0 })
  }

  @Test("frames hidden by an edit list are left out")
  func editList() throws {
    let (reader, output) = try Self.reader("edit-list.mp4", .video, TrackSamples.biPlanar)
    try #require(reader.startReading())
    let buffers = TrackSamples.all(output)
    #expect(buffers.map(TrackSamples.number) == (105..<300).map { $0 })
    #expect(buffers.first?.presentationTimeStamp == .zero)
  }

  @Test("planes have the bytes that ffmpeg decodes", .enabled(if: MadeFile.hasFFmpeg), arguments: [true, false])
  func pixels(_ copies: Bool) throws {
    let settings: [String: Any] = [kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_420YpCbCr8Planar]
    let range = CMTimeRange(start: .zero, duration: CMTime(value: 20, timescale: 30))
    let (reader, output) = try Self.reader("h264-bframes.mp4", .video, settings, range: range)
    output.alwaysCopiesSampleData = copies
    try #require(reader.startReading())
    var found = Data()
    for buffer in TrackSamples.all(output) {
      let image = try #require(buffer.imageBuffer)
      for plane in 0..<3 {
        let base = try #require(CVPixelBufferGetBaseAddressOfPlane(image, plane))
        for row in 0..<CVPixelBufferGetHeightOfPlane(image, plane) {
          let start = base + row * CVPixelBufferGetBytesPerRowOfPlane(image, plane)
          found.append(
            UnsafeRawBufferPointer(start: start, count: CVPixelBufferGetWidthOfPlane(image, plane))
              .withMemoryRebound(to: UInt8.self) { Data($0) })
        }
      }
    }
    #expect(found == (try Self.ffmpeg("h264-bframes.mp4", "-map 0:v -frames:v 20 -pix_fmt yuv420p -f rawvideo")))
  }

  // MARK: Audio

  @Test(
    "linear PCM is what ffmpeg decodes", .enabled(if: MadeFile.hasFFmpeg),
    arguments: ["audio.flac", "audio.wav", "gapless-a.flac", "gapless-a.wav"])
  func pcm(_ name: String) throws {
    let (reader, output) = try Self.reader(name, .audio, [AVFormatIDKey: kAudioFormatLinearPCM])
    try #require(reader.startReading())
    let buffers = TrackSamples.all(output)
    #expect(try TrackSamples.bytes(buffers) == Self.ffmpeg(name, "-map 0:a -c:a pcm_s16le -f s16le"))
    let basic = try #require(buffers.first?.formatDescription?.audioStreamBasicDescription)
    #expect(basic.mBitsPerChannel == 16 && basic.mFormatFlags & kAudioFormatFlagIsSignedInteger != 0)
    #expect(buffers.first?.presentationTimeStamp == .zero)
    var next = CMTime.zero
    for buffer in buffers {
      #expect(buffer.presentationTimeStamp == next)
      next = next + buffer.duration
    }
  }

  @Test("big-endian floating-point numbers, one plane a channel", .enabled(if: MadeFile.hasFFmpeg))
  func planar() throws {
    let settings: [String: Any] = [
      AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMIsFloatKey: true, AVLinearPCMBitDepthKey: 64,
      AVLinearPCMIsBigEndianKey: true, AVLinearPCMIsNonInterleaved: true,
    ]
    let (reader, output) = try Self.reader("gapless-a.wav", .audio, settings)
    try #require(reader.startReading())
    let first = try #require(output.copyNextSampleBuffer())
    let basic = try #require(first.formatDescription?.audioStreamBasicDescription)
    let channels = Int(basic.mChannelsPerFrame)
    let expected = try Self.ffmpeg("gapless-a.wav", "-map 0:a -c:a pcm_f64be -f f64be")
    let bytes = try TrackSamples.bytes([first])
    for index in 0..<first.numSamples {
      for channel in 0..<channels {
        let (place, source) = ((channel * first.numSamples + index) * 8, (index * channels + channel) * 8)
        #expect(bytes[place..<place + 8].elementsEqual(expected[source..<source + 8]))
      }
    }
    reader.cancelReading()
    #expect(reader.status == .cancelled && output.copyNextSampleBuffer() == nil)
  }

  @Test("a range of audio is cut to the sample", .enabled(if: MadeFile.hasFFmpeg))
  func audioRange() throws {
    let range = CMTimeRange(
      start: CMTime(value: 4801, timescale: 48000), end: CMTime(value: 96_003, timescale: 48000))
    let (reader, output) = try Self.reader(
      "gapless48-a.wav", .audio, [AVFormatIDKey: kAudioFormatLinearPCM], range: range)
    try #require(reader.startReading())
    let buffers = TrackSamples.all(output)
    let all = try Self.ffmpeg("gapless48-a.wav", "-map 0:a -c:a pcm_s16le -f s16le")
    let size = Int(try #require(buffers.first?.formatDescription?.audioStreamBasicDescription).mBytesPerFrame)
    #expect(try TrackSamples.bytes(buffers) == all[4801 * size..<96_003 * size])
    #expect(buffers.first?.presentationTimeStamp == range.start)
  }

  @Test("audio that begins later has its own start time, and a mix begins at zero with silence")
  func lateAudio() throws {
    let settings: [String: Any] = [AVFormatIDKey: kAudioFormatLinearPCM]
    let (reader, output) = try Self.reader("late-audio.mp4", .audio, settings)
    try #require(reader.startReading())
    let start = try #require(output.copyNextSampleBuffer()).presentationTimeStamp
    #expect(abs(start.seconds - 1) < 0.05)
    let asset = AVURLAsset(url: try Fixtures.url("late-audio.mp4"))
    let mixer = try AVAssetReader(asset: asset)
    let mix = AVAssetReaderAudioMixOutput(
      audioTracks: asset.tracks(withMediaType: .audio), audioSettings: settings)
    mixer.add(mix)
    try #require(mixer.startReading())
    let buffers = TrackSamples.all(mix)
    #expect(buffers.first?.presentationTimeStamp == .zero)
    let count = buffers.reduce(0) { $0 + $1.numSamples }
    #expect(abs(Double(count) / 48_000 - asset.tracks(withMediaType: .audio)[0].timeRange.end.seconds) < 0.001)
    #expect(mixer.status == .completed)
  }

  @Test("a mix has the volume of its parameters")
  func mixVolume() throws {
    let asset = AVURLAsset(url: try Fixtures.url("gapless-a.wav"))
    let tracks = asset.tracks(withMediaType: .audio)
    func samples(_ volume: Float?) throws -> [Float] {
      let reader = try AVAssetReader(asset: asset)
      let output = AVAssetReaderAudioMixOutput(audioTracks: tracks, audioSettings: nil)
      if let volume {
        let parameters = AVMutableAudioMixInputParameters(track: tracks[0])
        parameters.setVolume(volume, at: .zero)
        let mix = AVMutableAudioMix()
        mix.inputParameters = [parameters]
        output.audioMix = mix
      }
      reader.add(output)
      try #require(reader.startReading())
      return try TrackSamples.bytes(TrackSamples.all(output)).withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    }
    let (full, half) = (try samples(nil), try samples(0.5))
    #expect(full.count == half.count && full.contains { $0 > 0.1 })
    #expect(zip(full, half).allSatisfy { abs($0 / 2 - $1) < 0.001 })
  }

  // MARK: Compressed samples

  @Test(
    "compressed samples have the sizes, times and flags of the packets", .enabled(if: MadeFile.hasFFmpeg),
    arguments: ["h264-bframes.mp4", "video-only.mp4"])
  func compressed(_ name: String) throws {
    let (reader, output) = try Self.reader(name, .video, nil)
    try #require(reader.startReading())
    let buffers = TrackSamples.all(output)
    #expect(buffers.count == (try Fixtures.expected(name).expectedFrameCount))
    #expect(buffers.map { Int(($0.presentationTimeStamp.seconds * 30).rounded()) }.sorted() == Array(0..<buffers.count))
    #expect(buffers[0].sampleAttachments[0][.notSync] == nil)
    #expect(buffers[1].sampleAttachments[0][.notSync] as? Bool == true)
    #expect(buffers[0].formatDescription?.mediaSubType == .h264)
    // The bytes of MP4's samples are those of its `mdat`, which ffmpeg copies to a raw file after one another.
    let data = try Self.ffmpeg(name, "-map 0:v -c copy -bsf:v null -f data")
    #expect(try TrackSamples.bytes(buffers) == data)
  }

  @Test("compressed samples of a range begin with the sync sample, and include those that its frames refer to")
  func compressedRange() throws {
    let range = CMTimeRange(
      start: CMTime(value: 40, timescale: 30), end: CMTime(value: 50, timescale: 30))
    let (reader, output) = try Self.reader("h264-bframes.mp4", .video, nil, range: range)
    try #require(reader.startReading())
    let buffers = TrackSamples.all(output)
    let numbers = buffers.map { Int(($0.presentationTimeStamp.seconds * 30).rounded()) }
    // The fixture has a keyframe every 30 frames.
    #expect(numbers.first == 30 && Set(30..<50).isSubset(of: numbers))
    #expect(try #require(numbers.max()) < 56 && numbers.last.map { $0 < 50 } == true)
  }

  // MARK: Control

  @Test("an output that supports random access is reset for other ranges")
  func randomAccess() throws {
    func range(_ numbers: Range<Int>) -> NSValue {
      NSValue(
        timeRange: CMTimeRange(
          start: CMTime(value: CMTimeValue(numbers.lowerBound), timescale: 30),
          end: CMTime(value: CMTimeValue(numbers.upperBound), timescale: 30)))
    }
    let (reader, output) = try Self.reader(
      "h264-bframes.mp4", .video, TrackSamples.biPlanar, range: range(0..<3).timeRangeValue)
    output.supportsRandomAccess = true
    try #require(reader.startReading())
    #expect(TrackSamples.all(output).map(TrackSamples.number) == [0, 1, 2])
    #expect(reader.status == .reading)
    output.reset(forReadingTimeRanges: [range(10..<12), range(100..<101)])
    #expect(TrackSamples.all(output).map(TrackSamples.number) == [10, 11, 100])
    output.markConfigurationAsFinal()
    #expect(reader.status == .completed)
  }

  @Test("a composition is read like a file")
  func composition() throws {
    let source = AVURLAsset(url: try Fixtures.url("h264-bframes.mp4"))
    let composition = AVMutableComposition()
    let track = try #require(composition.addMutableTrack(withMediaType: .video, preferredTrackID: 1))
    for numbers in [47..<60, 10..<20] {
      let range = CMTimeRange(
        start: CMTime(value: CMTimeValue(numbers.lowerBound), timescale: 30),
        end: CMTime(value: CMTimeValue(numbers.upperBound), timescale: 30))
      try track.insertTimeRange(range, of: source.tracks(withMediaType: .video)[0], at: composition.duration)
    }
    let reader = try AVAssetReader(asset: composition)
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: TrackSamples.biPlanar)
    reader.add(output)
    try #require(reader.startReading())
    let buffers = TrackSamples.all(output)
    #expect(buffers.map(TrackSamples.number) == (Array(47..<60) + Array(10..<20)).map { $0 })
    #expect(buffers.last?.presentationTimeStamp == CMTime(value: 22, timescale: 30))
  }

  @Test("an encrypted file fails with an error, and a stream is refused")
  func failures() throws {
    let (reader, output) = try Self.reader("cenc.mp4", .video, nil)
    _ = reader.startReading()
    #expect(TrackSamples.all(output).isEmpty)
    #expect(reader.status == .failed)
    #expect((reader.error as? AVError)?.code == .contentIsProtected)
    let stream = AVURLAsset(url: URL(fileURLWithPath: "/nowhere/stream.m3u8"))
    #expect(thrownError(AVError.self) { try AVAssetReader(asset: stream) }?.code == .operationNotSupportedForAsset)
  }
}
