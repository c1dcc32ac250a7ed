import CoreMedia
import Foundation
import PlayheadAudio
import PlayheadBasics
import Synchronization

/// Measures the levels of a track's channels as it is decoded, for the time at which they are audible.
///
/// The levels are those of the file, before volume and balance. Mono audio that is played in two channels gets its
/// level back: the conversion lowers it by 3 dB.
final class AudioLevels: AudioTap {
  /// The levels of one channel.
  struct Level: Sendable, Equatable {
    /// The root mean square in decibels of full scale.
    var average: Float
    /// The largest sample in decibels of full scale.
    var peak: Float
    /// The level of digital silence, and the lowest that is reported.
    static let silence = Level(average: -160, peak: -160)
  }

  /// Seconds of media in a measured block: shorter than the interval between two frames of a level display.
  static let blockSeconds = 0.02
  /// The blocks in a reading: a tenth of a second, two periods of the lowest tone.
  fileprivate static let window = 5
  /// The retained blocks: two seconds, more than the audio between decoder and listener at double speed.
  private static let capacity = 100

  /// A measured stretch of media.
  fileprivate struct Block: Sendable {
    /// The media time of its start in seconds.
    var start = 0.0
    /// The frames in it.
    var frames = 0
    /// The sum of the squares, per channel.
    var squares: [Double]
    /// The largest absolute value, per channel.
    var peaks: [Float]

    /// An empty block.
    init(channels: Int) {
      (squares, peaks) = (Array(repeating: 0, count: channels), Array(repeating: 0, count: channels))
    }

    /// Starts the block anew.
    mutating func restart(at start: Double) {
      (self.start, frames) = (start, 0)
      for channel in squares.indices { (squares[channel], peaks[channel]) = (0, 0) }
    }
  }

  /// The state under the lock.
  fileprivate struct State: Sendable {
    /// The format of the samples; nil before the first.
    var format: AudioFormat?
    /// The blocks in a ring: `count` counts those that were completed.
    var blocks: [Block] = []
    /// The number of completed blocks since the last start.
    var count = 0
  }

  /// The number of channels in the file.
  private let channelCount: Int
  /// The decoder writes, the player's client reads.
  private let state = Mutex(State())

  /// Creates a meter for a file with so many channels.
  init(channelCount: Int) { self.channelCount = channelCount }

  /// True: volumes do not change the levels.
  var isBeforeVolume: Bool { true }

  /// Accepts every format.
  func prepare(_ format: AudioFormat, maxFrames: Int) -> Bool {
    state.withLock { state in
      state.format = format
      state.count = 0
      let channels = min(channelCount, format.channelCount)
      state.blocks = (0..<Self.capacity).map { _ in Block(channels: channels) }
    }
    return true
  }

  /// The last levels remain readable.
  func unprepare() {}

  /// Measures the samples, and restores the level of mono audio.
  func process(_ samples: UnsafeMutableBufferPointer<Float>, at time: CMTime, isStart: Bool) {
    state.withLock { state in
      guard let format = state.format, !state.blocks.isEmpty else { return }
      if channelCount == 1, format.channelCount == 2 {
        for index in samples.indices { samples[index] *= Float(2).squareRoot() }
      }
      state.measure(samples, format, from: time.seconds, isStart: isStart)
    }
  }

  /// The levels of all channels at a media time: of the last tenth of a second. Channels that are not played, because
  /// the device has fewer, are silent.
  func levels(at seconds: Double) -> [Level] {
    var levels = Array(repeating: Level.silence, count: channelCount)
    let blocks = state.withLock { $0.blocks(until: seconds) }
    let frames = blocks.reduce(0) { $0 + $1.frames }
    guard frames > 0, let first = blocks.first else { return levels }
    for channel in first.squares.indices {
      let power = blocks.reduce(0) { $0 + $1.squares[channel] } / Double(frames)
      let peak = blocks.map { $0.peaks[channel] }.max() ?? 0
      levels[channel] = Level(average: Self.decibels(power.squareRoot()), peak: Self.decibels(Double(peak)))
    }
    return levels
  }

  /// An amplitude in decibels of full scale, at least −160.
  static func decibels(_ amplitude: Double) -> Float {
    amplitude > 0 ? max(-160, Float(20 * log10(amplitude))) : -160
  }
}

extension AudioLevels.State {
  /// Adds interleaved samples to the blocks.
  fileprivate mutating func measure(
    _ samples: UnsafeMutableBufferPointer<Float>, _ format: AudioFormat, from start: Double, isStart: Bool
  ) {
    let channels = format.channelCount
    let length = max(1, Int(saturating: AudioLevels.blockSeconds * Double(format.sampleRate)))
    if isStart { count = 0 }
    for frame in 0..<samples.count / max(1, channels) {
      let place = count % blocks.count
      if blocks[place].frames == length || (frame == 0 && isStart) {
        if !isStart || frame > 0 { count += 1 }
        blocks[count % blocks.count].restart(at: start + Double(frame) / Double(format.sampleRate))
      }
      let current = count % blocks.count
      blocks[current].frames += 1
      for channel in blocks[current].squares.indices {
        let sample = samples[frame * channels + channel]
        blocks[current].squares[channel] += Double(sample) * Double(sample)
        blocks[current].peaks[channel] = max(blocks[current].peaks[channel], abs(sample))
      }
    }
  }

  /// The last blocks that start before a media time, oldest first.
  fileprivate func blocks(until seconds: Double) -> [AudioLevels.Block] {
    guard !blocks.isEmpty else { return [] }
    let oldest = max(0, count - blocks.count + 1)
    let before = (oldest...max(oldest, count)).reversed().lazy.map { blocks[$0 % blocks.count] }
      .filter { $0.frames > 0 && $0.start <= seconds }
    return before.prefix(AudioLevels.window).reversed()
  }
}
