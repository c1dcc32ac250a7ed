import Foundation
import PlayheadFFmpeg
import PlayheadNetworking
import Synchronization

/// Finds out what a resource holds, without playing it. Blocks: call it where waiting is allowed.
package enum MediaProbe {
  /// Ends a probe from another thread.
  package final class Cancellation: Sendable {
    private let state = Mutex<(source: (any TransferControl)?, isCancelled: Bool)>((nil, false))
    package init() {}

    package func cancel() {
      state.withLock {
        $0.isCancelled = true
        $0.source?.cancel()
      }
    }

    fileprivate func adopt(_ source: any TransferControl) -> Bool {
      state.withLock {
        $0.source = source
        if $0.isCancelled { source.cancel() }
      }
      return true
    }
  }

  package static func probe(
    _ url: URL, options: RequestOptions = RequestOptions(), cancellation: Cancellation = Cancellation()
  ) throws(MediaError) -> MediaInfo {
    // A probe belongs to no player: it waits in the machine's time.
    let gate = SystemClock().makeGate("probe")
    let source = try MediaOpener.open(
      EngineItem(url: url, options: options), .current, gate: gate, adopt: cancellation.adopt)
    guard let source else { throw MediaError(.cancelled, url: url) }
    return source.info
  }
}
