import PlayheadFFmpeg
import PlayheadMedia

/// The hardware decoders that playback on this machine tries by default.
enum HardwareCandidates {
  /// The interfaces tried for a track, in order; empty for software only. None of them is opened: a device can still
  /// refuse the video.
  static func interfaces(for track: TrackInfo) -> [HardwareInterface] {
    HardwareDecodingPolicy.interfaces(
      .automatic, for: track, hasAlpha: false, isPresent: HardwareDecoderProvider.system.mayHaveDevice)
  }
}
