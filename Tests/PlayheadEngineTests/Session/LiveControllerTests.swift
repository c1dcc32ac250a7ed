import CoreMedia
import PlayheadNetworking
import PlayheadStreaming
import Testing

@testable import PlayheadClock
@testable import PlayheadEngine

/// Corrections of the distance from the live edge. The newest media ends at 100 s at the time 0, and grows with it.
@Suite struct LiveControllerTests {
  private var stream: StreamSnapshot {
    var stream = StreamSnapshot()
    stream.edge = .init(end: 100, seenAt: 0)
    stream.holdBack = 6
    return stream
  }

  private func configuration(_ offset: Double? = nil, keepsOffset: Bool = true) -> LiveConfiguration {
    var configuration = LiveConfiguration()
    configuration.offset = offset
    configuration.keepsOffset = keepsOffset
    return configuration
  }

  private func time(_ seconds: Double) -> CMTime { CMTime(seconds: seconds, preferredTimescale: 1000) }
  private func host(_ seconds: Double) -> HostTime { .zero + .seconds(seconds) }

  @Test func keepsRateAtTargetDistance() {
    var live = LiveController()
    let result = live.steer(stream, configuration(), position: time(104), at: host(10), secondsAhead: 4)
    #expect(result == .none && live.factor == 1)
  }

  /// A fifth of the deviation a second: one second too far behind is a rate of 1.2.
  @Test func playsFasterWhenTooFarBehind() {
    var live = LiveController()
    let result = live.steer(stream, configuration(), position: time(93), at: host(0), secondsAhead: 4)
    #expect(result == .changeRate && abs(live.factor - 1.2) < 1e-9)
    // Back at the distance of the server's recommendation.
    let over = live.steer(stream, configuration(), position: time(94), at: host(0), secondsAhead: 4)
    #expect(over == .changeRate && live.factor == 1)
  }

  @Test func configuredDistanceReplacesRecommendation() {
    var live = LiveController()
    let result = live.steer(stream, configuration(6.5), position: time(94), at: host(0), secondsAhead: 4)
    // Half a second too close: 1 - 0.5 / 5.
    #expect(result == .changeRate && abs(live.factor - 0.9) < 1e-9)
  }

  @Test func doesNotPlayFasterWithoutBufferedMedia() {
    var live = LiveController()
    let result = live.steer(stream, configuration(), position: time(93), at: host(0), secondsAhead: 0.5)
    #expect(result == .none && live.factor == 1)
  }

  @Test func ignoresChangesBelowHalfAPercent() {
    var live = LiveController()
    _ = live.steer(stream, configuration(), position: time(93), at: host(0), secondsAhead: 4)
    // 0.98 s behind: 1.196 instead of 1.2.
    let result = live.steer(stream, configuration(), position: time(93.02), at: host(0), secondsAhead: 4)
    #expect(result == .none && abs(live.factor - 1.2) < 1e-9)
  }

  /// 13 s behind the target: a seek, after the rate has returned to the natural one.
  @Test func seeksWhenFarBehind() {
    var live = LiveController()
    let first = live.steer(stream, configuration(), position: time(81), at: host(0), secondsAhead: 4)
    #expect(first == .seek(to: time(94), changesRate: false))
    _ = live.steer(stream, configuration(), position: time(93), at: host(0), secondsAhead: 4)
    let second = live.steer(stream, configuration(), position: time(91), at: host(20), secondsAhead: 4)
    #expect(second == .seek(to: time(114), changesRate: true) && live.factor == 1)
  }

  @Test func returnsToNaturalRateWhenNothingIsHeld() {
    var ended = stream
    ended.duration = 100
    for (stream, configuration, position) in [
      (ended, configuration(), time(93)), (stream, configuration(keepsOffset: false), time(93)),
      (stream, configuration(), nil),
    ] as [(StreamSnapshot, LiveConfiguration, CMTime?)] {
      var live = LiveController()
      _ = live.steer(self.stream, self.configuration(), position: time(93), at: host(0), secondsAhead: 4)
      let result = live.steer(stream, configuration, position: position, at: host(0), secondsAhead: 4)
      #expect(result == .changeRate && live.factor == 1)
    }
  }

  @Test func requestedRateReplacesFactor() {
    var live = LiveController()
    _ = live.steer(stream, configuration(), position: time(93), at: host(0), secondsAhead: 4)
    live.rateWasSet()
    #expect(live.factor == 1)
  }
}
