import CPlayheadFFmpeg
import PlayheadNetworking

/// The functions of libavfilter in use. Loaded with the first change of rate, because the library pulls in seventy
/// others.
final class FilterLibrary: Sendable {
  /// A graph of connected filters.
  typealias Graph = UnsafeMutablePointer<AVFilterGraph>
  /// A filter within a graph, which owns it.
  typealias Context = UnsafeMutablePointer<AVFilterContext>

  /// `avfilter_graph_alloc`; nil without memory.
  let allocateGraph: @convention(c) () -> Graph?
  /// `avfilter_graph_free`: frees the graph and its filters.
  let freeGraph: @convention(c) (UnsafeMutablePointer<Graph?>) -> Void
  /// `avfilter_get_by_name`; nil if the library was built without the filter.
  let findFilter: @convention(c) (UnsafePointer<CChar>) -> UnsafePointer<AVFilter>?
  /// `avfilter_graph_create_filter`: creates a filter with a name and arguments in a graph.
  let createFilter:
    @convention(c) (
      UnsafeMutablePointer<Context?>, UnsafePointer<AVFilter>?, UnsafePointer<CChar>, UnsafePointer<CChar>?,
      UnsafeMutableRawPointer?, Graph
    ) -> Int32
  /// `avfilter_link`: connects an output of a filter to an input of another.
  let link: @convention(c) (Context, UInt32, Context, UInt32) -> Int32
  /// `avfilter_graph_config`: checks the connections and negotiates the formats.
  let configure: @convention(c) (Graph, UnsafeMutableRawPointer?) -> Int32
  /// `av_buffersrc_add_frame`: passes a frame to the source; nil ends the stream.
  let addFrame: @convention(c) (Context, UnsafeMutablePointer<AVFrame>?) -> Int32
  /// `av_buffersink_get_frame`: takes the next frame from the sink.
  let getFrame: @convention(c) (Context, UnsafeMutablePointer<AVFrame>) -> Int32

  /// nil if the libavfilter version of the build's headers is not installed.
  static let shared = FilterLibrary(DynamicLibrary("avfilter", version: LIBAVFILTER_VERSION_MAJOR))

  /// nil if the library or one of the functions is missing.
  private init?(_ library: DynamicLibrary?) {
    guard let library,
      let allocateGraph = library.function("avfilter_graph_alloc", as: (@convention(c) () -> Graph?).self),
      let freeGraph = library.function(
        "avfilter_graph_free", as: (@convention(c) (UnsafeMutablePointer<Graph?>) -> Void).self),
      let findFilter = library.function(
        "avfilter_get_by_name", as: (@convention(c) (UnsafePointer<CChar>) -> UnsafePointer<AVFilter>?).self),
      let createFilter = library.function(
        "avfilter_graph_create_filter",
        as: (@convention(c) (
          UnsafeMutablePointer<Context?>, UnsafePointer<AVFilter>?, UnsafePointer<CChar>, UnsafePointer<CChar>?,
          UnsafeMutableRawPointer?, Graph
        ) -> Int32).self),
      let link = library.function(
        "avfilter_link", as: (@convention(c) (Context, UInt32, Context, UInt32) -> Int32).self),
      let configure = library.function(
        "avfilter_graph_config", as: (@convention(c) (Graph, UnsafeMutableRawPointer?) -> Int32).self),
      let addFrame = library.function(
        "av_buffersrc_add_frame", as: (@convention(c) (Context, UnsafeMutablePointer<AVFrame>?) -> Int32).self),
      let getFrame = library.function(
        "av_buffersink_get_frame", as: (@convention(c) (Context, UnsafeMutablePointer<AVFrame>) -> Int32).self)
    else { return nil }
    self.allocateGraph = allocateGraph
    self.freeGraph = freeGraph
    self.findFilter = findFilter
    self.createFilter = createFilter
    self.link = link
    self.configure = configure
    self.addFrame = addFrame
    self.getFrame = getFrame
  }
}
