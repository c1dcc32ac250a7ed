import Foundation
import Synchronization
import Testing

@testable import PlayheadAudio

@Suite struct CallbackWaitTests {
  /// Processor time of this thread, in seconds.
  private var used: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  @Test func returnsAtOnceWithoutCallback() {
    var looks = 0
    CallbackWait.wait {
      looks += 1
      return false
    }
    #expect(looks == 1)
  }

  /// A callback that was preempted: two thousand checks later it still runs. Spinning so often takes microseconds;
  /// sleeping 50 µs between checks takes a tenth of a second, nearly all of it without the processor.
  @Test func yieldsProcessorToCallback() {
    var looks = 0
    let (before, start) = (used, Date.now)
    CallbackWait.wait {
      looks += 1
      return looks < 2_000
    }
    let elapsed = Date.now.timeIntervalSince(start)
    #expect(elapsed >= 0.09)
    #expect(used - before < elapsed / 2)
  }
}
