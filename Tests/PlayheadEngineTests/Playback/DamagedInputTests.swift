import CoreMedia
import Foundation
import TestSupport
import Testing

@testable import PlayheadEngine
@testable import PlayheadItems

/// Unplayable input, or input that does not play to its end: each gives its error, and nothing hangs.
@Suite(.serialized) struct DamagedInputTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  /// The error of an item on opening.
  private static func failure(_ url: URL) -> MediaError.Kind? {
    let stage = Stage()
    let item = stage.open(url)
    stage.session.setRate(1)
    stage.advanceUntilIdle()
    #expect(stage.eventLog.filter { $0 == "failed" }.count == 1)
    #expect(item.snapshot.status == .failed && item.snapshot.error?.url == url)
    #expect(stage.shown.isEmpty && stage.capturedAudio.isEmpty)
    return item.snapshot.error?.kind
  }

  @Test func reportsMissingFileFolderAndScheme() {
    #expect(Self.failure(folder.url.appendingPathComponent("missing.mp4")) == .fileNotFound)
    #expect(Self.failure(folder.url) == .isDirectory)
    #expect(Self.failure(URL(string: "gopher://example.org/film.mp4")!) == .unsupportedScheme("gopher"))
  }

  @Test func rejectsNonMedia() throws {
    #expect(Self.failure(try Fixtures.url("empty.mp4")) == .emptyFile)
    #expect(Self.failure(try Fixtures.url("text.mp4")) == .notMedia)
    #expect(Self.failure(try Fixtures.url("truncated-no-moov.mp4")) == .damaged)
    var numbers = SeededNumbers(30)
    let noise = Data((0..<100_000).map { _ in UInt8.random(in: 0...255, using: &numbers) })
    #expect(Self.failure(try folder.file("noise.mp4", noise)) == .notMedia)
  }

  @Test(.enabled(if: geteuid() != 0, "the system lets root read every file"))
  func reportsMissingPermission() throws {
    let file = try folder.file("secret.mp4", Data(contentsOf: Fixtures.url("video-only.mp4")))
    #expect(chmod(file.path, 0) == 0)
    #expect(Self.failure(file) == .noPermission)
  }

  /// Subtitles are not playable media, though FFmpeg opens them.
  @Test func rejectsFileWithoutPlayableTracks() throws {
    let text = "1\n00:00:01,000 --> 00:00:02,000\nHello\n"
    #expect(Self.failure(try folder.file("words.srt", Data(text.utf8))) == .noPlayableTracks)
  }

  /// After a failure another item plays.
  @Test func playsAnotherItemAfterFailure() throws {
    let stage = Stage()
    try stage.open("text.mp4")
    stage.advanceUntilIdle()
    #expect(stage.seek(seconds(1)) == 1)
    stage.advanceUntilIdle()
    #expect(stage.answers == [Stage.Answer(seek: 1, finished: false)])
    stage.clearRecords()
    try stage.open("video-only.mp4")
    stage.playToEnd()
    #expect(stage.numbers == Array(0..<300))
  }

  // MARK: Truncated files

  @Test func truncatedFilePlaysToTruncation() throws {
    let stage = try Stage("truncated.mp4")
    stage.playToEnd()
    guard
      case .failedToPlayToEnd(_, let error)? = stage.events.last(where: {
        if case .failedToPlayToEnd = $0.event { true } else { false }
      })?.event, case .truncated(let playable, let promised) = error.kind
    else {
      Issue.record("\(stage.eventLog)")
      return
    }
    #expect(promised == 10)
    // Six tenths of the bytes are left.
    #expect(playable > 5 && playable < 7)
    let numbers = stage.numbers.compactMap { $0 }
    #expect(numbers == Array(0..<numbers.count))
    #expect(abs(Double(numbers.count) / 30 - playable) < 0.2)
    #expect(stage.session.snapshot.rate == 0)
    #expect(!stage.eventLog.contains("playedToEnd"))
  }

  /// A file cut anywhere neither hangs nor traps, and its frames are in order.
  @Test(arguments: ["h264-bframes.mp4", "vp9.webm", "mpeg2.ts", "mpeg4.avi", "audio.mp3", "audio.flac"])
  func fileCutAnywhereEndsInOrder(name: String) throws {
    let data = try Data(contentsOf: Fixtures.url(name))
    var numbers = SeededNumbers(31)
    for _ in 0..<6 {
      let length = Int.random(in: 1..<data.count, using: &numbers)
      let stage = Stage()
      stage.open(try folder.file("cut-\(length)-\(name)", data.prefix(length)))
      #expect(stage.playToEnd(rate: 2), "\(name) cut at \(length)")
      // A decoder conceals the missing part of the last frame with the one before it.
      let numbers = stage.numbers.compactMap { $0 }
      #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 <= $1 }, "\(name) cut at \(length): \(numbers)")
      let times = stage.shown.map(\.time)
      #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 }, "\(name) cut at \(length)")
    }
  }

  // MARK: Damaged files

  /// One packet is damaged: its frames may be wrong or missing, everything after the next keyframe is right, and audio
  /// continues.
  @Test(arguments: ["broken-packet.mp4", "broken-packet.ts"])
  func damagedPacketAffectsOnlyItsGOP(name: String) throws {
    let stage = try Stage(name)
    stage.playToEnd()
    #expect(stage.eventLog.last == "playedToEnd")
    let numbers = stage.numbers.compactMap { $0 }
    #expect(Array(numbers.prefix(140)) == Array(0..<140))
    // The packet is at 5 s and GOPs are a second long.
    #expect(Array(numbers.suffix(110)) == Array(190..<300))
    let recording = try #require(Recording(stage.capturedAudio))
    #expect(recording.largestGap < 0.0001)
    #expect(abs(recording.seconds - 10) < 0.06)
  }

  /// Random bytes replaced by noise: playback ends and nothing traps.
  @Test(arguments: ["h264-bframes.mp4", "vp9.webm", "mpeg2.ts", "mpeg4.avi", "audio.opus", "audio-only.m4a"])
  func noiseNeitherHangsNorTraps(name: String) throws {
    let whole = try Data(contentsOf: Fixtures.url(name))
    var numbers = SeededNumbers(32)
    for round in 0..<6 {
      var data = whole
      for _ in 0..<20 { data[Int.random(in: 0..<data.count, using: &numbers)] = .random(in: 0...255, using: &numbers) }
      let stage = Stage()
      stage.open(try folder.file("noise-\(round)-\(name)", data))
      stage.seek(seconds(3))
      stage.advanceUntilIdle()
      #expect(stage.playToEnd(rate: 2), "\(name), round \(round)")
      #expect(stage.answers.count == 1)
    }
  }
}
