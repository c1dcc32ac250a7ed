import CoreMedia
import Foundation
import PlayheadMedia
import TestSupport
import Testing

@testable import PlayheadEngine
@testable import PlayheadItems
@testable import PlayheadSamples

/// Limits of the packets that a writer retains, and boundaries of segments.
@Suite("Limits of writers") struct WritingLimitTests {
  /// A second of silence.
  private static func second(_ number: Int64) throws -> CMSampleBuffer {
    let description = try CMFormatDescription(
      audioStreamBasicDescription: AudioStreamBasicDescription(
        mSampleRate: 8000, mFormatID: kAudioFormatLinearPCM,
        mFormatFlags: kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked, mBytesPerPacket: 2,
        mFramesPerPacket: 1, mBytesPerFrame: 2, mChannelsPerFrame: 1, mBitsPerChannel: 16, mReserved: 0))
    let timing = CMSampleTimingInfo(
      duration: CMTime(value: 1, timescale: 8000), presentationTimeStamp: CMTime(value: number, timescale: 1),
      decodeTimeStamp: .invalid)
    let bytes = [UInt8](repeating: 0, count: 16_000)
    return try #require(CMSampleBuffer.copying(bytes, description, count: 8000, sizes: [2], timing: timing))
  }

  @Test("packets that wait for the first sample of another track are limited, with an error that says so")
  func pending() throws {
    let folder = try TemporaryFolder()
    var request = MediaWriter.Request(output: folder.url.appendingPathComponent("a.mov"), container: "mov")
    request.pendingLimit = 100_000
    let track = WriterTrack(
      .audio, .audio(AudioEncoding(codecName: "pcm_s16le", sampleRate: 0, channelCount: 0)))
    let writer = MediaWriter(request, tracks: [track, track])
    try writer.start()
    writer.begin(at: .zero)
    var appended: Int64 = 0
    let failure = thrownError(MediaError.self) {
      while appended < 100 {
        try writer.append(Self.second(appended), to: 0)
        appended += 1
      }
    }
    #expect(failure?.kind == .invalidSamples("one track has no samples while the others have many"))
    // A second has 16,000 bytes.
    #expect(appended == 6)
    writer.cancel()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
  }

  @Test("boundaries are passed once, also across gaps and after requests")
  func boundaries() {
    func time(_ seconds: Double) -> CMTime { CMTime(seconds: seconds, preferredTimescale: 1000) }
    var regular = SegmentBoundaries(start: time(10), interval: time(2))
    let passed = [10, 11.9, 12, 12.1, 13.9, 18.5, 19.9, 20].map { regular.pass(time($0)) }
    #expect(passed == [false, false, true, false, false, true, false, true])
    var requested = SegmentBoundaries(start: .zero, interval: nil)
    let before = requested.pass(time(100))
    requested.request(at: time(100))
    let after = [100, 100.1, 100.2].map { requested.pass(time($0)) }
    #expect(!before && after == [false, true, false])
  }
}
