import Foundation

/// Measures audio by counting, so that the results do not depend on any library.
public enum Tone {
  /// A sine of amplitude `amplitude`, interleaved equally in all channels.
  public static func sine(
    _ frequency: Double, sampleRate: Int, count: Int, channels: Int = 1, amplitude: Double = 0.5, from first: Int = 0
  ) -> [Float] {
    (first..<first + count).flatMap { index in
      let phase = (frequency * Double(index) / Double(sampleRate)).truncatingRemainder(dividingBy: 1)
      return [Float](repeating: Float(amplitude * sin(2 * .pi * phase)), count: channels)
    }
  }

  /// The frequency of a single tone: the mean distance of its upward zero crossings, interpolated linearly between
  /// samples.
  public static func frequency(of samples: [Float], sampleRate: Int, channels: Int = 1) -> Double {
    var first: Double?
    var last = 0.0
    var count = 0
    var previous: Float?
    for (index, sample) in stride(from: 0, to: samples.count, by: channels).map({ samples[$0] }).enumerated() {
      if let previous, previous < 0, sample >= 0 {
        last = Double(index - 1) + Double(-previous / (sample - previous))
        if first == nil { first = last } else { count += 1 }
      }
      previous = sample
    }
    guard let first, count > 0 else { return 0 }
    return Double(count) * Double(sampleRate) / (last - first)
  }

  /// The amplitude of one frequency in the samples (Goertzel).
  public static func amplitude(of frequency: Double, in samples: [Float], sampleRate: Int, channels: Int = 1) -> Double
  {
    let count = samples.count / channels
    guard count > 0 else { return 0 }
    let coefficient = 2 * cos(2 * .pi * frequency / Double(sampleRate))
    var (one, two) = (0.0, 0.0)
    for index in 0..<count { (one, two) = (Double(samples[index * channels]) + coefficient * one - two, one) }
    return 2 * (one * one + two * two - coefficient * one * two).squareRoot() / Double(count)
  }
}
