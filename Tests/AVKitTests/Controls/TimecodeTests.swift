import Testing

@testable import AVKit

@Suite("Timecodes")
struct TimecodeTests {
  private func text(_ first: String, _ rate: Double, at seconds: Double) -> String? {
    Timecode(first, frameRate: rate)?.text(at: seconds)
  }

  @Test("Frames are counted from the first frame's number")
  func counting() {
    #expect(text("00:00:00:00", 25, at: 0) == "00:00:00:00")
    #expect(text("01:00:00:00", 25, at: 61.04) == "01:01:01:01")
    #expect(text("10:59:59:23", 24, at: 1.0 / 24) == "11:00:00:00")
    #expect(text("00:00:00:59", 59.94, at: 1001.0 / 60000) == "00:00:01:00")
    #expect(text("23:59:59:24", 25, at: 0.04) == "00:00:00:00", "the day after")
  }

  /// SMPTE ST 12-1: the numbers 0 and 1 are dropped at the start of every minute except each tenth; at 59.94 fps, 0 to
  /// 3.
  @Test("A drop-frame timecode keeps up with the clock")
  func dropping() {
    let frame = 1001.0 / 30000
    #expect(text("00:00:00;00", 30000.0 / 1001, at: 1799 * frame) == "00:00:59;29")
    #expect(text("00:00:00;00", 30000.0 / 1001, at: 1800 * frame) == "00:01:00;02")
    #expect(text("00:00:00;00", 30000.0 / 1001, at: 17_981 * frame) == "00:09:59;29")
    #expect(text("00:00:00;00", 30000.0 / 1001, at: 17_982 * frame) == "00:10:00;00")
    #expect(text("00:00:59;29", 30000.0 / 1001, at: frame) == "00:01:00;02")
    #expect(text("00:00:00;00", 30000.0 / 1001, at: 107_892 * frame) == "01:00:00;00")
    #expect(text("00:00:59;59", 60000.0 / 1001, at: frame / 2) == "00:01:00;04")
    // At 25 fps no number is dropped, whatever separates the numbers.
    #expect(text("00:00:59;24", 25, at: 0.04) == "00:01:00:00")
  }

  @Test(
    "Invalid timecodes",
    arguments: [
      "", "1:2:3", "00:00:00:25", "24:00:00:00", "00:60:00:00", "aa:00:00:00", "00:00:00:00:00", "-1:00:00:00",
    ])
  func invalidTimecodes(text: String) { #expect(Timecode(text, frameRate: 25) == nil) }

  @Test("Non-numeric rates and times", arguments: [0, -25, .nan, .infinity] as [Double])
  func nonNumericRates(rate: Double) {
    #expect(Timecode("00:00:00:00", frameRate: rate) == nil)
    #expect(text("00:00:00:00", 25, at: -3) == "00:00:00:00")
  }
}

@Suite("Names of a stream's variants")
struct QualityNamesTests {
  @Test("The height, and what distinguishes variants of equal height")
  func names() {
    let all = [
      Quality(height: 1080, frameRate: 59.94, bitRate: 9_000_000),
      Quality(height: 1080, frameRate: 30, bitRate: 5_200_000),
      Quality(height: 720, bitRate: 2_000_000), Quality(height: 720, bitRate: 850_400),
      Quality(bitRate: 64_000, hasVideo: false),
    ]
    #expect(QualityNames.names(of: all) == ["1080p60", "1080p", "720p, 2 Mbit/s", "720p, 850 kbit/s", "Audio only"])
    #expect(all.sorted(by: >) == all, "the best first")
  }

  @Test("A playlist without attributes")
  func nothing() {
    #expect(QualityNames.names(of: [Quality(), Quality(bitRate: 400_000)]) == ["Quality", "400 kbit/s"])
    #expect(QualityNames.names(of: [Quality(), Quality()]) == ["Quality (1)", "Quality (2)"])
  }
}
