import CoreMedia
import Foundation
import TestSupport
import Testing

@testable import PlayheadImages
@testable import PlayheadItems

/// Requests without a frame, or with another one than requested.
@Suite(.serialized) struct ImageErrorTests {
  private static func outcome(_ name: String, _ time: CMTime, _ request: ImageRequest = .exact) throws -> ImageOutcome {
    ImageExtractor(url: try Fixtures.url(name)).image(at: time, request: request)
  }

  @Test(arguments: [
    CMTime.invalid, .indefinite, .positiveInfinity, .negativeInfinity, seconds(-0.001), seconds(-1e9), seconds(10),
    seconds(1e12), CMTime(value: .max, timescale: 1), CMTime(value: .min, timescale: 1),
  ])
  func failsOutsideOfFile(time: CMTime) throws {
    let outcome = try Self.outcome("h264-bframes.mp4", time)
    guard case .noFrame = outcome.failure else { return #expect(Bool(false), "\(outcome)") }
  }

  /// A tolerance that reaches into the file is enough.
  @Test func toleranceReachesIntoFile() throws {
    #expect(try Self.outcome("h264-bframes.mp4", seconds(-5), ImageRequest()).number == 0)
    #expect(try Self.outcome("h264-bframes.mp4", seconds(10), ImageRequest()).number == 270)
    #expect(try Self.outcome("h264-bframes.mp4", seconds(1e9), ImageRequest()).number == 270)
    var request = ImageRequest()
    request.toleranceBefore = seconds(0.5)
    request.toleranceAfter = seconds(0.5)
    #expect(try Self.outcome("h264-bframes.mp4", seconds(10.4), request).number == 299)
    #expect(try Self.outcome("h264-bframes.mp4", seconds(-0.4), request).number == 0)
    #expect(try Self.outcome("h264-bframes.mp4", seconds(10.6), request).failure == .noFrame(at: 10.6))
    #expect(try Self.outcome("h264-bframes.mp4", seconds(-0.6), request).failure == .noFrame(at: -0.6))
    // Invalid tolerances count as none.
    request.toleranceBefore = seconds(-3)
    request.toleranceAfter = .invalid
    #expect(try Self.outcome("h264-bframes.mp4", seconds(3.41), request).number == 102)
  }

  /// One invalid time among valid ones fails alone.
  @Test func invalidTimesFailIndividually() async throws {
    let times = [seconds(1.01), .invalid, seconds(99), seconds(2.01), seconds(-1)]
    let answers = await Extraction.run(ImageExtractor(url: try Fixtures.url("h264-bframes.mp4")), times, .exact)
    #expect(answers.map { $0.outcome.number } == [30, nil, nil, 60, nil])
    #expect(answers.count { if case .noFrame = $0.outcome.failure { true } else { false } } == 3)
  }

  @Test(arguments: ["audio-only.m4a", "audio.mp3", "audio.flac", "audio.ogg"])
  func failsForAudioOnlyFiles(name: String) async throws {
    let answers = await Extraction.run(
      ImageExtractor(url: try Fixtures.url(name)), [.zero, seconds(1)], ImageRequest())
    #expect(answers.map(\.outcome.failure) == [.noVideoTrack, .noVideoTrack])
  }

  @Test func failsWithoutSegments() throws {
    let folder = try TemporaryFolder()
    let playlist = Data("#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\na.ts\n#EXT-X-ENDLIST\n".utf8)
    for name in ["film.m3u8", "film"] {
      let extractor = ImageExtractor(url: try folder.file(name, playlist))
      #expect(extractor.image(at: .zero, request: .exact).failure == .fileNotFound)
    }
  }

  @Test func reportsWhyFileCannotOpen() throws {
    #expect(try Self.outcome("text.mp4", .zero).failure == .notMedia)
    #expect(try Self.outcome("empty.mp4", .zero).failure == .emptyFile)
    #expect(try Self.outcome("truncated-no-moov.mp4", .zero).failure == .damaged)
    let missing = ImageExtractor(url: URL(fileURLWithPath: "/no/such/film.mp4"))
    #expect(missing.image(at: .zero, request: .exact).failure == .fileNotFound)
  }

  /// The index declares ten seconds, six exist: later times return the last available frame.
  @Test func truncatedFileReturnsLastFrame() async throws {
    let extractor = ImageExtractor(url: try Fixtures.url("truncated.mp4"))
    let answers = await Extraction.run(extractor, [seconds(1.01), seconds(9.5)], .exact)
    #expect(answers[0].outcome.number == 30)
    let last = try #require(answers[1].outcome.number)
    #expect((150..<240).contains(last))
  }

  /// One damaged packet affects frames around it, not others.
  @Test(arguments: ["broken-packet.mp4", "broken-packet.ts"]) func damagedPacketAffectsOnlyNearbyFrames(
    name: String
  ) async throws {
    let extractor = ImageExtractor(url: try Fixtures.url(name))
    let start = try #require(extractor.image(at: .zero, request: .exact).extracted).time
    let numbers = Array(stride(from: 0, to: 300, by: 7))
    let answers = await Extraction.run(extractor, numbers.map { start + seconds(Double($0) / 30 + 0.016) }, .exact)
    let wrong = zip(answers, numbers).filter { $0.outcome.number != $1 }
    #expect(answers.allSatisfy { $0.outcome.extracted != nil })
    // The damage is at 5 s and lasts to the end of its GOP at most.
    #expect(wrong.allSatisfy { (145..<181).contains($0.1) }, "\(wrong.map(\.1))")
  }
}
