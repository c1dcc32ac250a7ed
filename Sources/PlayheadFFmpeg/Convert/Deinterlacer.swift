import CPlayheadFFmpeg
import PlayheadMedia

/// Makes whole pictures of interlaced frames with libavfilter's `bwdif`. Used by one thread.
///
/// Each frame that goes in comes out, in the same order and with its times; progressive frames come out unchanged. A
/// frame comes out when the next one has gone in, because its missing lines are interpolated from both neighbours.
final class Deinterlacer {
  /// libavfilter's functions.
  private let library: FilterLibrary
  /// The graph, freed by this object, with its source and its sink.
  private let graph: FilterLibrary.Graph
  private let source: FilterLibrary.Context
  private let sink: FilterLibrary.Context
  /// The format of the frames for which the graph was made.
  private let format: Format
  /// The number of frames that went in, which are their timestamps inside.
  private var frameIndex: Int64 = 0

  /// The values of frames that the graph depends on.
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
    guard let library = FilterLibrary.shared, library.findFilter("bwdif") != nil,
      let graph = library.allocateGraph()
    else { return nil }
    let format = Format(frame)
    let input =
      "video_size=\(format.width)x\(format.height):pix_fmt=\(format.pixelFormat):time_base=\(Self.timeBase)"
      + ":pixel_aspect=0/1"
    // One frame for each frame, by the flags of each frame.
    let stages = [("buffer", input), ("bwdif", "mode=send_frame:parity=auto:deint=interlaced"), ("buffersink", "")]
    var contexts: [FilterLibrary.Context] = []
    var code: Int32 = 0
    for (name, arguments) in stages where code >= 0 {
      var context: FilterLibrary.Context?
      code = library.createFilter(&context, library.findFilter(name), name, arguments, nil, graph)
      guard code >= 0, let context else { break }
      if let previous = contexts.last { code = library.link(previous, 0, context, 0) }
      contexts.append(context)
    }
    guard code >= 0, contexts.count == stages.count, library.configure(graph, nil) >= 0 else {
      var unused: FilterLibrary.Graph? = graph
      library.freeGraph(&unused)
      return nil
    }
    (self.library, self.graph, self.format) = (library, graph, format)
    (source, sink) = (contexts[0], contexts[2])
  }

  deinit {
    var unused: FilterLibrary.Graph? = graph
    library.freeGraph(&unused)
  }

  /// Whether a frame has the format of the graph. Frames of another one need a new deinterlacer.
  func accepts(_ frame: UnsafeMutablePointer<AVFrame>) -> Bool { Format(frame) == format }

  /// Passes a frame in and takes ownership of it. False if the filter refuses it: it remains the caller's.
  func add(_ frame: UnsafeMutablePointer<AVFrame>) -> Bool {
    frame.pointee.pts = frameIndex
    guard library.addFrame(source, frame) >= 0 else { return false }
    frameIndex += 1
    var emptied: UnsafeMutablePointer<AVFrame>? = frame
    av_frame_free(&emptied)
    return true
  }

  /// No frame follows: the last ones come out.
  func finish() { _ = library.addFrame(source, nil) }

  /// The next frame, which the caller must free; nil if another one has to go in first, and after a failure.
  func next() -> UnsafeMutablePointer<AVFrame>? {
    guard let frame = av_frame_alloc() else { return nil }
    if library.getFrame(sink, frame) >= 0 { return frame }
    var unused: UnsafeMutablePointer<AVFrame>? = frame
    av_frame_free(&unused)
    return nil
  }
}
