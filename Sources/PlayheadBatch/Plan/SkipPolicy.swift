/// The decision whether a file has to be processed.
package struct SkipPolicy: Equatable, Sendable {
  /// The state of a source in the journal.
  package struct Known: Equatable, Sendable {
    /// Whether all tasks were done; false after a failure.
    package var isDone: Bool
    /// The status of the file when it was processed; nil for an address.
    package var status: FileStatus?
    /// The hash of its contents at that time; nil for an address.
    package var hash: String?
    /// The settings with which it was processed.
    package var settings: String
  }

  /// What happens to a source.
  package enum Decision: Equatable, Sendable {
    /// It is processed.
    case process
    /// Its result is still valid.
    case skip
    /// It is processed unless its contents have this hash.
    case compare(hash: String)
  }

  /// Processes everything again.
  package var isForced: Bool
  /// Compares contents even if size and time are unchanged.
  package var comparesContents: Bool
  /// The settings of the run.
  package var settings: String

  /// Creates a policy.
  package init(settings: String, isForced: Bool = false, comparesContents: Bool = false) {
    (self.settings, self.isForced, self.comparesContents) = (settings, isForced, comparesContents)
  }

  /// Decides about a source.
  ///
  /// - Parameters:
  ///   - known: Its state in the journal; nil if it is new.
  ///   - current: The status of the file now; nil for an address, and for a file that cannot be read.
  ///   - isRemote: Whether the source is an address: it is processed once.
  ///   - hasOutputs: Whether its outputs still exist.
  package func decision(
    known: Known?, current: FileStatus?, isRemote: Bool, hasOutputs: Bool
  ) -> Decision {
    guard !isForced, let known, known.isDone, known.settings == settings, hasOutputs else { return .process }
    if isRemote { return .skip }
    guard let current, let before = known.status, before.size == current.size else { return .process }
    if before.modified == current.modified, !comparesContents { return .skip }
    guard let hash = known.hash, !comparesContents || hash.hasPrefix("xxh64:") else { return .process }
    return .compare(hash: hash)
  }
}
