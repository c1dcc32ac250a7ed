import PlayheadAudio
import PlayheadFFmpeg
import PlayheadMedia

/// Applies ReplayGain, the equalizer and normalization to samples, and crossfades when they change. Belongs to the
/// decoder thread.
///
/// The samples remain unchanged if libavfilter or one of its filters is missing.
final class AudioEffectStage {
  /// The format of the samples.
  private let format: AudioFormat
  /// The settings of `filter`.
  private var settings = AudioEffectSettings()
  /// The factor before the filters.
  private var gain: Float = 1
  /// Whether no block was processed yet.
  private var isFirst = true
  /// The filters; nil without an effect, and after they have failed.
  private var filter: AudioEffectFilter?

  /// Creates a stage without an effect.
  init(format: AudioFormat) { self.format = format }

  /// Processes interleaved samples in place. A block with other settings than the previous one is a crossfade; the
  /// first block has its settings from its first sample on.
  ///
  /// - Parameter newGain: The factor by which samples are multiplied before the filters.
  func apply(_ new: AudioEffectSettings, gain newGain: Float, to samples: inout [Float]) {
    defer { isFirst = false }
    guard new != settings || newGain != gain else {
      if filter != nil || gain != 1 { samples = processed(samples) }
      return
    }
    let before = isFirst ? nil : processed(samples)
    if new.gains != settings.gains || new.isNormalized != settings.isNormalized { replaceFilter(new) }
    (settings, gain) = (new, newGain)
    let after = processed(samples)
    samples = before.map { Self.crossfade(from: $0, to: after, channels: format.channelCount) } ?? after
  }

  /// Replaces the filters; nil without an effect.
  private func replaceFilter(_ new: AudioEffectSettings) {
    filter =
      new.needsFilters
      ? try? AudioEffectFilter(new, sampleRate: format.sampleRate, channelCount: format.channelCount)
      : nil
  }

  /// The samples after the gain and the filters; without filters if there are none, or if they fail.
  private func processed(_ samples: [Float]) -> [Float] {
    var samples = samples
    if gain != 1 { for index in samples.indices { samples[index] *= gain } }
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
