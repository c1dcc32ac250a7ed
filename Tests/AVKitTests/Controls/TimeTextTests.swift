import CoreMedia
import Testing

@testable import AVKit

@Suite("Formatted times")
struct TimeTextTests {
  private func text(_ seconds: Double, of reference: Double? = nil) -> String {
    TimeText.text(
      CMTime(seconds: seconds, preferredTimescale: 1000),
      reference: reference.map { CMTime(seconds: $0, preferredTimescale: 1000) } ?? .invalid)
  }

  @Test(
    "Seconds, minutes, hours",
    arguments: [
      (0, "0:00"), (7.999, "0:07"), (59.9, "0:59"), (60, "1:00"), (754, "12:34"), (3599, "59:59"), (3723, "1:02:03"),
      (-5, "-0:05"),
    ] as [(Double, String)])
  func plain(seconds: Double, expected: String) { #expect(text(seconds) == expected) }

  @Test("A short time beside a duration of hours shows hours")
  func reference() { #expect(text(65, of: 7200) == "0:01:05") }

  @Test("Non-numeric times have no digits")
  func unknown() {
    for time in [CMTime.invalid, .indefinite, .positiveInfinity] { #expect(TimeText.text(time) == "--:--") }
    #expect(text(5, of: nil) == "0:05")
    #expect(TimeText.spoken(CMTime(value: 5, timescale: 1), of: .indefinite) == "0:05")
    #expect(
      TimeText.spoken(CMTime(value: 5, timescale: 1), of: CMTime(value: 3600, timescale: 1)) == "0:00:05 of 1:00:00")
  }
}
