@_spi(Playhead) import AVFoundation
import Testing

@testable import AVKit

@Suite struct CaptionAdjustmentTests {
  /// The settings after commands.
  private func settings(after commands: [PlayerCommand]) -> CaptionSettings {
    commands.reduce(CaptionSettings()) { CaptionAdjustment.apply($1, to: $0) }
  }

  @Test func changesAddUpExactly() {
    #expect(settings(after: Array(repeating: .delaySubtitles(seconds: 0.1), count: 10)).delay.seconds == 1)
    #expect(settings(after: Array(repeating: .scaleSubtitles(0.1), count: 3)).scale == 1.3)
    #expect(settings(after: [.liftSubtitles(0.01), .liftSubtitles(0.01)]).lift == 0.02)
    #expect(settings(after: [.toggleMute]) == CaptionSettings())
  }

  @Test func valuesStayWithinTheirLimits() {
    #expect(settings(after: Array(repeating: .delaySubtitles(seconds: -600), count: 3)).delay.seconds == -600)
    #expect(settings(after: Array(repeating: .scaleSubtitles(-10), count: 2)).scale == 0.1)
    #expect(settings(after: [.liftSubtitles(-1)]).lift == 0)
    #expect(settings(after: [.liftSubtitles(1), .liftSubtitles(1)]).lift == 0.9)
  }
}
