import CPlayheadFFmpeg
import PlayheadMedia

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
