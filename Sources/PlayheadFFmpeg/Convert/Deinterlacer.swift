import CPlayheadFFmpeg
import PlayheadMedia

/// Makes whole pictures of interlaced frames with libavfilter's `bwdif`. Used by one thread.
///
/// Each frame that goes in comes out, in the same order and with its times; progressive frames come out unchanged. A
/// frame comes out when the next one has gone in, because its missing lines are interpolated from both neighbours.
final class Deinterlacer {
  /// The filters, freed by this object.
  private let chain: FilterChain
  /// The format of the frames for which the filters were made.
  private let format: Format
  /// The number of frames that went in, which are their timestamps inside.
  private var frameIndex: Int64 = 0

  /// The values of frames that the filters depend on.
  private struct Format: Equatable {
    var width: Int32
    var height: Int32
    var pixelFormat: Int32

    init(_ frame: UnsafeMutablePointer<AVFrame>) {
      (width, height, pixelFormat) = (frame.pointee.width, frame.pointee.height, frame.pointee.format)
    }
  }

  /// The unit of the timestamps, which the filters do not interpret: the index of a frame.
  private static let timeBase = "1/1000"

  /// Creates the filters for frames like this one; nil if libavfilter or the filter is missing, or does not support the
  /// format.
  init?(_ frame: UnsafeMutablePointer<AVFrame>) {
    guard let library = FilterLibrary.shared else { return nil }
    let format = Format(frame)
    let input =
      "video_size=\(format.width)x\(format.height):pix_fmt=\(format.pixelFormat):time_base=\(Self.timeBase)"
      + ":pixel_aspect=0/1"
    // One frame for each frame, by the flags of each frame.
    let filters = [("buffer", input), ("bwdif", "mode=send_frame:parity=auto:deint=interlaced"), ("buffersink", "")]
    guard let chain = try? FilterChain.make(library, filters) else { return nil }
    (self.chain, self.format) = (chain, format)
  }

  deinit { chain.free() }

  /// Whether a frame has the format of the filters. Frames of another one need a new deinterlacer.
  func accepts(_ frame: UnsafeMutablePointer<AVFrame>) -> Bool { Format(frame) == format }

  /// Passes a frame in and takes ownership of it. False if the filter refuses it: it remains the caller's.
  func add(_ frame: UnsafeMutablePointer<AVFrame>) -> Bool {
    frame.pointee.pts = frameIndex
    guard chain.library.addFrame(chain.source, frame) >= 0 else { return false }
    frameIndex += 1
    var emptied: UnsafeMutablePointer<AVFrame>? = frame
    av_frame_free(&emptied)
    return true
  }

  /// No frame follows: the last ones come out.
  func finish() { _ = chain.library.addFrame(chain.source, nil) }

  /// The next frame, which the caller must free; nil if another one has to go in first, and after a failure.
  func next() -> UnsafeMutablePointer<AVFrame>? {
    guard let frame = av_frame_alloc() else { return nil }
    if chain.library.getFrame(chain.sink, frame) >= 0 { return frame }
    var unused: UnsafeMutablePointer<AVFrame>? = frame
    av_frame_free(&unused)
    return nil
  }
}
