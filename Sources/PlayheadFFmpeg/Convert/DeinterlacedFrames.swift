import CPlayheadFFmpeg
import CoreMedia

/// The frames of a decoder on their way through the deinterlacer: in one order, and each with its times.
///
/// A deinterlacer is made for the first interlaced frame, and for further ones of another size. From then on all frames
/// pass it; before, and where it is not available, frames pass unchanged. Used by one thread.
final class DeinterlacedFrames {
  /// A decoded frame with its times.
  struct TimedFrame {
    /// The frame, owned by whoever has this value.
    var frame: UnsafeMutablePointer<AVFrame>
    /// The presentation time.
    var time: CMTime
    /// The duration.
    var duration: CMTime
  }

  /// The deinterlacer; nil before the first interlaced frame.
  private var deinterlacer: Deinterlacer?
  /// Whether no deinterlacer can be made for the frames.
  private var isUnavailable = false
  /// The times of the frames inside the deinterlacer, oldest first.
  private var times: [(time: CMTime, duration: CMTime)] = []
  /// The frames that came out and were not taken, oldest first.
  private var ready: [TimedFrame] = []

  /// Creates the empty path.
  init() {}

  deinit { Self.free(ready) }

  /// Whether frames are deinterlaced.
  var isActive: Bool { deinterlacer != nil }

  /// Adds a frame and takes ownership of it. `deinterlaces`: whether interlaced frames are deinterlaced.
  func add(_ added: TimedFrame, deinterlaces: Bool) {
    let isInterlaced = deinterlaces && playhead_frame_is_interlaced(added.frame) != 0
    if let deinterlacer, !deinterlacer.accepts(added.frame) { finish() }
    if deinterlacer == nil, isInterlaced, !isUnavailable {
      deinterlacer = Deinterlacer(added.frame)
      isUnavailable = deinterlacer == nil
    }
    guard let deinterlacer else { return ready.append(added) }
    guard deinterlacer.add(added.frame) else {
      finish()
      isUnavailable = true
      return ready.append(added)
    }
    times.append((added.time, added.duration))
    takeAll(deinterlacer)
  }

  /// No frame follows: those inside come out.
  func finish() {
    guard let deinterlacer else { return }
    deinterlacer.finish()
    takeAll(deinterlacer)
    self.deinterlacer = nil
    times = []
  }

  /// Takes the next frame, which the caller then owns; nil if there is none.
  func next() -> TimedFrame? { ready.isEmpty ? nil : ready.removeFirst() }

  /// Discards all frames: decoding continues at another position.
  func reset() {
    Self.free(ready)
    (deinterlacer, isUnavailable, times, ready) = (nil, false, [], [])
  }

  /// Takes all frames that have come out. There is one for each that went in, in the same order.
  private func takeAll(_ deinterlacer: Deinterlacer) {
    while !times.isEmpty, let frame = deinterlacer.next() {
      let (time, duration) = times.removeFirst()
      ready.append(TimedFrame(frame: frame, time: time, duration: duration))
    }
  }

  private static func free(_ frames: [TimedFrame]) {
    for timed in frames {
      var frame: UnsafeMutablePointer<AVFrame>? = timed.frame
      av_frame_free(&frame)
    }
  }
}
