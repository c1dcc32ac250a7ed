import PlayheadItems
import PlayheadMedia

/// The decoders of an item's video, for `AVPlayerItem.hardwareDecoding`. The raw value is that of the setting `hwdec`.
///
/// - Note: Not in Apple's API.
@_spi(Playhead)
public enum HardwareDecodingPreference: String, Sendable, CaseIterable {
  /// Hardware for video that needs much processor time, if the machine has a device that decodes it.
  case automatic = "auto"
  /// Software only.
  case off = "no"
  /// Video Acceleration API: the drivers of Intel and AMD.
  case vaapi
  /// Nvidia's decoder.
  case nvdec
  /// Vulkan Video.
  case vulkan
  /// The kernel's stateless decoders, on ARM boards.
  case drm
  /// The kernel's stateful decoders, on ARM boards.
  case v4l2m2m
}

extension AVPlayerItem {
  /// The decoders of the item's video; by default hardware where it pays. Software takes over without losing a frame if
  /// hardware does not decode the video or fails. Applies to decoders opened from now on, so it is set before the item
  /// is played. Any thread.
  ///
  /// - Note: Not in Apple's API.
  @_spi(Playhead) nonisolated public var hardwareDecoding: HardwareDecodingPreference {
    get { HardwareDecodingPreference(rawValue: engineItem.videoDecoding.choice.rawValue) ?? .automatic }
    set { engineItem.videoDecoding.choice = HardwareDecoding(rawValue: newValue.rawValue) ?? .automatic }
  }

  /// The interface of the hardware that decodes the item's video, such as VA-API; nil while software does. Any thread.
  ///
  /// - Note: Not in Apple's API.
  @_spi(Playhead) nonisolated public var hardwareDecoderName: String? {
    engineItem.videoDecoding.interface?.title
  }
}
