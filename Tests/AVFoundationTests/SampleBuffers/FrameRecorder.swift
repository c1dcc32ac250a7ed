import CoreMedia
import PlayheadClock
import PlayheadMedia
import PlayheadPipeline
import PlayheadTesting
import Synchronization
import TestSupport

/// A sink that notes the number in each frame and the time of its presentation.
final class FrameRecorder: VideoSink {
  /// A frame that was presented.
  struct Shown: Equatable {
    /// The number in the frame; nil if there is none.
    var number: Int?
    /// Seconds since the recorder was made.
    var seconds: Double
    /// The frame's own time.
    var time: CMTime
  }

  private let clock: ManualClock
  private let start: HostTime
  private let frames = Mutex<[Shown]>([])
  private let clears = Mutex(0)

  init(_ clock: ManualClock) {
    self.clock = clock
    start = clock.now
  }

  var lead: HostDuration { .zero }
  var shown: [Shown] { frames.withLock { $0 } }
  var clearCount: Int { clears.withLock { $0 } }

  func present(_ frame: PresentedFrame) {
    let shown = Shown(
      number: FrameNumber.read(frame.frame), seconds: (clock.now - start).seconds, time: frame.frame.presentationTime)
    frames.withLock { $0.append(shown) }
  }
  func clear() { clears.withLock { $0 += 1 } }
}
