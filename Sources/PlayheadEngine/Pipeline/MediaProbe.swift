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
    _ url: URL, options: RequestOptions = RequestOptions(), isMeasured: Bool = false,
    cancellation: Cancellation = Cancellation()
  ) throws(MediaError) -> MediaInfo {
    let source = try MediaOpener.source(for: url, options: options, from: PlaybackEnvironment.current.sources)
    cancellation.adopt(source)
    var demuxer = try MediaOpener.demuxer(source, url: url)
    var info = demuxer.info
    if isMeasured, !info.statesItsLength {
      do throws(DemuxError) {
        if let end = try demuxer.measure() { info.duration = end }
      } catch {
        throw MediaOpener.explain(error, url: url)
      }
    }
    info.details = demuxer.readDetails()
    return info
  }

  /// Bytes that the resource keeps for whoever asks for them: a cover, a picture of a chapter. nil for a value that is no such.
  package static func bytes(
    of value: MediaTag.Value, in url: URL, options: RequestOptions = RequestOptions()
  ) throws(MediaError) -> [UInt8]? {
    switch value {
    case .stored(let range, _):
      let source = try MediaOpener.source(for: url, options: options, from: PlaybackEnvironment.current.sources)
      return try MediaOpener.bytes(range, of: source, url: url)
    case .picture(let stream, _):
      let source = try MediaOpener.source(for: url, options: options, from: PlaybackEnvironment.current.sources)
      return try MediaOpener.demuxer(source, url: url).attachedPicture(ofStream: stream)
    case .text, .integer, .real, .bytes: return nil
    }
  }
}
