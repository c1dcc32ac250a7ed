import CoreMedia
import PlayheadItems

/// Everything that makes seeks of one item fast while the user scrubs, and that seeking does not need to be correct.
///
///     session ────► ScrubController ──────────────► placeholder frame in the timeline
///                     │           │
///     demux loop ──► NearbySeekPlanner   DecodeScrubController ◄── video decode loop
///                     └─► DecodedFrameCache, DecoderPool ◄─┘
///
/// The planner and the decode controller each have their own state on their own thread. They share the cache, which
/// also has the scrub position, and the pool, each behind its own lock. An item without a controller decodes every seek
/// from its sync sample.
final class ScrubController: Sendable {
  /// The frames near paused seeks, and the scrub position.
  private let cache: DecodedFrameCache
  /// The open decoders in visited GOPs.
  private let pool: DecoderPool
  /// The byte budget of the cache.
  private let cacheBytes: Int

  /// Creates the controller of an item, with the budgets of its cache and its pool.
  init(limits: BufferLimits) {
    cache = DecodedFrameCache(limit: limits.frameCacheBytes)
    pool = DecoderPool(limit: limits.decoderPoolBytes)
    cacheBytes = limits.frameCacheBytes
  }

  /// Creates the part that runs on the reader thread. Called once.
  func makePlanner() -> NearbySeekPlanner {
    NearbySeekPlanner(frameCache: cache, decoderPool: pool, cacheBytes: cacheBytes)
  }

  /// Creates the part that runs on the video decoder thread. Called once.
  func makeDecodeController() -> DecodeScrubController { DecodeScrubController(cache: cache, pool: pool) }

  /// Sets the scrub position, which may differ from the target of the start in progress, and shows the cached frame at
  /// or near it. Called by the session's thread.
  ///
  /// - Parameters:
  ///   - time: The media time under the pointer; nil: the user is not scrubbing.
  ///   - epoch: The start in progress, to which the position applies.
  ///   - timeline: Shows the cached frame until that start has a frame of its own.
  func scrub(to time: CMTime?, epoch: Int, in timeline: VideoTimeline) {
    if let time, let frame = cache.frame(at: time) ?? cache.frame(near: time) {
      timeline.showPlaceholder(frame, before: epoch)
    }
    // Set after the placeholder is shown: the decoder must not find the exact frame before that, or the placeholder
    // would replace it.
    cache.scrubPosition = time.map { DecodedFrameCache.ScrubPosition(time: $0, epoch: epoch) }
  }
}
