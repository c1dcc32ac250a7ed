import Foundation
import PlayheadClock
import PlayheadItems
import PlayheadTesting
import Synchronization
import TestSupport
import Testing

@testable import PlayheadCommand

/// The lines of `playhead play --headless --verbose`, on the manual clock.
@MainActor @Suite struct HeadlessInterfaceTests {
  private final class Lines: Console {
    private let text = Mutex("")
    func write(_ text: String) { self.text.withLock { $0 += text } }
    func writeError(_ text: String) { self.text.withLock { $0 += "error: " + text } }
    var all: [String] { text.withLock { $0.split(separator: "\n").map(String.init) } }
  }

  /// Plays files to their ends. Returns the lines, and whether a file has failed.
  private func play(_ files: [String], _ change: (inout PlayOptions) -> Void = { _ in }) -> ([String], Bool) {
    let clock = ManualClock()
    let environment = PlaybackEnvironment(clock: clock, audio: CapturingAudio { _ in }, delivery: clock)
    var options = PlayOptions()
    change(&options)
    let player = Player(files: files.map { MediaLocation($0) }, options: options, environment: environment) {}
    let lines = Lines()
    let interface = HeadlessInterface(console: lines, isVerbose: true)
    interface.begin(player)
    player.start()
    var isOver = false
    while !isOver {
      clock.settle()
      for notice in player.update() {
        interface.show(notice, of: player)
        if case .finished = notice { isOver = true }
      }
      if !isOver, !clock.step() { break }
    }
    interface.end(player)
    player.close()
    return (lines.all, player.hasFailures)
  }

  @Test func everyStateOfFileHasALine() throws {
    let film = try Fixtures.url("video-only.mp4").path
    let (lines, hasFailures) = play([film]) { $0.length = 1 }
    #expect(lines.count == 5)
    #expect(lines.first == "opening \(film)")
    #expect(lines.dropFirst().first?.hasPrefix("ready video-only.mp4 · h264") == true)
    #expect(lines.suffix(3) == ["waiting at 0:00.000", "playing at 0:00.000", "ended"])
    #expect(!hasFailures)
  }

  /// Half of the file is missing: it plays, fails at its end, and the next one follows.
  @Test func truncatedFileFailsAfterItsLastFrame() throws {
    let files = try ["truncated.mp4", "video-only.mp4"].map { try Fixtures.url($0).path }
    let (lines, hasFailures) = play(files) { $0.length = 8 }
    let failure = try #require(lines.firstIndex { $0.hasPrefix("error: ") })
    #expect(
      lines[failure]
        == "error: playhead: cannot play “\(files[0])”: it ends after 0:05 of 0:10. "
        + "Fetch the file again: a part of it is missing.")
    #expect(lines[failure - 1] == "playing at 0:00.000" && lines[failure + 1] == "opening \(files[1])")
    #expect(lines.last == "ended" && hasFailures)
  }

  @Test func loopPlaysFilesAgain() throws {
    let clip = try Fixtures.url("video-only.mp4").path
    let missing = "/nowhere/at/all.mp4"
    // A loop ends when no file could be played in a round.
    let (lines, hasFailures) = play([missing, missing]) { $0.loops = true }
    #expect(lines.count { $0 == "opening \(missing)" } == 2 && lines.last == "ended" && hasFailures)
    let (played, _) = play([clip, missing, clip]) { $0.length = 0.5 }
    #expect(played.count { $0 == "playing at 0:00.000" } == 2)
  }
}
