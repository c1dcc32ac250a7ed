import Foundation

/// An object whose properties take time to load: an asset or a track.
///
/// Properties can be read with `load(_:)` in a task, with `loadValuesAsynchronously(forKeys:completionHandler:)`, or
/// directly, which blocks. All of them share one probe of the resource.
public protocol AVAsynchronousKeyValueLoading: AnyObject {
  /// The loading status of a property; does not start loading.
  ///
  /// - Parameters:
  ///   - key: The name of the property, such as `playable` for `isPlayable`.
  ///   - outError: Receives the error if the status is `failed`, otherwise nil.
  func statusOfValue(forKey key: String, error outError: NSErrorPointer) -> AVKeyValueStatus

  /// Starts loading properties. The handler is called exactly once, when each of them is loaded, failed or cancelled:
  /// on an unspecified thread, or before this function returns if all are already known.
  func loadValuesAsynchronously(forKeys keys: [String], completionHandler handler: (() -> Void)?)
}

/// The requirements of the extension below on the classes in this module.
protocol KeyLoading: AVAsynchronousKeyValueLoading, Sendable {
  /// Whether a property of this name exists.
  func hasProperty(_ key: String) -> Bool
  /// The loading status of an existing property, and its error if it failed.
  func loadingStatus(of key: String) -> (status: AVKeyValueStatus, error: NSError?)
  /// Calls the handler once, when each of the properties is loaded, failed or cancelled.
  func load(_ keys: [String], then handler: (() -> Void)?)
  /// Waits until the properties are loaded. Throws the first error, or `CancellationError`.
  func loaded(_ keys: [String]) async throws
}
