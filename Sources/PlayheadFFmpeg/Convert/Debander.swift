import CPlayheadFFmpeg
import PlayheadMedia

/// Smooths the bands in gradients of frames, each on its own. Used by one thread.
///
/// Each frame that goes in comes out at once, with its properties, and unchanged if its format is not debanded.
final class Debander {
  /// The filter for the newest format; nil if there is none.
  private var filter: FrameFilter?
  /// The newest format; nil before the first frame.
  private var format: FrameFilter.Format?
  /// The number of the pixel format that the filter receives.
  private var input: Int32 = -1

  /// Creates a debander without a filter.
  init() {}

  /// Whether the last frame was filtered.
  var isActive: Bool { filter != nil }

  /// Returns a debanded frame, or the frame itself. Takes ownership of the frame; the caller owns the result.
  func debanded(_ frame: UnsafeMutablePointer<AVFrame>) -> UnsafeMutablePointer<AVFrame> {
    let format = FrameFilter.Format(frame)
    if format != self.format { prepare(for: format) }
    guard let filter, let copy = av_frame_clone(frame) else { return frame }
    copy.pointee.format = input
    // Otherwise libavfilter might convert the samples to another range.
    copy.pointee.color_range = AVCOL_RANGE_UNSPECIFIED
    copy.pointee.colorspace = AVCOL_SPC_UNSPECIFIED
    guard filter.add(copy) else {
      freeFrame(copy)
      self.filter = nil
      return frame
    }
    guard let output = filter.next() else { return frame }
    output.pointee.color_range = frame.pointee.color_range
    output.pointee.colorspace = frame.pointee.colorspace
    if input != format.pixelFormat { output.pointee.format = format.pixelFormat }
    freeFrame(frame)
    return output
  }

  /// Creates the filter for a format.
  private func prepare(for format: FrameFilter.Format) {
    self.format = format
    filter = nil
    guard let plan = DebandingPlan(for: PixelFormat(AVPixelFormat(format.pixelFormat))) else { return }
    input = av_get_pix_fmt(plan.input).rawValue
    var received = format
    received.pixelFormat = input
    filter = FrameFilter(received, plan.filters)
  }
}
