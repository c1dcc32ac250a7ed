import PlayheadClock
import PlayheadNetworking
import PlayheadStreaming

/// Requests the part that a playlist announces with a preload hint, before it is available (RFC 8216bis §4.4.5.3).
/// Belongs to the reader's thread.
final class PartPreloader {
  private let context: StreamContext
  /// The hinted part whose load was started, and has not become a segment of the queue; nil: none.
  private var preloaded: (hint: PreloadHint, load: any ResourceLoad)?

  /// Creates a preloader that requests nothing until `preload`.
  init(_ context: StreamContext) { self.context = context }

  /// Requests the announced part if it is next: the server answers as soon as it is available. Does nothing if it was
  /// requested before.
  ///
  /// - Parameter position: The position to request next.
  func preload(_ position: SegmentPosition?, of feed: PlaylistFeed) {
    guard !context.clock.waitsForNetwork, let timeline = feed.timeline, position == timeline.nextPosition,
      let hint = timeline.playlist.preloadHints.first(where: { $0.kind == .part }), let url = hint.url,
      hint.start == 0 || hint.length != nil, preloaded?.hint != hint
    else { return }
    drop()
    let part = hint.length.map { ByteRange(offset: hint.start, length: $0) }
    preloaded = (hint, context.load(url, from: feed.segmentBase, part: part, policy: .segment))
  }

  /// Takes the load of the announced part, if it covers exactly this segment.
  func take(_ segment: MediaSegment) -> (any ResourceLoad)? {
    guard let (hint, load) = preloaded, hint.covers(segment) else { return nil }
    preloaded = nil
    return load
  }

  /// Cancels the load.
  func drop() {
    preloaded?.load.cancel()
    preloaded = nil
  }
}
