import CoreMedia
import PlayheadTesting
import TestSupport

/// Captured audio blocks as one sequence of samples.
struct Recording {
  var start: CMTime
  var sampleRate: Int
  var channels: Int
  var samples: [Float]
  /// The largest step between a block's time and the end of the block before it, in seconds of media.
  var largestGap: Double

  /// nil without audio. `rate`: media seconds per second of audio.
  init?(_ blocks: [CapturedAudio], rate: Double = 1) {
    guard let first = blocks.first else { return nil }
    start = first.time
    sampleRate = first.format.sampleRate
    channels = first.format.channelCount
    samples = []
    largestGap = 0
    for block in blocks {
      let expected = first.time.seconds + Double(samples.count / channels) / Double(sampleRate) * rate
      largestGap = max(largestGap, abs(block.time.seconds - expected))
      samples += block.samples
    }
  }

  var seconds: Double { Double(samples.count / channels) / Double(sampleRate) }

  /// One channel from `time` on, in seconds of the recording, not of media.
  func part(from time: Double, seconds: Double) -> [Float] {
    let first = max(0, Int(time * Double(sampleRate)))
    let last = min(samples.count / channels, first + Int(seconds * Double(sampleRate)))
    return (first..<max(first, last)).map { samples[$0 * channels] }
  }

  /// When the beeps of 1 kHz begin, in seconds of the recording, to the millisecond.
  func beeps(frequency: Double = 1000) -> [Double] {
    func strength(_ time: Double, _ seconds: Double) -> Double {
      Tone.amplitude(of: frequency, in: part(from: time, seconds: seconds), sampleRate: sampleRate)
    }
    var result: [Double] = []
    var isBeeping = false
    for step in 0..<Int(seconds / 0.02) {
      let time = Double(step) * 0.02
      let isLoud = strength(time, 0.02) > 0.1
      defer { isBeeping = isLoud }
      guard isLoud, !isBeeping else { continue }
      // The time where the strength in 5 ms rises above half of its value inside of a beep.
      let milliseconds = (-20..<20).map { time + Double($0) / 1000 }
      if let start = milliseconds.first(where: { $0 >= 0 && strength($0, 0.005) > 0.3 }) {
        result.append(start + 0.0025)
      }
    }
    return result
  }
}
