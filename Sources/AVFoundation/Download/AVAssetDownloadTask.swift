import CoreMedia
import Foundation
import PlayheadBasics
import PlayheadHLS
import PlayheadItems
import PlayheadMedia
import PlayheadStreaming

/// The minimum bit rate of the downloaded variant in bits per second, a number: the lowest variant at or above it is
/// selected, or else the one with the highest bit rate.
public let AVAssetDownloadTaskMinimumRequiredMediaBitrateKey = "AVAssetDownloadTaskMinimumRequiredMediaBitrateKey"

/// The minimum frame size of the downloaded variant, in pixels: a `CGSize` or a value of one.
public let AVAssetDownloadTaskMinimumRequiredPresentationSizeKey =
  "AVAssetDownloadTaskMinimumRequiredPresentationSizeKey"

/// The audio and text renditions to download: an `AVMediaSelection` of the asset. Without it, the default audio
/// rendition.
public let AVAssetDownloadTaskMediaSelectionKey = "AVAssetDownloadTaskMediaSelectionKey"

/// A download task. It starts with `resume()`.
///
/// ```
///   suspended ──resume──► running ──► completed
///       ▲                   │             ▲
///       └─────suspend───────┘──cancel──► canceling
/// ```
open class AVAssetDownloadTask: NSObject, @unchecked Sendable {
  // Sendable: constants; mutable state is behind a lock.

  /// The state of a task.
  public enum State: Int, Sendable {
    /// Data is being downloaded.
    case running = 0
    /// Not started, or suspended.
    case suspended = 1
    /// Cancelled; requests in progress are ending.
    case canceling = 2
    /// Finished, failed or cancelled.
    case completed = 3
  }

  /// The changing values of a task.
  private struct Progressing {
    /// The state of the task.
    var state = State.suspended
    /// The downloaded time ranges, in order.
    var loaded: [CMTimeRange] = []
    /// The time range of the complete download; invalid until the playlist has been read.
    var expected = CMTimeRange.invalid
    /// The number of bytes received by this task.
    var bytes: Int64 = 0
    /// The error that ended the task early; otherwise nil.
    var error: (any Error)?
    /// The client's description.
    var description: String?
  }

  /// The asset to download.
  open var urlAsset: AVURLAsset { storedUrlAsset }
  /// The value of `urlAsset`.
  private let storedUrlAsset: AVURLAsset
  /// The options that the task was created with.
  open var options: [String: Any]? { storedOptions }
  /// The value of `options`.
  private let storedOptions: [String: Any]?
  /// Identifies the task within its session.
  open var taskIdentifier: Int { storedTaskIdentifier }
  /// The value of `taskIdentifier`.
  private let storedTaskIdentifier: Int
  /// The progress, in thousandths of the duration.
  open var progress: Progress { storedProgress }
  /// The value of `progress`.
  private let storedProgress = Progress(totalUnitCount: 1000)
  /// The location of the download.
  open var destinationURL: URL { storedDestinationURL }
  /// The value of `destinationURL`.
  private let storedDestinationURL: URL
  /// The session, which calls the delegate and retains the task until it has ended.
  private let session: AVAssetDownloadURLSession
  /// The artwork to store in the folder; nil for none.
  private let artwork: Data?
  /// Guards `stored`. Not held while the delegate is called.
  private let lock = NSLock()
  /// The changing values.
  private var stored = Progressing()
  /// The download itself; set once during initialization, because its events refer to the task.
  private var download: StreamDownload?

  init(
    session: AVAssetDownloadURLSession, identifier: Int, asset: AVURLAsset, title: String, folder: URL, artwork: Data?,
    options: [String: Any]?, preferences: StreamDownload.Preferences
  ) {
    storedUrlAsset = asset
    storedOptions = options
    self.session = session
    self.artwork = artwork
    storedTaskIdentifier = identifier
    storedDestinationURL = folder
    super.init()
    download = StreamDownload(
      asset.url, options: asset.assetLoader.options, to: folder, title: title, preferences: preferences
    ) { [weak self] event in self?.handle(event) }
  }

  // MARK: Control

  /// Starts or resumes the download.
  open func resume() {
    let mayGo = lock.withLock { () -> Bool in
      guard stored.state == .suspended, taskIdentifier > 0 else { return false }
      stored.state = .running
      return true
    }
    if mayGo {
      download?.resume()
    } else if taskIdentifier == 0 {
      complete(MediaError(.cancelled, url: urlAsset.url))
    }
  }

  /// Suspends the download. Requests in progress complete.
  open func suspend() {
    let mayPause = lock.withLock { () -> Bool in
      guard stored.state == .running else { return false }
      stored.state = .suspended
      return true
    }
    if mayPause { download?.suspend() }
  }

  /// Cancels the download. Downloaded data remains, and a new task resumes from it.
  open func cancel() {
    let mayEnd = lock.withLock { () -> Bool in
      guard stored.state == .running || stored.state == .suspended else { return false }
      stored.state = .canceling
      return true
    }
    if mayEnd { download?.cancel() }
  }

  // MARK: Status

  /// The state of the task.
  open var state: State { lock.withLock { stored.state } }
  /// The downloaded time ranges, as values of `CMTimeRange`.
  open var loadedTimeRanges: [NSValue] { lock.withLock { stored.loaded }.map { NSValue(timeRange: $0) } }
  /// The number of bytes that this task received.
  open var countOfBytesReceived: Int64 { lock.withLock { stored.bytes } }
  /// The error that ended the task early; otherwise nil.
  open var error: (any Error)? { lock.withLock { stored.error } }
  /// A description for the client's own use.
  open var taskDescription: String? {
    get { lock.withLock { stored.description } }
    set { lock.withLock { stored.description = newValue } }
  }

  // MARK: Events, on the download's thread

  /// Handles an event of the download, on its thread.
  private func handle(_ event: StreamDownload.Event) {
    switch event {
    case .began(let variant, let duration):
      let variants = variant.map { [AVAssetVariant($0)] } ?? []
      lock.withLock { stored.expected = CMTimeRange(start: .zero, duration: duration) }
      if let artwork { try? artwork.write(to: destinationURL.appendingPathComponent("artwork"), options: .atomic) }
      session.callDelegate { [self] delegate in
        delegate.urlSession(session, assetDownloadTask: self, willDownloadTo: destinationURL)
        if !variants.isEmpty {
          delegate.urlSession(session, assetDownloadTask: self, willDownloadVariants: variants)
        }
      }
    case .loaded(let range, let all, let bytes):
      let expected = lock.withLock { () -> CMTimeRange in
        stored.loaded = all
        stored.bytes = bytes
        return stored.expected
      }
      let seconds = all.reduce(0) { $0 + $1.duration.seconds }
      progress.completedUnitCount = Int64(
        saturating: 1000 * min(1, seconds / max(expected.duration.seconds, .ulpOfOne)))
      session.callDelegate { [self] delegate in
        delegate.urlSession(
          session, assetDownloadTask: self, didLoad: range,
          totalTimeRangesLoaded: all.map { NSValue(timeRange: $0) }, timeRangeExpectedToLoad: expected)
      }
    case .finished:
      progress.completedUnitCount = 1000
      complete(nil)
    case .failed(let error): complete(error)
    }
  }

  /// Completes the task once: stores the error and makes the last calls of the delegate.
  private func complete(_ failure: MediaError?) {
    let error = failure?.forClients
    let (isLast, hasBegun) = lock.withLock { () -> (Bool, Bool) in
      guard stored.state != .completed else { return (false, false) }
      stored.state = .completed
      stored.error = error
      return (true, stored.expected.isValid)
    }
    guard isLast else { return }
    session.callDelegate { [self] delegate in
      if hasBegun { delegate.urlSession(session, assetDownloadTask: self, didFinishDownloadingTo: destinationURL) }
      delegate.urlSession(session, task: self, didCompleteWithError: error)
    }
    session.ended(self)
  }

  // MARK: Options

  /// The preferences in a client's options. Values of the wrong type are ignored.
  static func preferences(_ options: [String: Any]) -> StreamDownload.Preferences {
    var preferences = StreamDownload.Preferences()
    let rate = options[AVAssetDownloadTaskMinimumRequiredMediaBitrateKey]
    preferences.choice.minimumBitRate =
      (rate as? NSNumber)?.doubleValue ?? (rate as? Int).map(Double.init) ?? rate as? Double
    let size = options[AVAssetDownloadTaskMinimumRequiredPresentationSizeKey]
    if let size = size as? CGSize ?? (size as? NSValue)?.sizeValue {
      preferences.choice.minimumSize = .init(width: size.width, height: size.height)
    }
    if let selection = options[AVAssetDownloadTaskMediaSelectionKey] as? AVMediaSelection {
      preferences.renditions = names([selection])
    }
    return preferences
  }

  /// The names of the selected renditions.
  static func names(_ selections: [AVMediaSelection]) -> Set<String> {
    Set(selections.flatMap { $0.choices.values.compactMap { $0.option?.option.track.title } })
  }
}
