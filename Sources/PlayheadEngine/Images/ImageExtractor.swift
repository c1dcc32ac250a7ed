import CoreMedia
import Foundation
import PlayheadFFmpeg
import PlayheadNetworking
import Synchronization

/// Takes pictures out of a resource: at any times, as few packets decoded as can be, on all cores, at low priority.
///
/// Requests are sorted; each group of pictures is walked through once, by one thread; where a sync sample will do it is decoded
/// alone. The resource is opened when the first picture is wanted and stays open as long as the extractor lives.
///
/// ```
/// requests ─► plan ─► groups ─┬─► worker: read (one at a time) ─► decode ─► images ─┬─► answers, in the caller's order
///                             └─► worker: read                 ─► decode ─► images ─┘
/// ```
package final class ImageExtractor: Sendable {
  package let url: URL
  private let options: RequestOptions
  /// The video track of a container; nil: the one that it prefers.
  private let track: Int?
  private let sources: any ByteSourceProvider
  private let source = Mutex<(any TransferControl)?>(nil)
  private let turn = Turn()

  /// The opened file goes from worker to worker: one reads while the others decode.
  private final class Turn: @unchecked Sendable {
    // Sendable: both are touched only by the thread that holds `lock`. A `Mutex` would want what leaves it to be Sendable.
    let lock = NSLock()
    var file: FrameFile?
    /// What it is instead, where a playlist describes it.
    var stream: StreamImages?
  }

  package init(url: URL, options: RequestOptions = RequestOptions(), track: Int? = nil) {
    self.url = StreamPackage.entrance(of: url)
    self.options = options
    self.track = track
    sources = PlaybackEnvironment.current.sources
  }

  /// Pictures that will be taken, on threads of low priority, once the batch is started.
  ///
  /// - Parameter onNews: Called on one of these threads when `next()` of the batch has something new to give. Returns quickly.
  package func pictures(
    at times: [CMTime], wish: ImageRequest, onNews: @escaping @Sendable () -> Void
  ) -> ImageBatch {
    ImageBatch(self, times: times, wish: wish, workers: .shared, onNews: onNews)
  }

  /// Takes one picture on this thread, with all cores and its own priority, and returns it.
  package func picture(at time: CMTime, wish: ImageRequest) -> ImageOutcome {
    let batch = ImageBatch(self, times: [time], wish: wish, workers: nil) {}
    while let piece = batch.takePiece() { piece.run() }
    return batch.next()?.outcome ?? .cancelled
  }

  /// What the resource holds. Opens it on this thread if that has not been done.
  package func info() throws(MediaError) -> MediaInfo {
    let info = try withFile(for: ImageRequest(), isWanted: { true }) { (file) throws(MediaError) in file.info }
    guard let info else { throw MediaError(.cancelled, url: url) }
    return info
  }

  /// When the frames begin that are seen within a range, in order; the first one covers the beginning. nil where packets have no times
  /// to tell it.
  package func times(in range: Range<CMTime>, wish: ImageRequest) throws(MediaError) -> [CMTime]? {
    try withFile(for: wish, isWanted: { true }) { (file) throws(MediaError) in try file.times(in: range) } ?? nil
  }

  /// Lets the caller use the file, alone, once nobody else does; opens it if that has not been done. Of a stream it is the rendition
  /// that suits a wish.
  ///
  /// A read that somebody cut short begins again, unless `isWanted` says that it was the caller's.
  func withFile<Result>(
    for wish: ImageRequest, isWanted: () -> Bool, _ body: (FrameFile) throws(MediaError) -> Result
  ) throws(MediaError) -> Result? {
    turn.lock.lock()
    defer { turn.lock.unlock() }
    while isWanted() {
      do throws(MediaError) {
        return try body(try opened(for: wish))
      } catch {
        guard error.kind == .cancelled else { throw error }
        source.withLock { $0 }?.resume()
      }
    }
    return nil
  }

  private func opened(for wish: ImageRequest) throws(MediaError) -> FrameFile {
    if let file = turn.file { return file }
    if let stream = turn.stream { return try stream.file(for: wish) }
    let budget = OpeningBudget()
    defer { budget.end() }
    var options = options
    options.opening = budget
    let opening = try MediaOpener.source(for: url, options: options, from: sources)
    source.withLock { $0 = opening }
    do throws(MediaError) {
      guard try MediaOpener.isPlaylist(opening, url: url, options: options) else {
        let container = try ContainerSource(opening, of: EngineItem(url: url, options: options))
        let file = try FrameFile(container, url: url, track: track)
        turn.file = file
        return file
      }
    } catch {
      source.withLock { $0 = nil }
      throw error
    }
    options.opening = nil
    let stream = StreamImages(url: url, options: options, sources: sources)
    source.withLock { $0 = stream.control }
    turn.stream = stream
    return try stream.file(for: wish)
  }

  /// Ends a read that blocks. Whoever reads begins again, if it was not meant.
  func interrupt() { source.withLock { $0 }?.cancel() }
}
