@_spi(Playhead) import AVFoundation
import CoreMedia
import Foundation
import PlayheadBasics

/// The texts of the on-screen indicator.
enum IndicatorText {
  /// The seek target, and its distance from the starting position.
  static func seek(to target: CMTime, from start: CMTime, duration: CMTime) -> (String, String) {
    let difference = CMTime(seconds: (target.seconds - start.seconds).rounded(), preferredTimescale: 1)
    let sign = difference.seconds < 0 ? "" : "+"
    return (TimeText.text(target, reference: duration), sign + TimeText.text(difference))
  }

  /// The volume in percent, or "Muted" at zero. `volume` is 0 to 1, and more if the audio is amplified.
  static func volume(_ volume: Double) -> String {
    volume < 0.005 ? translated("Muted") : translated("Volume %@", percent(volume))
  }

  /// The playback rate with a multiplication sign.
  static func speed(_ rate: Float) -> String { translated("Speed %@", AVPlaybackSpeed.number(rate)) }

  /// The value of the subtitles' presentation that a command has changed.
  static func captions(_ settings: CaptionSettings, after command: PlayerCommand) -> String {
    switch command {
    case .delaySubtitles:
      return translated("Subtitle delay %@ s", delay(settings.delay.seconds))
    case .scaleSubtitles: return translated("Subtitle size %@", percent(settings.scale))
    default: return translated("Subtitle position %@", percent(settings.lift))
    }
  }

  /// The value of the video's geometry or colors that a command has changed.
  static func video(_ adjustment: VideoAdjustment, after command: VideoCommand) -> String {
    switch command {
    case .cycleAspect:
      guard let aspect = adjustment.aspect else { return translated("Original aspect ratio") }
      // Cinema's ratio is written as a decimal number.
      let ratio =
        aspect.height == 20
        ? (Double(aspect.width) / 20).formatted(.number) + ":1" : "\(aspect.width):\(aspect.height)"
      return translated("Aspect ratio %@", ratio)
    case .rotate: return translated("Rotation %@", "\(adjustment.rotation)°")
    case .mirror: return translated(adjustment.isMirrored ? "Mirrored" : "Not mirrored")
    case .zoom: return translated("Zoom %@", percent(adjustment.scale))
    case .reset: return translated("Original geometry")
    case .color(let property, _): return "\(property.title): \(signed(adjustment.color[property]))"
    case .resetColors: return translated("Original colors")
    }
  }

  /// A number with its sign.
  private static func signed(_ value: Int) -> String {
    value > 0 ? "+\(value)" : value < 0 ? "\u{2212}\(-value)" : "0"
  }

  /// The delay of the audio.
  static func audioDelay(_ seconds: Double) -> String { translated("Audio delay %@ s", delay(seconds)) }

  /// A number of seconds with its sign and one decimal.
  private static func delay(_ value: Double) -> String {
    let seconds = (value * 10).rounded() / 10
    let number = abs(seconds).formatted(.number.precision(.fractionLength(1)))
    // U+2212 MINUS SIGN is as wide as a plus sign.
    return (seconds > 0 ? "+" : seconds < 0 ? "\u{2212}" : "") + number
  }

  /// A fraction in percent.
  private static func percent(_ value: Double) -> String { "\(Int(saturating: (value * 100).rounded())) %" }

  /// The selected option of a list, or "Off".
  static func choice(_ list: ChoiceList, named kind: String) -> String {
    let name = list.selected.map { list.names.indices.contains($0) ? list.names[$0] : "" } ?? translated("Off")
    return "\(kind): \(name)"
  }

  /// The number and title of the chapter at a position; nil before the first chapter.
  static func chapter(_ choices: ItemChoices, at seconds: Double) -> (String, String)? {
    choices.chapter(at: seconds).map { chapter($0 + 1, choices.chapters[$0].title) }
  }

  /// A chapter's one-based number, and its title or an empty text.
  static func chapter(_ number: Int, _ title: String?) -> (String, String) {
    (translated("Chapter %@", "\(number)"), title ?? "")
  }
}
