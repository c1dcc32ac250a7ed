/// The loading status of a property.
public enum AVKeyValueStatus: Int, Sendable {
  /// The property has not been requested.
  case unknown = 0
  /// Loading is in progress.
  case loading = 1
  /// The value is available: reading it does not block.
  case loaded = 2
  /// Loading has failed.
  case failed = 3
  /// Loading was cancelled.
  case cancelled = 4
}
