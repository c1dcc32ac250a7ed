import Testing

@testable import PlayheadFFmpeg

/// AAC headers that do not specify the audio format.
@Suite struct ImplicitAudioFormatTests {
  /// Configurations as encoders write them (ISO/IEC 14496-3 §1.6.2.1), with their channels.
  static let rows: [(configuration: [UInt8], channels: Int, mayDiffer: Bool)] = [
    ([0x12, 0x10], 2, false),  // AAC LC, 44.1 kHz, stereo
    ([0x11, 0x88], 1, false),  // AAC LC, 48 kHz, mono
    ([0x13, 0x10], 2, true),  // AAC LC, 24 kHz, stereo: perhaps HE-AAC
    ([0x13, 0x88], 1, true),  // AAC LC, 22.05 kHz, mono: perhaps HE-AAC v2
    ([0x2B, 0x92], 2, false),  // SBR signalled, 22.05 kHz core, stereo
    ([0x2B, 0x8A], 1, true),  // SBR signalled, mono: perhaps with parametric stereo
    ([0xEB, 0x8A], 1, true),  // parametric stereo signalled
    ([0xF8, 0xE8], 2, false),  // an extended object type, such as xHE-AAC
    ([], 2, false),
  ]

  @Test(arguments: rows) func implicitSignallingMayChangeFormat(configuration: [UInt8], channels: Int, mayDiffer: Bool)
  {
    #expect(ImplicitAudioFormat.mayDiffer(configuration: configuration, channels: channels) == mayDiffer)
  }
}
