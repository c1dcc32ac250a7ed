import PlayheadItems
import PlayheadMedia

/// The filters that an item's frames pass before they are shown, for `AVPlayerItem.videoFilters`.
///
/// - Note: Not in Apple's API.
@_spi(Playhead)
public struct VideoFilters: Sendable, Hashable {
  /// Whether bands in gradients, such as skies and fades, are smoothed. Edges and textures remain. Applies to video in
  /// YCbCr or gray; other formats are unchanged.
  public var debands: Bool

  /// What is done about interlaced frames. Whether telecine is reversed is determined when the item is opened, so it is
  /// set before the item is played.
  public var deinterlacing: Deinterlacing

  /// What is done about interlaced frames. The raw value is that of the setting `deinterlace`.
  public enum Deinterlacing: String, Sendable, CaseIterable {
    /// Each becomes a whole picture.
    case automatic = "auto"
    /// Each becomes two whole pictures, one for each field, at the times of the fields.
    case doubleRate = "double"
    /// As `automatic`, and film in video with 29.97 frames a second is restored to 23.976 progressive frames.
    case inverseTelecine = "film"
    /// They are shown as they are.
    case off = "no"
  }

  /// Creates filters; by default interlaced frames are deinterlaced.
  public init(debands: Bool = false, deinterlacing: Deinterlacing = .automatic) {
    self.debands = debands
    self.deinterlacing = deinterlacing
  }
}

extension AVPlayerItem {
  /// The filters of the item's frames; by default interlaced frames are deinterlaced. A change applies to the frames
  /// that are decoded from now on: while the item is paused, from the next seek on. Without libavfilter frames are
  /// unchanged. Any thread.
  ///
  /// - Note: Not in Apple's API.
  @_spi(Playhead) nonisolated public var videoFilters: VideoFilters {
    get {
      let filters = engineItem.videoDecoding.filters
      return VideoFilters(
        debands: filters.debands, deinterlacing: .init(rawValue: filters.deinterlacing.rawValue) ?? .automatic)
    }
    set {
      engineItem.videoDecoding.changeFilters {
        $0 = VideoFilterSettings(
          deinterlacing: .init(rawValue: newValue.deinterlacing.rawValue) ?? .automatic, debands: newValue.debands)
      }
    }
  }
}
