@_spi(Playhead) import AVFoundation
import CoreMedia
import PlayheadBasics

/// The effect of a key's command on the presentation of subtitles. A pure function.
enum CaptionAdjustment {
  /// The permitted delays in seconds, in each direction.
  private static let delayLimit = 600.0
  /// The permitted scales of the text.
  private static let scales = 0.1...10.0
  /// The permitted upward offsets, as a fraction of the height of the video.
  private static let lifts = 0.0...0.9

  /// Returns the settings after a command. Other commands than those of subtitles change nothing.
  static func apply(_ command: PlayerCommand, to settings: CaptionSettings) -> CaptionSettings {
    var settings = settings
    switch command {
    case .delaySubtitles(let seconds):
      let delay = max(-delayLimit, min(delayLimit, settings.delay.seconds + seconds))
      settings.delay = CMTime(value: Int64(saturating: (delay * 1000).rounded()), timescale: 1000)
    case .scaleSubtitles(let change):
      settings.scale = max(scales.lowerBound, min(scales.upperBound, rounded(settings.scale + change)))
    case .liftSubtitles(let change):
      settings.lift = max(lifts.lowerBound, min(lifts.upperBound, rounded(settings.lift + change)))
    default: break
    }
    return settings
  }

  /// Rounds to a thousandth, because sums of tenths are not exact.
  private static func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
}
