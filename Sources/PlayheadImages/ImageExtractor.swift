import CoreMedia
import Foundation
import PlayheadCompositions
import PlayheadItems
import PlayheadMedia
import PlayheadNetworking
import PlayheadPipeline
import Synchronization

/// Extracts images from a resource: at any times, with as few packets decoded as possible, on all cores, at low
/// priority.
///
/// Requests are sorted; each group is processed in one forward pass, by one thread; where a sync sample suffices, it is
/// decoded on its own. The resource is opened for the first image and stays open for the lifetime of the extractor.
///
/// ```
/// requests ─► plan ─► groups ─┬─► worker: read (one at a time) ─► decode ─► images ─┬─► answers, in the caller's order
///                             └─► worker: read                 ─► decode ─► images ─┘
/// ```
package final class ImageExtractor: Sendable {
  /// The URL of the resource: of a package, its playlist.
  package let url: URL
  /// The options of all requests for the resource.
  private let options: RequestOptions
  /// The video track of a container; nil for the preferred one.
  private let track: Int?
  /// The composition whose images are extracted; nil for a resource.
  private let composition: CompositionDescription?
  /// Composes the images of several video tracks; nil: those of one track are extracted.
  private let compositor: (any FrameCompositor)?
  /// The provider of byte sources, from the environment at creation.
  private let sources: any ByteSourceProvider
  /// The control by which a read is interrupted; nil before the resource is opened.
  private let source = Mutex<(any TransferControl)?>(nil)
  /// The file, which one thread at a time uses.
  private let exclusive = ExclusiveFile()

  /// The opened file, passed between workers: one reads while the others decode.
  private final class ExclusiveFile: @unchecked Sendable {
    // Sendable: both are accessed only by the thread that holds `lock`. A `Mutex` would require returned values to be
    // Sendable.
    let lock = NSLock()
    /// The opened container; nil before, and for a playlist.
    var file: FrameFile?
    /// The streams used instead of `file` if the resource is a playlist.
    var stream: StreamImages?
  }

  /// Creates an extractor. The resource is not opened yet.
  package init(
    url: URL, options: RequestOptions = RequestOptions(), track: Int? = nil, composition: CompositionDescription? = nil,
    compositor: (any FrameCompositor)? = nil
  ) {
    self.url = StreamPackage.playlistURL(of: url)
    self.options = options
    self.track = track
    self.composition = composition
    self.compositor = compositor
    sources = PlaybackEnvironment.current.sources
  }

  /// Returns a batch that extracts images on low-priority threads once it is started.
  ///
  /// - Parameter onAnswer: Called on one of these threads when `next()` of the batch may have a new answer. Must return
  ///   quickly.
  package func images(
    at times: [CMTime], request: ImageRequest, onAnswer: @escaping @Sendable () -> Void
  ) -> ImageBatch {
    ImageBatch(self, times: times, request: request, workers: .shared, onAnswer: onAnswer)
  }

  /// Extracts one image on this thread, with all cores and its own priority, and returns it.
  package func image(at time: CMTime, request: ImageRequest) -> ImageOutcome {
    let batch = ImageBatch(self, times: [time], request: request, workers: nil) {}
    while let job = batch.takeJob() { job.run() }
    return batch.next()?.outcome ?? .cancelled
  }

  /// Extracts images on this thread, with its own priority, and passes each answer on in the order of the times.
  ///
  /// - Parameter body: Receives the index of a time and its outcome. An error that it throws ends the extraction.
  package func images<Failure: Error>(
    at times: [CMTime], request: ImageRequest, _ body: (Int, ImageOutcome) throws(Failure) -> Void
  ) throws(Failure) {
    let batch = ImageBatch(self, times: times, request: request, workers: nil) {}
    while let job = batch.takeJob() {
      job.run()
      while let answer = batch.next() { try body(answer.index, answer.outcome) }
    }
  }

  /// The description of the resource. Opens it on this thread unless it is open.
  package func info() throws(MediaError) -> MediaInfo {
    let info = try withFile(for: ImageRequest(), isActive: { true }) { (file) throws(MediaError) in file.info }
    guard let info else { throw MediaError(.cancelled, url: url) }
    return info
  }

  /// The start times of the frames displayed within a range, in order; the first one covers its start. Nil if packets
  /// have no presentation times.
  package func times(in range: Range<CMTime>, request: ImageRequest) throws(MediaError) -> [CMTime]? {
    try withFile(for: request, isActive: { true }) { (file) throws(MediaError) in try file.times(in: range) } ?? nil
  }

  /// Calls `body` with exclusive access to the file; opens it first if necessary. For a stream, the file is the
  /// rendition that suits the request.
  ///
  /// An interrupted read is repeated unless `isActive` reports that the interruption was meant for the caller.
  func withFile<Result>(
    for request: ImageRequest, isActive: () -> Bool, _ body: (FrameFile) throws(MediaError) -> Result
  ) throws(MediaError) -> Result? {
    exclusive.lock.lock()
    defer { exclusive.lock.unlock() }
    while isActive() {
      do throws(MediaError) {
        return try body(try opened(for: request))
      } catch {
        guard error.kind == .cancelled else { throw error }
        source.withLock { $0 }?.resume()
      }
    }
    return nil
  }

  /// The file for a request: opens the resource at the first call. Called with the file's lock held.
  private func opened(for request: ImageRequest) throws(MediaError) -> FrameFile {
    if let file = exclusive.file { return file }
    if let stream = exclusive.stream { return try stream.file(for: request) }
    if composition != nil || compositor != nil { return try openedComposition() }
    let budget = OpeningBudget()
    defer { budget.end() }
    var options = options
    options.opening = budget
    let opening = try MediaOpener.source(for: url, options: options, from: sources)
    let control = ContainerControl(opening)
    source.withLock { $0 = control }
    do throws(MediaError) {
      guard try MediaOpener.isPlaylist(opening, url: url, options: options) else {
        let container = try ContainerSource(
          opening, of: EngineItem(url: url, options: options), control: control)
        let file = try FrameFile(container, url: url, track: track)
        exclusive.file = file
        return file
      }
    } catch {
      source.withLock { $0 = nil }
      throw error
    }
    options.opening = nil
    let stream = StreamImages(url: url, options: options, sources: sources)
    source.withLock { $0 = stream.control }
    exclusive.stream = stream
    return try stream.file(for: request)
  }

  /// The frames of the composition, or those composed of the resource.
  private func openedComposition() throws(MediaError) -> FrameFile {
    let control = CompositionControl()
    source.withLock { $0 = control }
    var description = composition
    if description == nil { description = try .whole(url, options, sources, control) }
    guard let description else { throw MediaError(.noVideoTrack, url: url) }
    let reader = CompositionReader(
      description, url: url, item: nil, compositor: compositor, provider: sources, control: control)
    let file = try FrameFile(reader, url: url, track: track)
    exclusive.file = file
    return file
  }

  /// Interrupts a blocking read. The reader repeats it if it was not meant.
  func interrupt() { source.withLock { $0 }?.cancel() }
}
