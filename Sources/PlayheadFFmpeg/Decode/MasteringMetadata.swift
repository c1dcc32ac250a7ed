import CPlayheadFFmpeg
import PlayheadBasics
import PlayheadMedia

/// The brightest light of content and its scenes according to their metadata, in cd/m².
///
/// The metadata of files is often missing or wrong: values that no content has are treated as missing.
enum MasteringMetadata {
  /// The light that PQ can express at most is 10 000 cd/m² (ITU-R BT.2100).
  private static let plausible: ClosedRange<Int32> = 1...10_000

  /// The peak that two kinds of metadata declare: the brightest pixel of the content (CTA-861.3), or else the peak of
  /// the mastering display (SMPTE ST 2086). 0 if neither is known.
  static func peakLuminance(
    _ light: AVContentLightMetadata?, _ mastering: AVMasteringDisplayMetadata?
  ) -> Int32 {
    if let light, let peak = Int32(exactly: light.MaxCLL), plausible.contains(peak) { return peak }
    guard let mastering, mastering.has_luminance != 0, mastering.max_luminance.den > 0 else { return 0 }
    let peak = Int32(
      saturating: (Double(mastering.max_luminance.num) / Double(mastering.max_luminance.den)).rounded())
    return plausible.contains(peak) ? peak : 0
  }

  /// The peak that a decoded frame declares; 0 if it declares none.
  static func peakLuminance(of frame: UnsafePointer<AVFrame>) -> Int32 {
    peakLuminance(
      frame.sideData(AV_FRAME_DATA_CONTENT_LIGHT_LEVEL, as: AVContentLightMetadata.self),
      frame.sideData(AV_FRAME_DATA_MASTERING_DISPLAY_METADATA, as: AVMasteringDisplayMetadata.self))
  }

  /// The peak of the scene that a decoded frame belongs to, by Dolby Vision or HDR10+; 0 if it declares none.
  static func scenePeak(of frame: UnsafePointer<AVFrame>) -> Int32 {
    let value = Float(playhead_dolby_vision_scene_maximum(frame)) / 4095
    let light =
      value > 0
      ? Double(PerceptualQuantizer.light(of: value)) : playhead_scene_maximum(frame) * Double(plausible.upperBound)
    let peak = Int32(saturating: light.rounded())
    return plausible.contains(peak) ? peak : 0
  }
}

extension UnsafePointer<AVFrame> {
  /// A value in the side data of a frame; nil if there is none, or if it is too small.
  func sideData<Value>(_ type: AVFrameSideDataType, as value: Value.Type) -> Value? {
    guard let found = av_frame_get_side_data(self, type)?.pointee, found.size >= MemoryLayout<Value>.size,
      let data = found.data
    else { return nil }
    return UnsafeRawPointer(data).loadUnaligned(as: Value.self)
  }
}
