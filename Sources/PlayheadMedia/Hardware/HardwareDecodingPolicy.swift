/// Chooses the interfaces with which the decoding of a video track is tried, before software.
package enum HardwareDecodingPolicy {
  /// Codecs that need so much processor time that copying frames from a device pays.
  private static let demanding: Set = ["h264", "hevc", "vp9", "av1"]
  /// Codecs of still images and of cameras that send them: their frames are independent, and each is quick to decode.
  private static let images: Set = ["mjpeg", "png", "webp", "gif", "bmp", "tiff"]
  /// Software decodes smaller frames with a tenth of a core, and copying them costs as much.
  private static let leastPixels = 1280 * 720

  /// The interfaces to try, in order; empty for software.
  ///
  /// - Parameters:
  ///   - choice: The user's choice.
  ///   - track: The video track.
  ///   - hasAlpha: Whether frames have an alpha component, which no hardware decodes.
  ///   - isPresent: Whether the machine may have a device of an interface. Not asked about an interface that the user
  ///     has chosen by name: its failure explains what is missing.
  package static func interfaces(
    _ choice: HardwareDecoding, for track: TrackInfo, hasAlpha: Bool, isPresent: (HardwareInterface) -> Bool
  ) -> [HardwareInterface] {
    guard choice != .off, let video = track.video, !track.isAttachedPicture, !hasAlpha,
      !images.contains(track.codecName)
    else { return [] }
    if let interface = choice.interface { return [interface] }
    let (pixels, overflows) = video.width.multipliedReportingOverflow(by: video.height)
    guard demanding.contains(track.codecName), !overflows, pixels >= leastPixels else { return [] }
    return HardwareInterface.allCases.filter(isPresent)
  }
}
