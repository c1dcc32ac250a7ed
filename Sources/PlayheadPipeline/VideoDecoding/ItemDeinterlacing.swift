import CoreMedia
import PlayheadItems
import PlayheadMedia
import Synchronization

/// The deinterlacing of an open item. Its reader and its decoder share it.
final class ItemDeinterlacing: Sendable {
  /// The item, whose filters may change at any time.
  private let item: EngineItem
  /// Whether interlaced frames are deinterlaced at all.
  private let deinterlaces: Bool
  /// Whether telecine is reversed, which is determined when the item is opened.
  private let reversesTelecine: Bool
  /// What is known about the frames, as raw value. Only the decoder writes it.
  private let interlacing = Atomic<UInt8>(FrameContextPolicy.Interlacing.unknown.rawValue)

  /// Determines the deinterlacing of an item that is opened.
  init(of item: EngineItem, in environment: PlaybackEnvironment) {
    self.item = item
    deinterlaces = environment.deinterlaces
    reversesTelecine = environment.deinterlaces && item.videoDecoding.filters.deinterlacing == .inverseTelecine
  }

  /// The filters of the item's frames. Whether telecine is reversed does not change while the item is open.
  var filters: VideoFilterSettings {
    var filters = item.videoDecoding.filters
    switch (deinterlaces, reversesTelecine, filters.deinterlacing) {
    case (false, _, _): filters.deinterlacing = .off
    case (true, true, _): filters.deinterlacing = .inverseTelecine
    case (true, false, .inverseTelecine): filters.deinterlacing = .automatic
    case (true, false, _): break
    }
    return filters
  }

  /// Records that a frame was decoded. `isInterlaced`: whether any frame so far was interlaced.
  func noteFrame(isInterlaced: Bool) {
    guard interlacing.load(ordering: .relaxed) != FrameContextPolicy.Interlacing.interlaced.rawValue else { return }
    let known: FrameContextPolicy.Interlacing = isInterlaced ? .interlaced : .progressive
    interlacing.store(known.rawValue, ordering: .relaxed)
  }

  /// The time around a frame of a track in which others must be decoded for it; zero if a frame needs no other.
  func context(of video: TrackInfo.VideoInfo) -> CMTime {
    let known = FrameContextPolicy.Interlacing(rawValue: interlacing.load(ordering: .relaxed)) ?? .unknown
    return FrameContextPolicy(deinterlacing: filters.deinterlacing, interlacing: known)
      .context(frameDuration: video.minFrameDuration)
  }
}
