import CoreMedia
import Foundation
import PlayheadEngine
import PlayheadItems
import Synchronization

/// Plays a resource from start to end on a manual clock and prints all output as text: one line per event, presented
/// frame and audio block. The lines are reproducible for a resource.
public enum PlaybackDump {
  /// The summary of a dump.
  public struct Summary: Sendable {
    /// The number of presented frames.
    public var videoFrames = 0
    /// The number of audio frames.
    public var audioFrames = 0
    /// The playback error, if any.
    public var failure: MediaFailure?
  }

  /// The error of an item that could not be played, or not to its end.
  public struct MediaFailure: Error, Sendable {
    /// The error of the engine, with its cause and its URL.
    package var error: MediaError
  }

  /// Calls `write` with each line, without a line break.
  @discardableResult
  public static func run(url: URL, write: (String) -> Void) -> Summary { run(EngineItem(url: url), write: write) }

  /// Dumps an item with its own options. Video frames at or after `end` are omitted: a player that stops there shows
  /// the frame that starts exactly there. Ends early if `shouldContinue` returns false.
  @discardableResult
  package static func run(
    _ item: EngineItem, until end: CMTime = .positiveInfinity,
    onAudio: @escaping @Sendable (CapturedAudio) -> Void = { _ in }, shouldContinue: () -> Bool = { true },
    write: (String) -> Void
  ) -> Summary {
    let clock = ManualClock()
    let start = clock.now
    let lines = DumpLines(start: start)
    let environment = PlaybackEnvironment(
      clock: clock,
      audio: CapturingAudio {
        lines.add($0)
        onAudio($0)
      }, delivery: clock)
    let session = PlaybackSession(environment: environment) {}
    let sink = CapturingVideoSink { if $0.time < end { lines.add($0) } }
    session.attach(sink)
    // Set before the item: if opening finished before the next command, playback would start differently.
    session.setRate(1)
    session.setItem(item)
    var summary = Summary()
    var isOver = false
    while !isOver, shouldContinue() {
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
    summary.videoFrames = lines.videoFrames
    summary.audioFrames = lines.audioFrames
    return summary
  }
}
