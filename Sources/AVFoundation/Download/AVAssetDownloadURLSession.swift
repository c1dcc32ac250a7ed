import Foundation
import PlayheadHLS
import PlayheadItems
import PlayheadStreaming

/// Downloads streams on demand for offline playback.
///
/// ```swift
/// let session = AVAssetDownloadURLSession(
///   configuration: .background(withIdentifier: "downloads"), assetDownloadDelegate: delegate, delegateQueue: .main)
/// session.makeAssetDownloadTask(asset: asset, assetTitle: "Movie", assetArtworkData: nil)?.resume()
/// ```
///
/// Each task reports its location, progress and completion to the delegate; `AVURLAsset(url: location)` plays the
/// download. A task for the same asset and title resumes where an earlier one ended. Any thread.
///
/// - Note: Difference from Apple: not a subclass of `URLSession`, because FoundationNetworking would have to be loaded
///   into every program (Decision 4). A download stops when the program exits; it resumes when the next run creates the
///   same task.
open class AVAssetDownloadURLSession: NSObject, @unchecked Sendable {
  // Sendable: constants, and the tasks behind a lock.

  /// The configuration of a session, corresponding to `URLSessionConfiguration`.
  ///
  /// - Note: Not in Apple's API, where a session has a `URLSessionConfiguration`.
  public struct Configuration: Sendable, Equatable {
    /// The name of the session, and of the folder that contains its downloads.
    public let identifier: String?

    /// A configuration whose downloads can be found again by identifier after the program restarts.
    public static func background(withIdentifier identifier: String) -> Configuration {
      Configuration(identifier: identifier)
    }

    /// A configuration without an identifier.
    public static var `default`: Configuration { Configuration(identifier: nil) }
  }

  private struct State {
    var tasks: [Int: AVAssetDownloadTask] = [:]
    var count = 0
    var isInvalid = false
    /// Retained until the session is invalidated.
    var delegate: (any AVAssetDownloadDelegate)?
  }

  /// The configuration that the session was created with.
  open var configuration: Configuration { storedConfiguration }
  /// The value of `configuration`.
  private let storedConfiguration: Configuration
  /// The queue on which the delegate is called.
  open var delegateQueue: OperationQueue { storedDelegateQueue }
  /// The value of `delegateQueue`.
  private let storedDelegateQueue: OperationQueue
  private let lock = NSLock()
  private var state = State()

  /// Creates a session with a delegate.
  ///
  /// - Parameters:
  ///   - configuration: The configuration of the session.
  ///   - delegate: Retained until the session has been invalidated.
  ///   - delegateQueue: The queue for delegate calls; nil for a serial queue of the session's own.
  public init(
    configuration: Configuration, assetDownloadDelegate delegate: (any AVAssetDownloadDelegate)?,
    delegateQueue: OperationQueue?
  ) {
    storedConfiguration = configuration
    if let delegateQueue {
      storedDelegateQueue = delegateQueue
    } else {
      storedDelegateQueue = OperationQueue()
      storedDelegateQueue.maxConcurrentOperationCount = 1
    }
    state.delegate = delegate
    super.init()
  }

  /// The delegate; nil once the session has been invalidated.
  open var delegate: (any AVAssetDownloadDelegate)? { lock.withLock { state.delegate } }

  // MARK: Tasks

  /// Creates a task that downloads an asset. It starts with `resume()`.
  ///
  /// - Parameters:
  ///   - URLAsset: A stream on demand. Its request options, such as header fields, apply to the download.
  ///   - title: The name of the download folder.
  ///   - artworkData: Artwork stored as `artwork` in the folder.
  ///   - options: Options under the keys that begin with `AVAssetDownloadTask`.
  /// - Returns: nil if the session has been invalidated.
  open func makeAssetDownloadTask(
    asset URLAsset: AVURLAsset, assetTitle title: String, assetArtworkData artworkData: Data?,
    options: [String: Any]? = nil
  ) -> AVAssetDownloadTask? {
    make(
      URLAsset, title,
      folder: DownloadFolder.url(session: configuration.identifier, title: title, source: URLAsset.url),
      artworkData, options, AVAssetDownloadTask.preferences(options ?? [:]))
  }

  /// Creates a task that downloads an asset into a folder, which must have the extension `movpkg`. Returns nil for any
  /// other extension, or if the session has been invalidated.
  open func makeAssetDownloadTask(
    asset URLAsset: AVURLAsset, destinationURL: URL, options: [String: Any]? = nil
  ) -> AVAssetDownloadTask? {
    guard destinationURL.isFileURL, destinationURL.pathExtension.lowercased() == StreamPackage.pathExtension else {
      return nil
    }
    let title = destinationURL.deletingPathExtension().lastPathComponent
    return make(URLAsset, title, folder: destinationURL, nil, options, AVAssetDownloadTask.preferences(options ?? [:]))
  }

  /// Creates a task for a download configuration. In an invalidated session the task ends immediately.
  open func makeAssetDownloadTask(downloadConfiguration: AVAssetDownloadConfiguration) -> AVAssetDownloadTask {
    let asset = downloadConfiguration.asset
    let title = downloadConfiguration.title
    let folder = DownloadFolder.url(session: configuration.identifier, title: title, source: asset.url)
    let preferences = downloadConfiguration.preferences
    let artwork = downloadConfiguration.artworkData
    return make(asset, title, folder: folder, artwork, nil, preferences)
      ?? AVAssetDownloadTask(
        session: self, identifier: 0, asset: asset, title: title, folder: folder, artwork: nil, options: nil,
        preferences: preferences)
  }

  private func make(
    _ asset: AVURLAsset, _ title: String, folder: URL, _ artwork: Data?, _ options: [String: Any]?,
    _ preferences: StreamDownload.Preferences
  ) -> AVAssetDownloadTask? {
    lock.withLock {
      guard !state.isInvalid else { return nil }
      state.count += 1
      let task = AVAssetDownloadTask(
        session: self, identifier: state.count, asset: asset, title: title, folder: folder, artwork: artwork,
        options: options, preferences: preferences)
      state.tasks[state.count] = task
      return task
    }
  }

  /// Passes the unfinished tasks to a handler on the delegate queue.
  open func getAllTasks(completionHandler: @escaping @Sendable ([AVAssetDownloadTask]) -> Void) {
    let tasks = unfinished
    delegateQueue.addOperation { completionHandler(tasks) }
  }

  /// The unfinished tasks.
  open var allTasks: [AVAssetDownloadTask] { get async { unfinished } }

  private var unfinished: [AVAssetDownloadTask] {
    lock.withLock { state.tasks.values.sorted { $0.taskIdentifier < $1.taskIdentifier } }
  }

  // MARK: Invalidation

  /// Cancels all tasks. The delegate is released after its last call.
  open func invalidateAndCancel() {
    finishTasksAndInvalidate()
    for task in unfinished { task.cancel() }
  }

  /// Accepts no new tasks. The delegate is released when the existing tasks have ended.
  open func finishTasksAndInvalidate() {
    lock.withLock { state.isInvalid = true }
    invalidateIfFinished()
  }

  func ended(_ task: AVAssetDownloadTask) {
    lock.withLock { state.tasks[task.taskIdentifier] = nil }
    invalidateIfFinished()
  }

  private func invalidateIfFinished() {
    delegateQueue.addOperation { [self] in
      let last = lock.withLock { () -> (any AVAssetDownloadDelegate)? in
        guard state.isInvalid, state.tasks.isEmpty else { return nil }
        defer { state.delegate = nil }
        return state.delegate
      }
      last?.urlSession(self, didBecomeInvalidWithError: nil)
    }
  }

  /// Calls the delegate, in order.
  func callDelegate(_ call: @escaping @Sendable (any AVAssetDownloadDelegate) -> Void) {
    guard let delegate else { return }
    delegateQueue.addOperation { call(delegate) }
  }
}
