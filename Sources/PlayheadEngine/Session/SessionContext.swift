import CoreMedia
import PlayheadClock
import PlayheadItems
import PlayheadPipeline

/// The state of a session that its controllers read, at one moment. The loop makes one for each call; no controller
/// stores it.
struct SessionContext {
  /// The host time of the call.
  let now: HostTime
  /// The current item; nil while there is none.
  let item: EngineItem?
  /// The pipeline of the current item; nil without an item, and after the pipeline was closed.
  let pipeline: ItemPipeline?
  /// The clock of the current item, or the session's idle clock.
  let clock: MediaClock
  /// The requested rate; 0 while paused.
  let rate: Float
  /// The rate of playback: the requested rate, slightly modified while the distance from a live edge is corrected, or
  /// to keep in step with the display.
  let playedRate: Double
  /// Whether the clock runs, or waits for the first audible sample.
  let isMoving: Bool
  /// Whether the pipeline decodes backward.
  let isReversed: Bool
  /// Whether a source clock of the program drives the item.
  let followsSourceClock: Bool
  /// Whether a renderer plays the item in place of this computer.
  let isExternal: Bool

  /// The position of the current item.
  var position: CMTime { clock.time(at: now) }

  /// Adds an event to the current item's journal.
  func note(_ event: JournalEvent) { item?.journal.note(event, at: now, media: position) }
}
