import CPlayheadFFmpeg
import PlayheadMedia
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

/// A chain of filters from a source to a sink.
struct FilterChain {
  /// The graph, which its owner frees with `free()`.
  let graph: FilterLibrary.Graph
  /// The filter that receives frames.
  let source: FilterLibrary.Context
  /// The filter that returns frames.
  let sink: FilterLibrary.Context
  /// libavfilter's functions.
  let library: FilterLibrary

  /// Creates and connects filters.
  ///
  /// - Parameters:
  ///   - filters: Names and arguments in the order of processing, with the source first and the sink last.
  ///   - threadCount: The number of threads; 0 for one per core.
  /// - Throws: `FFmpegError` if a filter is missing or refuses its arguments.
  static func make(
    _ library: FilterLibrary, _ filters: [(String, String)], threadCount: Int32 = 0
  ) throws(FFmpegError) -> FilterChain {
    var graph = library.allocateGraph()
    guard let made = graph else { throw FFmpegError(.filter, code: playhead_error_out_of_memory) }
    made.pointee.nb_threads = threadCount
    var contexts: [FilterLibrary.Context] = []
    var code: Int32 = 0
    for (name, arguments) in filters where code >= 0 {
      var context: FilterLibrary.Context?
      code = library.createFilter(&context, library.findFilter(name), name, arguments, nil, made)
      guard code >= 0, let context else { break }
      if let previous = contexts.last { code = library.link(previous, 0, context, 0) }
      contexts.append(context)
    }
    if code >= 0 { code = library.configure(made, nil) }
    guard code >= 0, contexts.count == filters.count, let source = contexts.first, let sink = contexts.last else {
      library.freeGraph(&graph)
      throw FFmpegError(.filter, code: code)
    }
    return FilterChain(graph: made, source: source, sink: sink, library: library)
  }

  /// Frees the graph and its filters, which may not be used any more.
  func free() {
    var graph: FilterLibrary.Graph? = graph
    library.freeGraph(&graph)
  }
}
