import PlayheadItems
import PlayheadMedia

/// An audio codec that a device can decode in place of the player, for `AVPlayerItem.passthroughCodecs`. The raw value
/// is the name in the setting `passthrough`.
///
/// - Note: Not in Apple's API.
@_spi(Playhead)
public enum AudioPassthroughCodec: String, Sendable, CaseIterable {
  /// Dolby Digital.
  case ac3
  /// Dolby Digital Plus.
  case eac3
  /// DTS; of DTS-HD only the core.
  case dts
  /// Dolby TrueHD.
  case truehd
}

extension AVPlayerItem {
  /// The codecs of the item's audio that pass through to a device that decodes them, as IEC 61937 bursts; none by
  /// default. Audio is decoded if the device does not accept the codec, and while the rate or the volume is not 1, or a
  /// mix, a tap or an effect changes the audio. A change applies during playback, too. Any thread.
  ///
  /// - Note: Not in Apple's API.
  @_spi(Playhead) nonisolated public var passthroughCodecs: Set<AudioPassthroughCodec> {
    get { Set(engineItem.passthrough.codecs.compactMap { AudioPassthroughCodec(rawValue: $0.rawValue) }) }
    set { engineItem.passthrough.codecs = Set(newValue.compactMap { PassthroughCodec(rawValue: $0.rawValue) }) }
  }

  /// The codec of the item's audio that passes through to the device; nil while the player decodes. Any thread.
  ///
  /// - Note: Not in Apple's API.
  @_spi(Playhead) nonisolated public var passthroughCodec: AudioPassthroughCodec? {
    engineItem.passthrough.codec.flatMap { AudioPassthroughCodec(rawValue: $0.rawValue) }
  }

  /// Whether the item's audio passes through, or the reason for which it is decoded; nil while no codec of
  /// `passthroughCodecs` plays. Any thread.
  nonisolated package var passthroughEvent: PassthroughEvent? { engineItem.passthrough.event }
}
