import CoreMedia
import Testing

@testable import PlayheadPipeline

/// Whether the decoder continues, and whether frames are cached.
@Suite struct ScrubStrategyTests {
  private func time(_ seconds: Double) -> CMTime { CMTime(seconds: seconds, preferredTimescale: 1000) }

  @Test func firstPausedSeekHasNoHistory() {
    #expect(ScrubStrategy().path(to: time(4), sync: .zero) == .fresh(opens: false, retention: .none))
  }

  @Test func keepsDecoderOpenForNearbyForwardSeek() {
    var memory = ScrubStrategy()
    memory.note(pausedSeek: time(4), sync: nil)
    #expect(memory.path(to: time(5), sync: .zero) == .fresh(opens: true, retention: .none))
    #expect(memory.path(to: time(15), sync: .zero) == .fresh(opens: false, retention: .none))
    #expect(memory.path(to: time(3), sync: .zero) == .fresh(opens: false, retention: .long))
    #expect(memory.path(to: time(0.5), sync: .zero) == .fresh(opens: false, retention: .none))
  }

  /// An open decoder is fed a dozen packets more: as much as half of a short GOP.
  @Test func decodesShortDistanceAnewUnlessScrubbing() {
    var memory = ScrubStrategy()
    memory.note(pausedSeek: time(4.9), sync: time(4))
    #expect(memory.path(to: time(6.4), sync: time(6)) == .fresh(opens: false, retention: .none))
    #expect(memory.path(to: time(6.4), sync: time(6), isWhileSeeking: true) == .fresh(opens: true, retention: .none))
    #expect(memory.path(to: time(7.5), sync: time(6)) == .fresh(opens: true, retention: .none), "a second and a half")
    #expect(memory.path(to: time(3.5), sync: time(3)) == .fresh(opens: false, retention: .none))
    #expect(memory.path(to: time(3.5), sync: time(3), isWhileSeeking: true) == .fresh(opens: false, retention: .long))
    #expect(memory.path(to: time(4.4), sync: time(4)) == .fresh(opens: false, retention: .long), "it was visited")
    memory.note(pausedSeek: time(6.4), sync: time(6))
    #expect(
      memory.path(to: time(4.4), sync: time(4)) == .fresh(opens: false, retention: .long), "and so was the last but one"
    )
    memory.note(pausedSeek: time(8.4), sync: time(8))
    #expect(memory.path(to: time(4.4), sync: time(4)) == .fresh(opens: false, retention: .none), "that is long ago")
  }

  /// At eight times the speed of a normal drag, half a second of decoding covers four more seconds.
  @Test func scrubbingExtendsBackwardReach() {
    var memory = ScrubStrategy()
    memory.note(pausedSeek: time(14), sync: time(8))
    #expect(memory.path(to: time(10), sync: time(8)) == .fresh(opens: true, retention: .short), "a random target")
    #expect(memory.path(to: time(10), sync: time(8), isWhileSeeking: true) == .fresh(opens: false, retention: .long))
    #expect(memory.path(to: time(3), sync: .zero, isWhileSeeking: true) == .fresh(opens: false, retention: .none))
  }

  @Test func revisitedGOPKeepsDecoderOpenAndFramesCached() {
    var memory = ScrubStrategy()
    memory.note(pausedSeek: time(4), sync: .zero)
    #expect(memory.path(to: time(0.5), sync: .zero) == .fresh(opens: true, retention: .short))
    #expect(
      memory.path(to: time(9.6), sync: time(8)) == .fresh(opens: true, retention: .none), "forward, into another group")
    #expect(memory.path(to: time(30), sync: time(24)) == .fresh(opens: false, retention: .none))
    // A short backward distance is a drag.
    #expect(memory.path(to: time(3), sync: .zero) == .fresh(opens: false, retention: .long))
    memory.note(pausedSeek: time(30), sync: time(24))
    #expect(memory.path(to: time(1.6), sync: .zero) == .fresh(opens: true, retention: .short), "it was visited before")
  }

  @Test func poolsDecoderOnlyInRevisitedGOP() {
    var memory = ScrubStrategy()
    memory.note(pausedSeek: time(2), sync: .zero)
    memory.leaveOpen(at: time(2))
    #expect(!memory.poolsDecoder(before: .zero, isPlayback: false), "it was the first paused seek there")
    memory.note(pausedSeek: time(4), sync: .zero)
    memory.leaveOpen(at: time(4))
    #expect(memory.poolsDecoder(before: .zero, isPlayback: false))
    #expect(memory.poolsDecoder(before: nil, isPlayback: true), "a pause primes playback")
    #expect(!memory.poolsDecoder(before: time(8), isPlayback: false), "the group is left")
    #expect(!memory.poolsDecoder(before: nil, isPlayback: false))
    memory.closeDecoder()
    #expect(!memory.poolsDecoder(before: .zero, isPlayback: false))
  }

  @Test func openDecoderContinuesUnlessSyncSampleBetween() {
    var memory = ScrubStrategy()
    memory.note(pausedSeek: time(5), sync: time(0))
    memory.leaveOpen(at: time(5))
    #expect(memory.path(to: time(7.9), sync: time(0)) == .resume(retention: .short))
    #expect(memory.path(to: time(7.9), sync: time(6)) == .fresh(opens: true, retention: .none))
    #expect(memory.path(to: time(4.9), sync: time(0)) == .fresh(opens: false, retention: .long))
    #expect(memory.path(to: time(5.4), sync: nil) == .resume(retention: .none))
    #expect(memory.path(to: time(5.6), sync: nil) == .fresh(opens: true, retention: .none))
    memory.closeDecoder()
    #expect(memory.path(to: time(5.4), sync: time(0)) == .fresh(opens: true, retention: .short))
  }

  /// Two steps back start preparation, one forward ends it.
  @Test func repeatedBackwardSeeksArePrepared() {
    var memory = ScrubStrategy()
    for place in [5.0, 4.5] { memory.note(pausedSeek: time(place), sync: .zero) }
    #expect(!memory.isScrubbingBackward)
    memory.note(pausedSeek: time(4), sync: .zero)
    #expect(memory.isScrubbingBackward)
    memory.notePrefetch(time(3))
    #expect(!memory.mayPrefetch(time(3)) && memory.mayPrefetch(time(2)))
    memory.notePrefetch(time(2))
    memory.notePrefetch(time(1))
    #expect(!memory.mayPrefetch(time(0.5)), "it rests here")
    memory.note(pausedSeek: time(3.5), sync: .zero)
    #expect(memory.mayPrefetch(time(3)))
    memory.note(pausedSeek: time(3.6), sync: .zero)
    #expect(!memory.isScrubbingBackward)
  }
}
