import CoreMedia
import PlayheadFFmpeg

/// Applies the item's audio mix to a track's samples, before time stretching. Belongs to the decoder thread.
struct AudioProcessor {
  /// The maximum number of frames passed to a tap at once: a tenth of a second at the usual rates.
  static let blockFrames = 4096

  private let format: AudioFormat
  private let mix: @Sendable () -> AudioMixSettings.Track?
  private var tap: (any AudioTap)?
  private var isStart = true

  init(format: AudioFormat, mix: @escaping @Sendable () -> AudioMixSettings.Track?) {
    self.format = format
    self.mix = mix
  }

  /// Records that the next samples do not continue the previous ones.
  mutating func restart() { isStart = true }

  /// Processes interleaved samples in place; `time` is that of the first sample.
  mutating func apply(_ samples: inout [Float], at time: CMTime) {
    let track = mix()
    take(track?.tap)
    guard let track, tap != nil || !track.volume.isFlat else { return }
    samples.withUnsafeMutableBufferPointer { buffer in
      if tap?.isBeforeVolume == true { process(buffer, at: time) }
      track.volume.apply(to: buffer, format, at: time)
      if tap?.isBeforeVolume == false { process(buffer, at: time) }
    }
  }

  /// Releases the tap.
  mutating func end() { take(nil) }

  private mutating func take(_ new: (any AudioTap)?) {
    guard new !== tap else { return }
    tap?.unprepare()
    tap = new?.prepare(format, maxFrames: Self.blockFrames) == true ? new : nil
    isStart = true
  }

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
