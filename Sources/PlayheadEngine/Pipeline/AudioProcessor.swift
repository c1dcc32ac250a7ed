import CoreMedia
import PlayheadFFmpeg

/// Does to a track's samples what its item's mix says, before they are made faster or slower. Belongs to the decoder's thread.
struct AudioProcessor {
  /// How many frames a tap gets at once: a tenth of a second at the usual rates.
  static let blockFrames = 4096

  private let format: AudioFormat
  private let mix: @Sendable () -> AudioMixSettings.Track?
  private var tap: (any AudioTap)?
  private var isStart = true

  init(format: AudioFormat, mix: @escaping @Sendable () -> AudioMixSettings.Track?) {
    self.format = format
    self.mix = mix
  }

  /// What follows does not follow what came before.
  mutating func restart() { isStart = true }

  /// Changes interleaved samples where they are; `time` is the first one's.
  mutating func shape(_ samples: inout [Float], at time: CMTime) {
    let track = mix()
    take(track?.tap)
    guard let track, tap != nil || !track.volume.isFlat else { return }
    samples.withUnsafeMutableBufferPointer { buffer in
      if tap?.isBeforeVolume == true { process(buffer, at: time) }
      track.volume.apply(to: buffer, format, at: time)
      if tap?.isBeforeVolume == false { process(buffer, at: time) }
    }
  }

  /// The tap is not needed any more.
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
