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
    scale(&samples, from: isFirst ? newGain : gain, to: newGain)
    gain = newGain
    guard !new.hasSameFilters(as: settings) else {
      // The filters remember what they have processed: each sample passes once.
      samples = filtered(samples)
      return
    }
    let before = isFirst ? nil : filtered(samples)
    settings = new
    filter =
      new.needsFilters
      ? try? AudioEffectFilter(new, sampleRate: format.sampleRate, channelCount: format.channelCount)
      : nil
    let after = filtered(samples)
    samples = before.map { Self.crossfade(from: $0, to: after, channels: format.channelCount) } ?? after
  }

  /// Multiplies samples by a factor that changes linearly over the whole block.
  private func scale(_ samples: inout [Float], from start: Float, to end: Float) {
    guard start != 1 || end != 1 else { return }
    let channels = max(1, format.channelCount)
    let step = (end - start) / Float(max(1, samples.count / channels))
    for index in samples.indices { samples[index] *= start + step * (Float(index / channels) + 0.5) }
  }

  /// The samples after the filters; unchanged if there are none, or if they fail.
  private func filtered(_ samples: [Float]) -> [Float] {
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
