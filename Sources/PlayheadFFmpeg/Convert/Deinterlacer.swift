import CPlayheadFFmpeg
import PlayheadMedia

/// Makes whole pictures of interlaced frames with libavfilter's `bwdif`. Used by one thread.
///
/// Each frame that goes in comes out, in the same order; progressive frames come out unchanged. At double rate each
/// interlaced frame comes out twice: the picture of its first field, then that of its second. A frame comes out when
/// the next one has gone in, because its missing lines are interpolated from both neighbours.
final class Deinterlacer {
  /// The filter.
  private let filter: FrameFilter
  /// Whether interlaced frames come out twice.
  let doublesRate: Bool

  /// Creates the filter for frames like this one; nil if libavfilter or the filter is missing, or does not support the
  /// format. `doublesRate`: whether interlaced frames come out twice.
  init?(_ frame: UnsafeMutablePointer<AVFrame>, doublesRate: Bool) {
    // By the flags of each frame.
    let filters = [("bwdif", "mode=\(doublesRate ? "send_field" : "send_frame"):parity=auto:deint=interlaced")]
    guard let filter = FrameFilter(FrameFilter.Format(frame), filters) else { return nil }
    (self.filter, self.doublesRate) = (filter, doublesRate)
  }

  /// Whether a frame has the format of the filter. Frames of another one need a new deinterlacer.
  func accepts(_ frame: UnsafeMutablePointer<AVFrame>) -> Bool { filter.accepts(FrameFilter.Format(frame)) }

  /// Passes a frame in and takes ownership of it. False if the filter refuses it: it remains the caller's.
  func add(_ frame: UnsafeMutablePointer<AVFrame>) -> Bool { filter.add(frame) }

  /// No frame follows: the last ones come out.
  func finish() { filter.finish() }

  /// The next frame, which the caller must free; nil if another one has to go in first, and after a failure.
  func next() -> UnsafeMutablePointer<AVFrame>? { filter.next() }
}
