import CPlayheadFFmpeg
import PlayheadMedia

/// A chain of libavfilter's video filters for frames of one size and pixel format. Used by one thread.
final class FrameFilter {
  /// The values of frames that the filters depend on.
  struct Format: Equatable {
    /// The width in samples.
    var width: Int32
    /// The height in samples.
    var height: Int32
    /// libavutil's number of the pixel format.
    var pixelFormat: Int32

    /// The format of a frame.
    init(_ frame: UnsafeMutablePointer<AVFrame>) {
      (width, height, pixelFormat) = (frame.pointee.width, frame.pointee.height, frame.pointee.format)
    }
  }

  /// The filters, freed by this object.
  private let chain: FilterChain
  /// The format of the frames for which the filters were made.
  private let format: Format
  /// The number of frames that went in, which are their timestamps inside.
  private var frameIndex: Int64 = 0

  /// The unit of the timestamps, which the filters do not interpret: the index of a frame.
  private static let timeBase = "1/1000"

  /// Creates the filters; nil if libavfilter or a filter is missing, or does not support the format.
  ///
  /// - Parameters:
  ///   - format: The format of the frames.
  ///   - filters: Names and arguments of the filters in the order of processing.
  init?(_ format: Format, _ filters: [(String, String)]) {
    guard let library = FilterLibrary.shared else { return nil }
    let input =
      "video_size=\(format.width)x\(format.height):pix_fmt=\(format.pixelFormat):time_base=\(Self.timeBase)"
      + ":pixel_aspect=0/1"
    guard let chain = try? FilterChain.make(library, [("buffer", input)] + filters + [("buffersink", "")]) else {
      return nil
    }
    (self.chain, self.format) = (chain, format)
  }

  deinit { chain.free() }

  /// Whether frames have the format of the filters. Frames of another one need new filters.
  func accepts(_ format: Format) -> Bool { format == self.format }

  /// Passes a frame in and takes ownership of it. False if the filters refuse it: it remains the caller's.
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
