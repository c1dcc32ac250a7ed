import Foundation

/// An object whose properties take time to find out: assets and their tracks.
///
/// There are three ways to have them: `load(_:)` in a task, `loadValuesAsynchronously(forKeys:completionHandler:)`, and the
/// properties themselves, which wait. All of them share one look into the resource.
public protocol AVAsynchronousKeyValueLoading: AnyObject {
  /// How far a property has come, without starting to load it.
  ///
  /// - Parameters:
  ///   - key: The property's name; `isPlayable` is `playable`.
  ///   - outError: Receives the error when the status is `failed`, and only then.
  func statusOfValue(forKey key: String, error outError: NSErrorPointer) -> AVKeyValueStatus

  /// Starts to load properties. The handler is called exactly once, when each of them is loaded, failed or cancelled: on an
  /// unspecified thread, or before this returns when all are known already.
  func loadValuesAsynchronously(forKeys keys: [String], completionHandler handler: (() -> Void)?)
}

/// What the extension below needs to know of the classes in this module.
protocol KeyLoading: AVAsynchronousKeyValueLoading, Sendable {
  /// Whether there is a property of this name.
  func hasProperty(_ key: String) -> Bool
  /// How far a property has come that there is, and why it failed if it did.
  func loadingStatus(of key: String) -> (status: AVKeyValueStatus, error: NSError?)
  /// Calls the handler once, when each of the properties is loaded, failed or cancelled.
  func load(_ keys: [String], then handler: (() -> Void)?)
  /// Waits until the properties are loaded. Throws what made one of them fail, or `CancellationError`.
  func loaded(_ keys: [String]) async throws
}
