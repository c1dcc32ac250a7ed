import Foundation
import TestSupport
import Testing

/// Examples that play files. The expected output follows from the files (`Scripts/fixtures.d/expected.tsv`) and from
/// the API contract: a file of ten seconds takes ten seconds.
@Suite("Examples that play files") struct PlaybackExampleTests {
  private let resource: String
  private let audio: String

  init() throws {
    resource = try Fixtures.url("h264-bframes.mp4").path
    audio = try Fixtures.url("gapless-a.m4a").path
  }

  @Test("a file is loaded and played; an unplayable one is reported")
  func playFile() throws {
    #expect(try Example.run("PlayFile", resource) == printed("h264-bframes.mp4: 10.0 s"))
    let nothing = try Example.run("PlayFile", "/nowhere/nothing.wav")
    #expect(nothing.status == 1)
    #expect(nothing.lines == ["“/nowhere/nothing.wav” cannot be used: there is no such file."])
    #expect(try Example.run("PlayFile", Fixtures.url("text.mp4").path).status == 1)
  }

  @Test("a file plays to its end and again", arguments: [1, 2, 5])
  func playAgain(times: Int) throws {
    let expected = (1...times).map { "played, \(times - $0) left" }
    #expect(try Example.run("PlayAgain", resource, "\(times)") == ExampleResult(status: 0, lines: expected))
  }

  /// The one example that runs in real time, on a quarter of a second: the manual clock cannot test that.
  @Test("a file plays to its end and again in real time")
  func playAgainInRealTime() throws {
    let folder = try TemporaryFolder()
    func bytes<Value: FixedWidthInteger>(_ value: Value) -> Data {
      withUnsafeBytes(of: value.littleEndian) { Data($0) }
    }
    let silence = Data(count: 4_000)
    var file = Data("RIFF".utf8) + bytes(UInt32(36 + silence.count)) + Data("WAVEfmt ".utf8) + bytes(UInt32(16))
    file += bytes(UInt16(1)) + bytes(UInt16(1)) + bytes(UInt32(8_000)) + bytes(UInt32(16_000))
    file += bytes(UInt16(2)) + bytes(UInt16(16)) + Data("data".utf8) + bytes(UInt32(silence.count)) + silence
    let url = try folder.file("silence.wav", file)
    #expect(try Example.run("PlayAgain", url.path, isManual: false) == printed("played, 1 left", "played, 0 left"))
  }

  /// The frames of 60, 120 and 180 are shown an eighth of a second after their times.
  @Test func ownSamplesPlayInSync() throws {
    #expect(try Example.run("EnqueueSamples") == printed("brightness 60", "brightness 120", "brightness 180"))
  }

  @Test func audioFilePlaysTwiceToItsEnd() throws {
    let result = try Example.run("PlayAudio", audio)
    // The levels in between depend on the time that the run takes.
    #expect(result.status == 0 && result.lines.first?.hasPrefix("gapless-a.m4a: ") == true)
    let nothing = try Example.run("PlayAudio", "/nowhere/nothing.wav")
    #expect(nothing.status == 1 && nothing.lines == ["“nothing.wav” cannot be played: there is no such file."])
  }

  @Test("a queue plays one file after the other")
  func playQueue() throws {
    let result = try Example.run("PlayQueue", audio, try Fixtures.url("gapless-b.m4a").path, resource)
    #expect(result == printed("gapless-a.m4a", "gapless-b.m4a", "h264-bframes.mp4", "the end"))
  }

  /// The only sync sample at or before 5.05 s is the first one (GOP of 250 frames, 8.3 s).
  @Test("a coarse seek finishes on a sync sample, an exact one at its target")
  func seekExactly() throws {
    let long = try Fixtures.url("h264-long-gop.mp4").path
    let result = try Example.run("SeekExactly", long, "5.05")
    #expect(result == printed("near: 0.0 s, finished: true", "exact: 5.05 s, finished: true"))
  }

  @Test(
    "rates: forward stops at the end, backward at the start",
    arguments: [("2", "2.0", "10.0"), ("0.5", "0.5", "10.0"), ("16", "16.0", "10.0"), ("-1", "-1.0", "0.0")])
  func changeRate(requested: String, rate: String, end: String) throws {
    #expect(try Example.run("ChangeRate", resource, requested) == printed("at \(rate)", "stopped at \(end) s"))
  }

  @Test("player state is reported: waiting reasons, loaded ranges, playing")
  func observeState() throws {
    let played = try Example.run("ObserveState", resource)
    // A busy machine can load the file in several steps.
    let loaded = played.lines.filter { $0.hasPrefix("loaded: ") }
    #expect(loaded.last == "loaded: 0.0–10.0 s" && played.status == 0)
    #expect(
      played.lines.filter { !$0.hasPrefix("loaded: ") } == [
        "paused", "waiting: AVPlayerWaitingWhileEvaluatingBufferingRateReason", "playing at 1.0", "paused",
      ])
    let nothing = try Example.run("ObserveState", "/nowhere/nothing.mp4")
    #expect(nothing.status == 1)
    #expect(nothing.lines.last == "“/nowhere/nothing.mp4” cannot be used: there is no such file.")
  }

  /// Each half second, and once more at 0 s: when the item is ready, and when playback starts. Thirds of 10 s are at
  /// 3.3 and 6.7 s.
  @Test("time is reported each half second and at each third")
  func observeTime() throws {
    var expected = (0...20).map { String(format: "%.1f of 10.0 s", Double($0) / 2) }
    expected.insert("a third more", at: 14)
    expected.insert("a third more", at: 7)
    expected.insert("0.0 of 10.0 s", at: 0)
    #expect(try Example.run("ObserveTime", resource) == ExampleResult(status: 0, lines: expected))
  }

  @Test("an interstitial interrupts the video")
  func playInterstitials() throws {
    let result = try Example.run("PlayInterstitials", resource, "3", audio)
    #expect(result == printed("Now comes \"break\".", "The film goes on."))
    #expect(try Example.run("PlayInterstitials").status == 2)
  }

  /// The file of 10 s is played from 7.5 s.
  @Test func metricsOfASeekAndTheRestAreReported() throws {
    let result = try Example.run("ReportMetrics", resource)
    let expected = ["0.0 s: ready", "0.0 s: seek", "7.5 s: seek completed", "7.5 s: rate 0.0 to 1.0"]
    // Whether the target is in the buffer depends on the speed of reading.
    #expect(result.lines.dropLast().map { $0.components(separatedBy: ", ")[0] } == expected)
    #expect(result.status == 0 && result.lines.last == "10.0 s: played 3 s, stalled 0 times", "\(result.lines)")
  }
}
