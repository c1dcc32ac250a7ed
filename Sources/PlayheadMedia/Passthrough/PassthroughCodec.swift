/// A codec whose packets a device can decode, sent to it as IEC 61937 bursts. The raw value is the name of libavcodec.
package enum PassthroughCodec: String, CaseIterable, Sendable, Hashable {
  /// Dolby Digital.
  case ac3
  /// Dolby Digital Plus.
  case eac3
  /// DTS; of DTS-HD only the core.
  case dts
  /// Dolby TrueHD.
  case truehd

  /// The name for users.
  package var title: String {
    switch self {
    case .ac3: "AC-3"
    case .eac3: "E-AC-3"
    case .dts: "DTS"
    case .truehd: "TrueHD"
    }
  }

  /// The number of 16-bit words in a frame of the device: two (IEC 61937-1), or eight for bursts with a high bit rate
  /// (IEC 61937-9).
  package var wordsPerFrame: Int { self == .truehd ? 8 : 2 }

  /// The device's frames a second for a track, in hertz; nil if IEC 61937 has no rate for the track's sample rate.
  package func frameRate(sampleRate: Int) -> Int? {
    switch self {
    case .ac3, .dts: [32_000, 44_100, 48_000].contains(sampleRate) ? sampleRate : nil
    case .eac3: [32_000, 44_100, 48_000].contains(sampleRate) ? 4 * sampleRate : nil
    case .truehd:
      // MAT frames have the rate of 48 kHz, or of 44.1 kHz, whatever multiple of it the track has.
      [48_000, 96_000, 192_000].contains(sampleRate)
        ? 192_000 : [44_100, 88_200, 176_400].contains(sampleRate) ? 176_400 : nil
    }
  }
}
