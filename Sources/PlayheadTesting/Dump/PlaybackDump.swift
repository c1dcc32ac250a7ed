import CoreMedia
import Foundation
import PlayheadEngine
import Synchronization

/// Plays a resource from its beginning to its end on a manual clock, and tells everything that came of it as text: one line an
/// event, a presented picture, a block of sound. The same resource gives the same lines every time.
public enum PlaybackDump {
  /// What a dump says at its end.
  public struct Summary: Sendable {
    public var pictures = 0
    public var soundFrames = 0
    public var failure: MediaFailure?
  }

  /// Why an item could not be played, or not to its end.
  public struct MediaFailure: Error, Sendable {
    package var error: MediaError
  }

  /// Calls `write` with each line, without a line break.
  @discardableResult
  public static func run(url: URL, write: (String) -> Void) -> Summary { run(EngineItem(url: url), write: write) }

  /// The same for something with options of its own. A frame that begins at `end` or later is left out: a player that stops there
  /// shows the one that begins exactly there. Ends early where `goesOn` says no.
  @discardableResult
  package static func run(
    _ item: EngineItem, until end: CMTime = .positiveInfinity,
    heard: @escaping @Sendable (CapturedAudio) -> Void = { _ in }, goesOn: () -> Bool = { true },
    write: (String) -> Void
  ) -> Summary {
    let clock = ManualClock()
    let start = clock.now
    let lines = DumpLines(start: start)
    let environment = PlaybackEnvironment(
      clock: clock,
      audio: CapturingAudio {
        lines.add($0)
        heard($0)
      }, delivery: clock)
    let session = PlaybackSession(environment: environment) {}
    let sink = CapturingVideoSink { if $0.time < end { lines.add($0) } }
    session.attach(sink)
    // The rate first: an item that is opened sooner than the next command comes would begin differently.
    session.setRate(1)
    session.setItem(item)
    var summary = Summary()
    var isOver = false
    while !isOver, goesOn() {
      clock.settle()
      for event in session.takeEvents() {
        lines.add(event, at: clock.now)
        switch event {
        case .playedToEnd: isOver = true
        case .failedToPlayToEnd(_, let error):
          isOver = true
          summary.failure = MediaFailure(error: error)
        case .itemChanged(_, let item) where item.status == .failed:
          isOver = true
          summary.failure = item.error.map(MediaFailure.init)
        default: break
        }
      }
      lines.flush(before: isOver ? nil : clock.now, write)
      if !isOver && !clock.step() { break }
    }
    session.close()
    lines.flush(before: nil, write)
    summary.pictures = lines.pictures
    summary.soundFrames = lines.soundFrames
    return summary
  }
}
