import PlayheadAudio
import PlayheadFFmpeg
import PlayheadMedia

/// Applies the equalizer and normalization to samples, and crossfades when they change. Belongs to the decoder thread.
///
/// The samples remain unchanged if libavfilter or one of its filters is missing.
final class AudioEffectStage {
  /// The format of the samples.
  private let format: AudioFormat
  /// The settings of `filter`.
  private var settings = AudioEffectSettings()
  /// The filters; nil without an effect, and after they have failed.
  private var filter: AudioEffectFilter?

  /// Creates a stage without an effect.
  init(format: AudioFormat) { self.format = format }

  /// Processes interleaved samples in place. A block with other settings than the previous one is a crossfade.
  func apply(_ new: AudioEffectSettings, to samples: inout [Float]) {
    guard new != settings else {
      if filter != nil { samples = processed(samples) }
      return
    }
    let before = processed(samples)
    settings = new
    filter =
      new.isNeutral
      ? nil
      : try? AudioEffectFilter(new, sampleRate: format.sampleRate, channelCount: format.channelCount)
    let after = processed(samples)
    samples = Self.crossfade(from: before, to: after, channels: format.channelCount)
  }

  /// The samples after the filters; unchanged if there are none, or if they fail.
  private func processed(_ samples: [Float]) -> [Float] {
    guard let filter else { return samples }
    do throws(FFmpegError) {
      return try filter.process(samples)
    } catch {
      self.filter = nil
      return samples
    }
  }

  /// A linear crossfade over the whole block, without a step between two filters.
  private static func crossfade(from before: [Float], to after: [Float], channels: Int) -> [Float] {
    let count = min(before.count, after.count) / max(1, channels)
    var mixed = after
    for frame in 0..<count {
      let weight = (Float(frame) + 0.5) / Float(count)
      for index in frame * channels..<(frame + 1) * channels {
        mixed[index] = before[index] * (1 - weight) + after[index] * weight
      }
    }
    return mixed
  }
}
