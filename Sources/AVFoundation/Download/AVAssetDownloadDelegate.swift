import Foundation

/// Receives the events of downloads, on the session's delegate queue. All methods are optional.
///
/// - Note: Difference from Apple: session and task are the download types themselves, and the methods of
///   `URLSessionTaskDelegate` and `URLSessionDelegate` are declared here (Decision 4).
@preconcurrency public protocol AVAssetDownloadDelegate: AnyObject, Sendable {
  /// Reports the location of the download. Store it: the asset to play is created with it.
  func urlSession(
    _ session: AVAssetDownloadURLSession, assetDownloadTask: AVAssetDownloadTask, willDownloadTo location: URL)

  /// Reports the variants that will be downloaded.
  func urlSession(
    _ session: AVAssetDownloadURLSession, assetDownloadTask: AVAssetDownloadTask,
    willDownloadVariants variants: [AVAssetVariant])

  /// Reports another downloaded time range.
  ///
  /// - Parameters:
  ///   - session: The session of the task.
  ///   - assetDownloadTask: The task that downloads the asset.
  ///   - timeRange: The time range that was downloaded.
  ///   - loadedTimeRanges: All downloaded time ranges, as values of `CMTimeRange`.
  ///   - timeRangeExpectedToLoad: The time range of the complete download.
  func urlSession(
    _ session: AVAssetDownloadURLSession, assetDownloadTask: AVAssetDownloadTask, didLoad timeRange: CMTimeRange,
    totalTimeRangesLoaded loadedTimeRanges: [NSValue], timeRangeExpectedToLoad: CMTimeRange)

  /// Reports that the download has ended: complete, cancelled or failed. Downloaded data remains, and a new task
  /// resumes from it.
  func urlSession(
    _ session: AVAssetDownloadURLSession, assetDownloadTask: AVAssetDownloadTask, didFinishDownloadingTo location: URL)

  /// Reports that the task has ended; without an error, the download is complete. The last call of a task.
  func urlSession(
    _ session: AVAssetDownloadURLSession, task: AVAssetDownloadTask, didCompleteWithError error: (any Error)?)

  /// Reports that the session has become invalid and releases its delegate.
  func urlSession(_ session: AVAssetDownloadURLSession, didBecomeInvalidWithError error: (any Error)?)
}

extension AVAssetDownloadDelegate {
  /// Does nothing.
  public func urlSession(
    _ session: AVAssetDownloadURLSession, assetDownloadTask: AVAssetDownloadTask, willDownloadTo location: URL
  ) {}
  /// Does nothing.
  public func urlSession(
    _ session: AVAssetDownloadURLSession, assetDownloadTask: AVAssetDownloadTask,
    willDownloadVariants variants: [AVAssetVariant]
  ) {}
  /// Does nothing.
  public func urlSession(
    _ session: AVAssetDownloadURLSession, assetDownloadTask: AVAssetDownloadTask, didLoad timeRange: CMTimeRange,
    totalTimeRangesLoaded loadedTimeRanges: [NSValue], timeRangeExpectedToLoad: CMTimeRange
  ) {}
  /// Does nothing.
  public func urlSession(
    _ session: AVAssetDownloadURLSession, assetDownloadTask: AVAssetDownloadTask, didFinishDownloadingTo location: URL
  ) {}
  /// Does nothing.
  public func urlSession(
    _ session: AVAssetDownloadURLSession, task: AVAssetDownloadTask, didCompleteWithError error: (any Error)?
  ) {}
  /// Does nothing.
  public func urlSession(_ session: AVAssetDownloadURLSession, didBecomeInvalidWithError error: (any Error)?) {}
}
