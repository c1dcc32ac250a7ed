/// How far the loading of one property has come.
public enum AVKeyValueStatus: Int, Sendable {
  /// Nobody has asked for it.
  case unknown = 0
  /// It was asked for and is not known yet.
  case loading = 1
  /// It is known: reading it does not wait.
  case loaded = 2
  /// It cannot be had; the error says why.
  case failed = 3
  /// It was asked for, and somebody cancelled that.
  case cancelled = 4
}
