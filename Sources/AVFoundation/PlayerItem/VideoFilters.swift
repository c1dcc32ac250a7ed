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

  /// Creates filters; by default none.
  public init(debands: Bool = false) { self.debands = debands }
}

extension AVPlayerItem {
  /// The filters of the item's frames; none by default. A change applies to the frames that are decoded from now on:
  /// while the item is paused, from the next seek on. Without libavfilter frames are unchanged. Any thread.
  ///
  /// - Note: Not in Apple's API.
  @_spi(Playhead) nonisolated public var videoFilters: VideoFilters {
    get { VideoFilters(debands: engineItem.videoDecoding.filters.debands) }
    set { engineItem.videoDecoding.changeFilters { $0.debands = newValue.debands } }
  }
}
