import CPlayheadFFmpeg
import PlayheadMedia

/// libavfilter's filters for an equalizer and for normalization. Used by one thread.
///
/// All of them return a sample for each one that they receive, so that the audio remains synchronous: `equalizer` is a
/// biquad, and `acompressor` reacts without looking ahead, unlike `loudnorm` and `dynaudnorm`, which delay the audio by
/// seconds.
package final class AudioEffectFilter {
  /// The filters, freed by this object.
  private let chain: FilterChain
  /// The rate of input and output in hertz.
  private let sampleRate: Int
  /// The number of interleaved channels.
  private let channelCount: Int
  /// The number of frames passed to the filters: the next timestamp, in units of the sample rate.
  private var position: Int64 = 0

  /// Creates the filters of settings.
  ///
  /// - Throws: `FFmpegError` if libavfilter or a filter is missing.
  package init(_ settings: AudioEffectSettings, sampleRate: Int, channelCount: Int) throws(FFmpegError) {
    chain = try TimeStretcher.makeChain(
      sampleRate: sampleRate, channelCount: channelCount, filters: Self.filters(settings, sampleRate: sampleRate))
    self.sampleRate = sampleRate
    self.channelCount = channelCount
  }

  deinit { chain.free() }

  /// The filters in the order of processing.
  private static func filters(_ settings: AudioEffectSettings, sampleRate: Int) -> [(String, String)] {
    var filters: [(String, String)] = []
    for (frequency, gain) in zip(AudioEffectSettings.frequencies, settings.gains)
    where gain != 0 && frequency < Double(sampleRate) * 0.45 {
      filters.append(("equalizer", "frequency=\(frequency):width_type=o:width=1:gain=\(gain)"))
    }
    // The headroom of the loudest band, so that it does not clip.
    let boost = settings.gains.max() ?? 0
    if boost > 0 { filters.insert(("volume", "\(-boost)dB"), at: 0) }
    if settings.isNormalized {
      // From −30 dB on, four decibels become one; the makeup of 18 dB raises −30 dB to −12 dB, and full scale to −4 dB.
      filters.append(
        ("acompressor", "threshold=0.0316:ratio=4:attack=5:release=250:makeup=8:knee=4:link=maximum:detection=peak"))
    }
    return filters
  }

  /// Returns the processed samples, as many as there are, clipped to full scale.
  ///
  /// - Throws: `FFmpegError` if a filter fails.
  package func process(_ samples: [Float]) throws(FFmpegError) -> [Float] {
    guard !samples.isEmpty else { return samples }
    try TimeStretcher.addFrame(chain, samples, at: position, sampleRate: sampleRate, channelCount: channelCount)
    position += Int64(samples.count / channelCount)
    var output: [Float] = []
    output.reserveCapacity(samples.count)
    while try TimeStretcher.takeFrame(chain, channelCount: channelCount, into: &output) {}
    guard output.count == samples.count else { throw FFmpegError(.filter, code: playhead_error_again) }
    for index in output.indices { output[index] = max(-1, min(1, output[index])) }
    return output
  }
}
