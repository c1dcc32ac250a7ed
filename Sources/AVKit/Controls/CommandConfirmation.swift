@_spi(Playhead) import AVFoundation
import CoreMedia

/// The text over the video that confirms a command whose effect the controls may not show. A pure function of the
/// command and the playback state.
struct CommandConfirmation: Equatable {
  /// The main text.
  var text: String
  /// The smaller text below; empty for none.
  var detail = ""

  /// The playback state after a command.
  struct State {
    /// The playback position, or the target of a seek in progress; not numeric while unknown.
    var position: CMTime
    /// Not numeric while unknown, and for live streams.
    var duration: CMTime
    /// 0 to 1, 0 while muted; nil without a player.
    var volume: Double?
    /// The rate of playback, or the one at which it resumes.
    var rate: Float
    /// The options of the item; nil without an item.
    var choices: ItemChoices?
    /// The part that is repeated.
    var repetition: Repetition
    /// The presentation of the subtitles; nil without an item.
    var captions: CaptionSettings?
    /// The name of the secondary subtitles; nil for none.
    var secondarySubtitles: String?
  }

  /// Creates a confirmation from its texts.
  init(_ text: String, detail: String = "") {
    self.text = text
    self.detail = detail
  }

  /// nil if the controls show the effect of the command, or it had none.
  ///
  /// - Parameters:
  ///   - before: The position before the command, for the distance of a seek.
  ///   - state: The state after the command.
  init?(of command: PlayerCommand, from before: CMTime, _ state: State) {
    switch command {
    case .skip:
      guard state.position.isNumeric, before.isNumeric else { return nil }
      let (target, difference) = IndicatorText.seek(to: state.position, from: before, duration: state.duration)
      self.init(target, detail: difference)
    case .changeVolume, .toggleMute:
      guard let volume = state.volume else { return nil }
      self.init(IndicatorText.volume(volume))
    case .multiplyRate, .resetRate: self.init(IndicatorText.speed(state.rate))
    case .cycleAudio:
      self.init(IndicatorText.choice(state.choices?.audio ?? ChoiceList(), named: translated("Audio")))
    case .cycleSubtitles, .toggleSubtitles:
      self.init(IndicatorText.choice(state.choices?.subtitles ?? ChoiceList(), named: translated("Subtitles")))
    case .chapter:
      guard let choices = state.choices, state.position.isNumeric,
        let (number, title) = IndicatorText.chapter(choices, at: state.position.seconds)
      else { return nil }
      self.init(number, detail: title)
    case .toggleRepeatedPart: self.init(repeatedPartOf: state.repetition, duration: state.duration)
    case .toggleRepeat: self.init(translated(state.repetition.repeatsAll ? "Repeat" : "No repeat"))
    case .cycleSecondarySubtitles:
      self.init(translated("Secondary subtitles"), detail: state.secondarySubtitles ?? translated("Off"))
    case .delaySubtitles, .scaleSubtitles, .liftSubtitles:
      guard let captions = state.captions else { return nil }
      self.init(IndicatorText.captions(captions, after: command))
    default: return nil
    }
  }

  /// The repeated range; an open end is an ellipsis.
  private init(repeatedPartOf repetition: Repetition, duration: CMTime) {
    /// A time of the range as text.
    func text(_ seconds: Double?) -> String {
      seconds.map { TimeText.text(CMTime(seconds: $0, preferredTimescale: 1000), reference: duration) } ?? "…"
    }
    guard repetition.start != nil else {
      self.init(translated("No repeat"))
      return
    }
    self.init(translated("Repeat"), detail: "\(text(repetition.start)) – \(text(repetition.end))")
  }
}
