import AVFoundation
import CoreMedia
import Foundation
import TestSupport
import Testing

/// Frames that a video composition makes of a fixture, read and exported.
@Suite("AVAssetReaderVideoCompositionOutput and videoComposition of exports")
struct VideoCompositionOutputTests {
  private static func asset(_ name: String = "h264-bframes.mp4") throws -> AVURLAsset {
    AVURLAsset(url: try Fixtures.url(name))
  }

  private static func range(_ numbers: Range<Int>) -> CMTimeRange {
    CMTimeRange(
      start: CMTime(value: CMTimeValue(numbers.lowerBound), timescale: 30),
      end: CMTime(value: CMTimeValue(numbers.upperBound), timescale: 30))
  }

  /// A composition of the fixture's own size that shows every third frame.
  private static func thirds(_ asset: AVAsset) async throws -> AVMutableVideoComposition {
    let composition = try await AVMutableVideoComposition.videoComposition(withPropertiesOf: asset)
    composition.frameDuration = CMTime(value: 3, timescale: 30)
    return composition
  }

  private static func output(
    _ asset: AVAsset, _ composition: AVVideoComposition?, range: CMTimeRange
  ) throws -> (reader: AVAssetReader, output: AVAssetReaderVideoCompositionOutput) {
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderVideoCompositionOutput(
      videoTracks: asset.tracks(withMediaType: .video), videoSettings: TrackSamples.biPlanar)
    output.videoComposition = composition
    reader.timeRange = range
    try #require(reader.canAdd(output))
    reader.add(output)
    return (reader, output)
  }

  @Test("frames are composed at the multiples of the frame duration")
  func frames() async throws {
    let asset = try Self.asset()
    let (reader, output) = try Self.output(asset, await Self.thirds(asset), range: Self.range(30..<42))
    #expect(output.videoTracks.count == 1 && output.customVideoCompositor == nil)
    try #require(reader.startReading())
    let buffers = TrackSamples.all(output)
    #expect(buffers.map(TrackSamples.number) == [30, 33, 36, 39])
    #expect(buffers.map(\.presentationTimeStamp) == [30, 33, 36, 39].map { CMTime(value: $0, timescale: 30) })
    #expect(buffers.allSatisfy { $0.duration == CMTime(value: 1, timescale: 10) })
    #expect(reader.status == .completed)
  }

  @Test("an output that supports random access composes other ranges")
  func randomAccess() async throws {
    let asset = try Self.asset()
    let (reader, output) = try Self.output(asset, await Self.thirds(asset), range: Self.range(0..<3))
    output.supportsRandomAccess = true
    try #require(reader.startReading())
    #expect(TrackSamples.all(output).map(TrackSamples.number) == [0])
    output.reset(forReadingTimeRanges: [NSValue(timeRange: Self.range(60..<66))])
    #expect(TrackSamples.all(output).map(TrackSamples.number) == [60, 63])
    output.markConfigurationAsFinal()
    #expect(reader.status == .completed)
  }

  @Test("the program's compositor makes the frames, and is returned")
  func customCompositor() async throws {
    let asset = try Self.asset()
    let composition = try await Self.thirds(asset)
    composition.customVideoCompositorClass = GreyCompositor.self
    let (reader, output) = try Self.output(asset, composition, range: Self.range(0..<6))
    #expect(output.customVideoCompositor is GreyCompositor)
    try #require(reader.startReading())
    let buffers = TrackSamples.all(output)
    #expect(buffers.count == 2)
    for buffer in buffers {
      let image = try #require(buffer.imageBuffer)
      let luma = try #require(CVPixelBufferGetBaseAddressOfPlane(image, 0)).load(as: UInt8.self)
      // 128 of 255 in video range: 16 + 128 × 219 / 255.
      #expect(abs(Int(luma) - 126) <= 1)
    }
  }

  @Test("an output without a valid composition fails when reading starts")
  func invalid() throws {
    let asset = try Self.asset()
    for composition in [nil, AVMutableVideoComposition()] as [AVVideoComposition?] {
      let (reader, output) = try Self.output(asset, composition, range: Self.range(0..<3))
      #expect(!reader.startReading() && reader.status == .failed)
      #expect((reader.error as? AVError)?.code == .invalidVideoComposition)
      #expect(output.copyNextSampleBuffer() == nil)
    }
  }

  @Test("cancelling ends a composed output")
  func cancelled() async throws {
    let asset = try Self.asset()
    let (reader, output) = try Self.output(asset, await Self.thirds(asset), range: Self.range(0..<300))
    try #require(reader.startReading())
    #expect(output.copyNextSampleBuffer() != nil)
    reader.cancelReading()
    #expect(reader.status == .cancelled && output.copyNextSampleBuffer() == nil)
  }

  @Test("an export has the frames, the size and the rate of its composition")
  func export() async throws {
    let folder = try TemporaryFolder()
    let asset = try Self.asset()
    let size = try #require(asset.tracks(withMediaType: .video).first).naturalSize
    let composition = try await Self.thirds(asset)
    composition.renderSize = CGSize(width: size.width, height: size.height / 2)
    let session = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetHighestQuality))
    session.videoComposition = composition
    session.timeRange = Self.range(60..<90)
    let url = folder.url.appendingPathComponent("a.mp4")
    try await session.export(to: url, as: .mp4)
    let made = AVURLAsset(url: url)
    let track = try #require(made.tracks(withMediaType: .video).first)
    #expect(track.naturalSize == composition.renderSize && abs(track.nominalFrameRate - 10) < 0.01)
    let frames = try TrackSamples.read(made, .video, TrackSamples.biPlanar)
    // The number is drawn into the top of the fixture's frames.
    #expect(frames.map(TrackSamples.number) == stride(from: 60, to: 90, by: 3).map { $0 })
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["a.mp4"])
  }

  @Test("an export refuses a composition without a size, and one for copied media", arguments: [true, false])
  func refusals(_ isCopied: Bool) async throws {
    let folder = try TemporaryFolder()
    let asset = try Self.asset()
    let preset = isCopied ? AVAssetExportPresetPassthrough : AVAssetExportPresetHighestQuality
    let session = try #require(AVAssetExportSession(asset: asset, presetName: preset))
    session.videoComposition = isCopied ? try await Self.thirds(asset) : AVMutableVideoComposition()
    await #expect(throws: AVError.self) {
      try await session.export(to: folder.url.appendingPathComponent("a.mp4"), as: .mp4)
    }
    #expect((session.error as? AVError)?.code == .invalidVideoComposition)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
  }
}

/// A compositor whose frames are grey.
private final class GreyCompositor: NSObject, AVVideoCompositing, @unchecked Sendable {
  // Sendable: no state.
  var sourcePixelBufferAttributes: [String: any Sendable]? { nil }
  var requiredPixelBufferAttributesForRenderContext: [String: any Sendable] {
    [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA]
  }

  func renderContextChanged(_ newRenderContext: AVVideoCompositionRenderContext) {}

  func startRequest(_ request: AVAsynchronousVideoCompositionRequest) {
    guard let buffer = request.renderContext.newPixelBuffer(),
      let base = CVPixelBufferGetBaseAddress(buffer)
    else { return request.finishCancelledRequest() }
    memset(base, 128, CVPixelBufferGetBytesPerRow(buffer) * CVPixelBufferGetHeight(buffer))
    request.finish(withComposedVideoFrame: buffer)
  }
}
