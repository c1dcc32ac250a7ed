import Foundation
import PlayheadClock
import PlayheadFFmpeg
import PlayheadItems
import PlayheadMedia
import PlayheadNetworking
import PlayheadPipeline
import Synchronization

/// Inspects a resource without playing it. Blocks: call it where waiting is allowed.
package enum MediaProbe {
  /// Cancels a probe from another thread.
  package final class Cancellation: Sendable {
    /// The source to cancel, once there is one, and whether `cancel` was called.
    private let state = Mutex<(source: (any TransferControl)?, isCancelled: Bool)>((nil, false))
    /// Creates a cancellation for one probe.
    package init() {}

    /// Ends the reads of the probe, which then throws.
    ///
    /// May be called before the probe begins, and more than once.
    package func cancel() {
      state.withLock {
        $0.isCancelled = true
        $0.source?.cancel()
      }
    }

    /// Takes the source whose reads `cancel` ends. A source that arrives after `cancel` is cancelled at once.
    fileprivate func adopt(_ source: any TransferControl) -> Bool {
      state.withLock {
        $0.source = source
        if $0.isCancelled { source.cancel() }
      }
      return true
    }
  }

  /// Returns the description of a resource. `isMeasured`: whether a file without a stated duration is read to its end.
  /// `environment` provides the bytes.
  ///
  /// - Throws: `MediaError`; a file without media but with tags is described by its tags instead.
  package static func probe(
    _ url: URL, options: RequestOptions = RequestOptions(), isMeasured: Bool = false,
    cancellation: Cancellation = Cancellation(), environment: PlaybackEnvironment = .current
  ) throws(MediaError) -> MediaInfo {
    // A probe belongs to no player: it waits in host time.
    let gate = SystemClock().makeGate("probe")
    let budget = OpeningBudget()
    do throws(MediaError) {
      let source = try ItemOpener().open(
        EngineItem(url: url, options: options, isMeasured: isMeasured), environment, gate: gate, budget: budget,
        adopt: cancellation.adopt)
      guard let source else { throw MediaError(.cancelled, url: url) }
      return try source.describe()
    } catch {
      guard let info = tagsOnly(url, options, error, cancellation, environment) else { throw error }
      return info
    }
  }

  /// The tags of a file without media; nil for every other failure.
  private static func tagsOnly(
    _ url: URL, _ options: RequestOptions, _ error: MediaError, _ cancellation: Cancellation,
    _ environment: PlaybackEnvironment
  ) -> MediaInfo? {
    guard error.kind == .notMedia || error.kind == .damaged else { return nil }
    // The first failure is the one reported.
    guard let source = try? MediaOpener.source(for: url, options: options, from: environment.sources),
      cancellation.adopt(source), (try? source.prepare()) != nil
    else { return nil }
    return MediaInfo(tagsOf: source)
  }

  /// Bytes stored in the resource, such as a cover or the image of a chapter; nil for any other value.
  ///
  /// - Throws: `MediaError` if the resource cannot be opened or read, or the value is too large.
  package static func bytes(
    of value: MediaTag.Value, in url: URL, options: RequestOptions = RequestOptions()
  ) throws(MediaError) -> [UInt8]? {
    switch value {
    case .stored(let range, _):
      let source = try MediaOpener.source(for: url, options: options, from: PlaybackEnvironment.current.sources)
      return try MediaOpener.bytes(range, of: source, url: url)
    case .attachedPicture(let stream, _):
      let source = try MediaOpener.source(for: url, options: options, from: PlaybackEnvironment.current.sources)
      return try MediaOpener.demuxer(source, url: url, options: options).attachedPicture(ofStream: stream)
    case .text, .integer, .real, .bytes: return nil
    }
  }
}
