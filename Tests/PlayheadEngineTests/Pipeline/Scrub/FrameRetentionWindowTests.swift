import CoreMedia
import TestSupport
import Testing

@testable import PlayheadPipeline

/// Frames decoded before a paused seek only to be cached.
@Suite struct FrameRetentionWindowTests {
  private let buffer = FrameRetentionWindow(short: ticks(160), long: nil)
  private let dragged = FrameRetentionWindow(short: ticks(160), long: ticks(1200))

  @Test func retainsFramesRightBeforePausedSeek() {
    for window in [buffer, dragged] {
      #expect(window.contains(ticks(1840), before: ticks(2000), scrubPosition: nil))
      #expect(!window.contains(ticks(1839), before: ticks(2000), scrubPosition: nil))
    }
  }

  /// The last seek of a drag does not wait for frames that only a further one would need.
  @Test func scrubbingRetainsFramesAfterPointerMoves() {
    #expect(dragged.contains(ticks(700), before: ticks(2000), scrubPosition: ticks(1900)))
    #expect(!dragged.contains(ticks(699), before: ticks(2000), scrubPosition: ticks(1900)))
    #expect(!buffer.contains(ticks(1800), before: ticks(2000), scrubPosition: ticks(1900)))
  }

  @Test func framesNearPointerAreEvictedLast() {
    #expect(
      buffer.isNear(ticks(1840), to: ticks(2000), scrubPosition: nil)
        && !buffer.isNear(ticks(1839), to: ticks(2000), scrubPosition: nil))
    #expect(
      dragged.isNear(ticks(800), to: ticks(2000), scrubPosition: nil)
        && !dragged.isNear(ticks(799), to: ticks(2000), scrubPosition: nil))
    #expect(dragged.isNear(ticks(700), to: ticks(2000), scrubPosition: ticks(1900)))
  }
}
