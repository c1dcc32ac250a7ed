import Foundation
import PlayheadEngine
import PlayheadStreaming

/// Downloads streams on demand, so that they play without the network.
///
/// ```swift
/// let session = AVAssetDownloadURLSession(
///   configuration: .background(withIdentifier: "films"), assetDownloadDelegate: delegate, delegateQueue: .main)
/// session.makeAssetDownloadTask(asset: asset, assetTitle: "Film", assetArtworkData: nil)?.resume()
/// ```
///
/// Each task tells its delegate where the stream will lie, how far it is, and how it ended; `AVURLAsset(url: location)` plays it. A task
/// of the same asset and title goes on where an earlier one ended. May be used from any thread.
///
/// - Note: Difference from Apple: no subclass of `URLSession`, whose library every program would have to load (Decision 4). A download
///   ends with the program; the next one that makes the same task goes on with it.
open class AVAssetDownloadURLSession: NSObject, @unchecked Sendable {
  // Sendable: constants, and the tasks behind a lock.

  /// What a session is made with, in the words of `URLSessionConfiguration`.
  public struct Configuration: Sendable, Equatable {
    /// Names the session: its downloads lie in a folder of that name.
    public let identifier: String?

    /// The configuration of a session whose downloads the next start of the program finds again by its name.
    public static func background(withIdentifier identifier: String) -> Configuration {
      Configuration(identifier: identifier)
    }

    /// The configuration of a session without a name.
    public static var `default`: Configuration { Configuration(identifier: nil) }
  }

  private struct State {
    var tasks: [Int: AVAssetDownloadTask] = [:]
    var count = 0
    var isInvalid = false
    /// Held until the session is over.
    var delegate: (any AVAssetDownloadDelegate)?
  }

  /// What it was made with.
  public let configuration: Configuration
  /// Where the delegate is called.
  public let delegateQueue: OperationQueue
  private let lock = NSLock()
  private var state = State()

  /// A session that tells a delegate of its tasks.
  ///
  /// - Parameters:
  ///   - configuration: Its name.
  ///   - delegate: Who is told. It is held until the session was invalidated.
  ///   - delegateQueue: Where; nil: a queue of the session's own, one call after the other.
  public init(
    configuration: Configuration, assetDownloadDelegate delegate: (any AVAssetDownloadDelegate)?,
    delegateQueue: OperationQueue?
  ) {
    self.configuration = configuration
    if let delegateQueue {
      self.delegateQueue = delegateQueue
    } else {
      self.delegateQueue = OperationQueue()
      self.delegateQueue.maxConcurrentOperationCount = 1
    }
    state.delegate = delegate
    super.init()
  }

  /// Who is told; nil once the session is over.
  open var delegate: (any AVAssetDownloadDelegate)? { lock.withLock { state.delegate } }

  // MARK: Tasks

  /// A task that downloads an asset. It begins with `resume()`.
  ///
  /// - Parameters:
  ///   - asset: A stream on demand. What goes along with its requests goes along here.
  ///   - title: What the folder is called.
  ///   - artworkData: A picture that is kept beside it, as `artwork` in the folder.
  ///   - options: Wishes, by the keys that begin with `AVAssetDownloadTask`.
  /// - Returns: nil where the session is over.
  open func makeAssetDownloadTask(
    asset URLAsset: AVURLAsset, assetTitle title: String, assetArtworkData artworkData: Data?,
    options: [String: Any]? = nil
  ) -> AVAssetDownloadTask? {
    make(
      URLAsset, title,
      folder: DownloadFolder.url(session: configuration.identifier, title: title, source: URLAsset.url),
      artworkData, options, AVAssetDownloadTask.wishes(options ?? [:]))
  }

  /// A task that downloads an asset into a folder, which must have the extension `movpkg`; nil where it has not, or where the session is
  /// over.
  open func makeAssetDownloadTask(
    asset URLAsset: AVURLAsset, destinationURL: URL, options: [String: Any]? = nil
  ) -> AVAssetDownloadTask? {
    guard destinationURL.isFileURL, destinationURL.pathExtension.lowercased() == StreamPackage.pathExtension else {
      return nil
    }
    let title = destinationURL.deletingPathExtension().lastPathComponent
    return make(URLAsset, title, folder: destinationURL, nil, options, AVAssetDownloadTask.wishes(options ?? [:]))
  }

  /// A task that downloads an asset as a configuration says. In a session that is over it ends at once.
  open func makeAssetDownloadTask(downloadConfiguration: AVAssetDownloadConfiguration) -> AVAssetDownloadTask {
    let asset = downloadConfiguration.asset
    let title = downloadConfiguration.title
    let folder = DownloadFolder.url(session: configuration.identifier, title: title, source: asset.url)
    let wishes = downloadConfiguration.wishes
    let artwork = downloadConfiguration.artworkData
    return make(asset, title, folder: folder, artwork, nil, wishes)
      ?? AVAssetDownloadTask(
        session: self, identifier: 0, asset: asset, title: title, folder: folder, artwork: nil, options: nil,
        wishes: wishes)
  }

  private func make(
    _ asset: AVURLAsset, _ title: String, folder: URL, _ artwork: Data?, _ options: [String: Any]?,
    _ wishes: StreamDownload.Wishes
  ) -> AVAssetDownloadTask? {
    lock.withLock {
      guard !state.isInvalid else { return nil }
      state.count += 1
      let task = AVAssetDownloadTask(
        session: self, identifier: state.count, asset: asset, title: title, folder: folder, artwork: artwork,
        options: options, wishes: wishes)
      state.tasks[state.count] = task
      return task
    }
  }

  /// The tasks that are not over.
  open func getAllTasks(completionHandler: @escaping @Sendable ([AVAssetDownloadTask]) -> Void) {
    let tasks = unfinished
    delegateQueue.addOperation { completionHandler(tasks) }
  }

  /// The tasks that are not over.
  open var allTasks: [AVAssetDownloadTask] { get async { unfinished } }

  private var unfinished: [AVAssetDownloadTask] {
    lock.withLock { state.tasks.values.sorted { $0.taskIdentifier < $1.taskIdentifier } }
  }

  // MARK: Its end

  /// Cancels every task. The delegate is let go after the last call.
  open func invalidateAndCancel() {
    finishTasksAndInvalidate()
    for task in unfinished { task.cancel() }
  }

  /// Makes no new tasks. The delegate is let go when the present ones are over.
  open func finishTasksAndInvalidate() {
    lock.withLock { state.isInvalid = true }
    letGoIfOver()
  }

  func ended(_ task: AVAssetDownloadTask) {
    lock.withLock { state.tasks[task.taskIdentifier] = nil }
    letGoIfOver()
  }

  private func letGoIfOver() {
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
  func tell(_ call: @escaping @Sendable (any AVAssetDownloadDelegate) -> Void) {
    guard let delegate else { return }
    delegateQueue.addOperation { call(delegate) }
  }
}
