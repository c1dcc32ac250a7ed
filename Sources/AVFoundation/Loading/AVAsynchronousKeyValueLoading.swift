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
protocol KeyLoading: AVAsynchronousKeyValueLoading {
  /// Who loads; nil where everything is known from the start.
  var loader: AssetLoader? { get }
  /// Whether there is a property of this name.
  func hasProperty(_ key: String) -> Bool
}
