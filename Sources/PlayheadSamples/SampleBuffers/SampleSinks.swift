import PlayheadPipeline
import Synchronization

/// The sinks of a renderer of video samples. Any thread.
final class SampleSinks: Sendable {
  private let sinks = Mutex<[AttachedSink]>([])

  /// The sinks in the order in which they were added.
  var all: [AttachedSink] { sinks.withLock { $0 } }

  /// Adds a sink.
  func add(_ sink: any VideoSink) { sinks.withLock { $0.append(AttachedSink(sink)) } }

  /// Removes a sink. It receives no frame after this has returned.
  func remove(_ sink: any VideoSink) {
    let removed = sinks.withLock { sinks -> AttachedSink? in
      sinks.firstIndex { $0.sink === sink }.map { sinks.remove(at: $0) }
    }
    removed?.close()
  }
}
