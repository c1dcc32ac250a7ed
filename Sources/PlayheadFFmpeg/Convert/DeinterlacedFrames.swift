import CPlayheadFFmpeg
import CoreMedia
import PlayheadMedia

/// The frames of a decoder on their way through the deinterlacer: in one order, and each with its times.
///
/// A deinterlacer is made for the first interlaced frame, and for further ones of another size. From then on all frames
/// pass it; before, and where it is not available, frames pass unchanged. Used by one thread.
///
/// At double rate an interlaced frame depends on the frames before and after it only, so that it is the same wherever
/// decoding began: a new deinterlacer receives the frame before first, whose output is dropped.
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

  /// The properties of a frame inside the deinterlacer.
  private struct EnteredFrame {
    /// The presentation time.
    var time: CMTime
    /// The duration.
    var duration: CMTime
    /// Whether the decoder has flagged the frame as interlaced.
    var isInterlaced: Bool
    /// Whether the output is dropped, because the frame has come out before.
    var isContext = false
    /// Whether the picture of the first field has come out.
    var hasFirstField = false
  }

  /// The deinterlacer; nil before the first interlaced frame.
  private var deinterlacer: Deinterlacer?
  /// Whether no deinterlacer can be made for the frames.
  private var isUnavailable = false
  /// The frames inside the deinterlacer, oldest first.
  private var entered: [EnteredFrame] = []
  /// The presentation time of the newest frame that has left the deinterlacer; nil if there is none.
  private var previousTime: CMTime?
  /// A reference to the newest frame that passed unchanged at double rate; nil if there is none.
  private var previous: UnsafeMutablePointer<AVFrame>?
  /// The frames that came out and were not taken, oldest first.
  private var ready: [TimedFrame] = []
  /// The value of `hasInterlacedFrames`.
  private var hasSeenInterlacedFrame = false

  /// Creates the empty path.
  init() {}

  deinit { reset() }

  /// Whether frames are deinterlaced.
  var isActive: Bool { deinterlacer != nil }

  /// Whether any frame so far was interlaced, also before a reset. Computed, because Swift 6.0 fails to compile the
  /// access of a noncopyable value to a stored property.
  var hasInterlacedFrames: Bool { hasSeenInterlacedFrame }

  /// Adds a frame and takes ownership of it. `mode`: what is done about interlaced frames.
  func add(_ added: TimedFrame, _ mode: VideoFilterSettings.Deinterlacing) {
    let isInterlaced = playhead_frame_is_interlaced(added.frame) != 0
    let doublesRate = mode == .doubleRate
    if isInterlaced { hasSeenInterlacedFrame = true }
    if let deinterlacer, !deinterlacer.accepts(added.frame) || deinterlacer.doublesRate != doublesRate {
      finish(before: added.time)
    }
    if deinterlacer == nil, isInterlaced, mode != .off, !isUnavailable {
      begin(added.frame, doublesRate: doublesRate)
    }
    replacePrevious(by: doublesRate && deinterlacer == nil ? added.frame : nil)
    guard let deinterlacer else { return ready.append(added) }
    // The filter leaves interlaced frames beside those with a repeated field as they are, which its state decides.
    if doublesRate { added.frame.pointee.repeat_pict = 0 }
    guard deinterlacer.add(added.frame) else {
      finish()
      isUnavailable = true
      return ready.append(added)
    }
    entered.append(EnteredFrame(time: added.time, duration: added.duration, isInterlaced: isInterlaced))
    takeAll(deinterlacer)
  }

  /// No frame follows, or one that begins at a time and does not pass this deinterlacer: those inside come out.
  func finish(before next: CMTime? = nil) {
    guard let deinterlacer else { return }
    deinterlacer.finish()
    takeAll(deinterlacer, next: next)
    self.deinterlacer = nil
    entered = []
  }

  /// Takes the next frame, which the caller then owns; nil if there is none.
  func next() -> TimedFrame? { ready.isEmpty ? nil : ready.removeFirst() }

  /// Discards all frames: decoding continues at another position.
  func reset() {
    for timed in ready { freeFrame(timed.frame) }
    replacePrevious(by: nil)
    (deinterlacer, isUnavailable, entered, ready, previousTime) = (nil, false, [], [], nil)
  }

  /// Makes the deinterlacer for a frame, if it is available.
  private func begin(_ frame: UnsafeMutablePointer<AVFrame>, doublesRate: Bool) {
    deinterlacer = Deinterlacer(frame, doublesRate: doublesRate)
    isUnavailable = deinterlacer == nil
    guard let deinterlacer, let previous, deinterlacer.accepts(previous) else { return }
    // The filter interpolates the first interlaced frame without its neighbours, so that it must not be a shown one.
    playhead_frame_set_interlaced(previous)
    guard deinterlacer.add(previous) else { return }
    self.previous = nil
    entered = [EnteredFrame(time: .invalid, duration: .invalid, isInterlaced: true, isContext: true)]
  }

  /// Retains a reference to a frame instead of the one before; nil: none.
  private func replacePrevious(by frame: UnsafeMutablePointer<AVFrame>?) {
    freeFrame(previous)
    previous = frame.flatMap { av_frame_clone($0) }
    previous?.pointee.repeat_pict = 0
  }

  /// Takes all frames that have come out, in the order in which they went in. `next`: the time of the frame after those
  /// inside; nil if unknown.
  private func takeAll(_ deinterlacer: Deinterlacer, next: CMTime? = nil) {
    while let oldest = entered.first, let frame = deinterlacer.next() {
      // The filter removes the flag of the frames that it deinterlaces.
      let isField = deinterlacer.doublesRate && oldest.isInterlaced && playhead_frame_is_interlaced(frame) == 0
      let following = entered.count > 1 ? entered[1].time : next
      let before = previousTime
      if isField, !oldest.hasFirstField {
        entered[0].hasFirstField = true
      } else {
        entered.removeFirst()
        previousTime = oldest.time
      }
      guard !oldest.isContext else {
        freeFrame(frame)
        continue
      }
      guard isField else {
        ready.append(TimedFrame(frame: frame, time: oldest.time, duration: oldest.duration))
        continue
      }
      let times = FieldTimes(time: oldest.time, duration: oldest.duration, previous: before, next: following)
      let time = oldest.hasFirstField ? times.second : times.first
      ready.append(TimedFrame(frame: frame, time: time, duration: times.duration))
    }
  }
}
