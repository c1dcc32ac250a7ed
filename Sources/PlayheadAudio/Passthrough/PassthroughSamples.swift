/// Carries the words of IEC 61937 bursts through a ring as samples, without a change of any bit: a `Float` has all
/// values of 16 bits divided by 32,768.
package enum PassthroughSamples {
  /// The scale of a word, a power of two.
  private static let scale: Float = 32_768

  /// The samples of little-endian words. A last odd byte is ignored.
  package static func samples(of bytes: [UInt8]) -> [Float] {
    (0..<bytes.count / 2).map { index in
      Float(Int16(bitPattern: UInt16(bytes[2 * index]) | UInt16(bytes[2 * index + 1]) << 8)) / scale
    }
  }

  /// The word of a sample; 0 for a sample that is none.
  package static func word(of sample: Float) -> Int16 { Int16(exactly: sample * scale) ?? 0 }
}
