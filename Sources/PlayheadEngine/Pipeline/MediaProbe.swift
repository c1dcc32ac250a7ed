import Foundation
import PlayheadFFmpeg
import PlayheadNetworking
import Synchronization

/// Finds out what a resource holds, without playing it. Blocks: call it where waiting is allowed.
package enum MediaProbe {
  /// Ends a probe from another thread.
  package final class Cancellation: Sendable {
    private let state = Mutex<(source: (any ByteSource)?, isCancelled: Bool)>((nil, false))
    package init() {}

    package func cancel() {
      state.withLock {
        $0.isCancelled = true
        $0.source?.cancel()
      }
    }

    fileprivate func adopt(_ source: any ByteSource) {
      state.withLock {
        $0.source = source
        if $0.isCancelled { source.cancel() }
      }
    }
  }

  package static func probe(
    _ url: URL, options: RequestOptions = RequestOptions(), cancellation: Cancellation = Cancellation()
  ) throws(MediaError) -> MediaInfo {
    let source = try MediaOpener.source(for: url, options: options, from: PlaybackEnvironment.current.sources)
    cancellation.adopt(source)
    return try MediaOpener.demuxer(source, url: url).info
  }
}
