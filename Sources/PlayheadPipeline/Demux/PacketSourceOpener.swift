import PlayheadClock
import PlayheadItems
import PlayheadNetworking

/// Opens the packet source of an item. The session passes it to its pipelines: which kinds of sources there are is not
/// known here.
package protocol PacketSourceOpener: Sendable {
  /// Opens the resource of a URL: a container, or a stream described by a playlist. `adopt` receives the handle by
  /// which other threads cancel its reads; if it returns false, opening ends with nil. Waits at `gate` for stream data,
  /// and for a lost network up to `networkTimeout` (nil: the timeout for inspecting a file). Fails when it exceeds
  /// `OpeningLimit`; the caller ends `budget` when playback or further reading begins.
  ///
  /// - Returns: Nil if `adopt` returned false.
  /// - Throws: `MediaError` with the URL and the cause.
  func open(
    _ item: EngineItem, _ environment: PlaybackEnvironment, gate: any Gate, budget: OpeningBudget,
    networkTimeout: Double?, adopt: (any TransferControl) -> Bool
  ) throws(MediaError) -> (any PacketSource)?
}
