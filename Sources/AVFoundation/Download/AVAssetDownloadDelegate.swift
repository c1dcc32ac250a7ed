import Foundation

/// Who is told of downloads, on the session's queue. All of it is optional.
///
/// - Note: Difference from Apple: session and task are the types that download streams, and what `URLSessionTaskDelegate` and
///   `URLSessionDelegate` would tell stands here (Decision 4).
@preconcurrency public protocol AVAssetDownloadDelegate: AnyObject, Sendable {
  /// It is decided where the stream will lie. Keep it: with it the asset is made that plays.
  func urlSession(
    _ session: AVAssetDownloadURLSession, assetDownloadTask: AVAssetDownloadTask, willDownloadTo location: URL)

  /// It is decided which variants are downloaded.
  func urlSession(
    _ session: AVAssetDownloadURLSession, assetDownloadTask: AVAssetDownloadTask,
    willDownloadVariants variants: [AVAssetVariant])

  /// Another part is there.
  ///
  /// - Parameters:
  ///   - timeRange: That part.
  ///   - loadedTimeRanges: Everything that is there, as values of `CMTimeRange`.
  ///   - timeRangeExpectedToLoad: All of it.
  func urlSession(
    _ session: AVAssetDownloadURLSession, assetDownloadTask: AVAssetDownloadTask, didLoad timeRange: CMTimeRange,
    totalTimeRangesLoaded loadedTimeRanges: [NSValue], timeRangeExpectedToLoad: CMTimeRange)

  /// All of it is there, or as much as there was when it was cancelled or failed: what is there stays, and a new task goes on with it.
  func urlSession(
    _ session: AVAssetDownloadURLSession, assetDownloadTask: AVAssetDownloadTask, didFinishDownloadingTo location: URL)

  /// The task is over; without an error all of it is there. The last call of a task.
  func urlSession(
    _ session: AVAssetDownloadURLSession, task: AVAssetDownloadTask, didCompleteWithError error: (any Error)?)

  /// The session is over and lets its delegate go.
  func urlSession(_ session: AVAssetDownloadURLSession, didBecomeInvalidWithError error: (any Error)?)
}

extension AVAssetDownloadDelegate {
  public func urlSession(
    _ session: AVAssetDownloadURLSession, assetDownloadTask: AVAssetDownloadTask, willDownloadTo location: URL
  ) {}
  public func urlSession(
    _ session: AVAssetDownloadURLSession, assetDownloadTask: AVAssetDownloadTask,
    willDownloadVariants variants: [AVAssetVariant]
  ) {}
  public func urlSession(
    _ session: AVAssetDownloadURLSession, assetDownloadTask: AVAssetDownloadTask, didLoad timeRange: CMTimeRange,
    totalTimeRangesLoaded loadedTimeRanges: [NSValue], timeRangeExpectedToLoad: CMTimeRange
  ) {}
  public func urlSession(
    _ session: AVAssetDownloadURLSession, assetDownloadTask: AVAssetDownloadTask, didFinishDownloadingTo location: URL
  ) {}
  public func urlSession(
    _ session: AVAssetDownloadURLSession, task: AVAssetDownloadTask, didCompleteWithError error: (any Error)?
  ) {}
  public func urlSession(_ session: AVAssetDownloadURLSession, didBecomeInvalidWithError error: (any Error)?) {}
}
