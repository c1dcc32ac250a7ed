import CoreMedia
import PlayheadAudio
import PlayheadFFmpeg
import PlayheadMedia

/// Applies the item's audio mix and audio effects to a track's samples, before time stretching. Belongs to the
/// decoder thread.
package struct AudioProcessor {
  /// The maximum number of frames passed to a tap at once: a tenth of a second at the usual rates.
  static let blockFrames = 4096

  /// The sample rate and the channels of the ring, to which samples were already converted.
  private let format: AudioFormat
  /// Reads the current mix of the track; nil: no volume and no tap.
  private let mix: @Sendable () -> AudioMixSettings.Track?
  /// The tap in use, which has been prepared; nil: none.
  private var tap: (any AudioTap)?
  /// Whether the next block passed to the tap begins a continuous sequence of samples.
  private var isStart = true
  /// ReplayGain, the equalizer and normalization.
  private let effects: AudioEffectStage

  /// Creates a processor. `mix` is called for each block and must not block.
  package init(format: AudioFormat, mix: @escaping @Sendable () -> AudioMixSettings.Track?) {
    self.format = format
    self.mix = mix
    effects = AudioEffectStage(format: format)
  }

  /// Whether the dialogue of the track is raised when it is converted to the device's speakers.
  var emphasizesDialogue: Bool { mix()?.effects.emphasizesDialogue ?? false }

  /// Records that the next samples do not continue the previous ones.
  package mutating func restart() { isStart = true }

  /// Processes interleaved samples in place; `time` is that of the first sample.
  ///
  /// The order is set by the tap: before the volume or after it. Samples remain unchanged without a mix.
  package mutating func apply(_ samples: inout [Float], at time: CMTime) {
    let track = mix()
    take(track?.tap)
    defer {
      effects.apply(track?.effects ?? AudioEffectSettings(), gain: track?.replayGain ?? 1, to: &samples)
    }
    guard let track, tap != nil || !track.volume.isFlat else { return }
    samples.withUnsafeMutableBufferPointer { buffer in
      if tap?.isBeforeVolume == true { process(buffer, at: time) }
      track.volume.apply(to: buffer, format, at: time)
      if tap?.isBeforeVolume == false { process(buffer, at: time) }
    }
  }

  /// Releases the tap.
  package mutating func end() { take(nil) }

  /// Replaces the tap: the old one is unprepared, the new one prepared. A tap that cannot be prepared is not used.
  private mutating func take(_ new: (any AudioTap)?) {
    guard new !== tap else { return }
    tap?.unprepare()
    tap = new?.prepare(format, maxFrames: Self.blockFrames) == true ? new : nil
    isStart = true
  }

  /// Passes samples to the tap, in blocks of at most `blockFrames`.
  private mutating func process(_ samples: UnsafeMutableBufferPointer<Float>, at time: CMTime) {
    let channels = format.channelCount
    let count = samples.count / channels
    for first in stride(from: 0, to: count, by: Self.blockFrames) {
      let block = first * channels..<min(count, first + Self.blockFrames) * channels
      let start = time + CMTime(value: CMTimeValue(first), timescale: CMTimeScale(format.sampleRate))
      tap?.process(UnsafeMutableBufferPointer(rebasing: samples[block]), at: start, isStart: isStart)
      isStart = false
    }
  }
}
