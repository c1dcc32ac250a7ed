import CoreMedia
import Foundation
import PlayheadTesting
import Synchronization
import TestSupport
import Testing

@testable import PlayheadClock
@testable import PlayheadEngine
@testable import PlayheadItems

/// Closing releases everything: threads, descriptors, objects.
@Suite(.serialized) struct TeardownTests {
  /// Whether any descriptor of this process refers to a file.
  private static func isOpen(_ url: URL) throws -> Bool {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").contains {
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == url.path
    }
  }

  /// Opens, performs an action, closes; fifty times.
  @Test(arguments: ["nothing", "opening", "playing", "seeking", "stepping", "ended", "failed"])
  func closeReleasesEverything(stage moment: String) throws {
    let folder = try TemporaryFolder()
    let name = moment == "failed" ? "text.mp4" : "h264-bframes.mp4"
    let clip = folder.url.resolvingSymlinksInPath().appendingPathComponent("film.mp4")
    try FileManager.default.copyItem(at: Fixtures.url(name), to: clip)
    for round in 0..<(moment == "ended" ? 5 : 50) {
      weak var session: PlaybackSession?
      weak var item: EngineItem?
      let clock = CountingClock()
      do {
        let made = PlaybackSession(
          environment: PlaybackEnvironment(clock: clock, audio: CapturingAudio { _ in }, delivery: clock.clock)
        ) {}
        let opened = EngineItem(url: clip)
        session = made
        item = opened
        made.attach(CapturingVideoSink(checksums: false) { _ in })
        if moment != "nothing" { made.setItem(opened) }
        switch moment {
        case "nothing", "opening": break
        case "playing":
          made.setRate(1)
          clock.clock.advance(by: .milliseconds(Int64(round * 7)))
        case "seeking":
          clock.clock.advance(by: .milliseconds(200))
          for index in 0...round {
            made.seek(
              SeekRequest(
                time: seconds(Double(index % 10)), toleranceBefore: .zero, toleranceAfter: .zero, identifier: index))
          }
        case "stepping":
          clock.clock.advance(by: .milliseconds(200))
          made.step(by: round - 25)
        default:
          made.setRate(1)
          clock.clock.advance(by: .seconds(moment == "ended" ? 11 : 1))
        }
        made.close()
        made.close()
        // Calls after the end do nothing, and do not wait.
        made.setRate(1)
        made.seek(SeekRequest(time: .zero, toleranceBefore: .zero, toleranceAfter: .zero, identifier: -1))
        _ = made.currentTime()
        #expect(clock.running == 0)
        #expect(clock.started >= (moment == "nothing" ? 2 : 3))
      }
      #expect(session == nil && item == nil)
      #expect(try !Self.isOpen(clip))
    }
  }

  @Test func droppedSessionEndsItself() throws {
    let clock = CountingClock()
    do {
      let session = PlaybackSession(environment: PlaybackEnvironment(clock: clock, audio: nil, delivery: clock.clock)) {
      }
      session.setItem(EngineItem(url: try Fixtures.url("video-only.mp4")))
      session.setRate(1)
      clock.clock.advance(by: .seconds(1))
    }
    clock.clock.settle()
    #expect(clock.running == 0)
  }

  @Test func detachedSinkIsNotPresentedTo() throws {
    let clock = ManualClock()
    let count = Counter()
    let session = PlaybackSession(environment: PlaybackEnvironment(clock: clock, audio: nil, delivery: clock)) {}
    let sink = CapturingVideoSink(checksums: false) { _ in count.add() }
    session.attach(sink)
    session.setItem(EngineItem(url: try Fixtures.url("video-only.mp4")))
    session.setRate(1)
    clock.advance(by: .seconds(2))
    session.detach(sink)
    let seen = count.value
    #expect(seen > 50)
    clock.advance(by: .seconds(2))
    #expect(count.value == seen)
    session.detach(sink)
    session.close()
    session.detach(sink)
  }

  /// In real time, because a reading thread counts as busy on the manual clock: closing must not wait for a writer, nor
  /// for the ten seconds after which a silent pipe counts as dead.
  @Test(arguments: [false, true]) func closeDoesNotWaitForSilentPipe(isReading: Bool) async throws {
    let folder = try TemporaryFolder()
    let session = PlaybackSession(environment: PlaybackEnvironment(clock: SystemClock(), audio: nil)) {}
    session.setItem(EngineItem(url: try folder.pipe("silent")))
    session.setRate(1)
    while isReading, try !Self.isOpen(folder.url.resolvingSymlinksInPath().appendingPathComponent("silent")) {
      await Task.yield()
    }
    let start = SystemClock().now
    #expect(session.currentTime() == .zero)
    session.close()
    #expect((SystemClock().now - start).seconds < 5)
  }

  /// A pipe with the data of a video plays like the file.
  @Test func playsPipe() throws {
    let folder = try TemporaryFolder()
    let pipe = try folder.pipe("film")
    let data = try Data(contentsOf: Fixtures.url("start-offset.ts"))
    let writer = Thread {
      let descriptor = Glibc.open(pipe.path, O_WRONLY)
      data.withUnsafeBytes { bytes in
        var done = 0
        while done < bytes.count {
          let count = write(descriptor, bytes.baseAddress! + done, bytes.count - done)
          guard count > 0 else { break }
          done += count
        }
      }
      Glibc.close(descriptor)
    }
    writer.start()
    let stage = Stage()
    stage.open(pipe)
    #expect(stage.playToEnd())
    #expect(stage.numbers == Array(0..<300))
  }
}

/// The manual clock, with the number of the engine's threads.
final class CountingClock: EngineClock {
  let clock = ManualClock()
  private let starts = Counter()
  private let ends = Counter()
  var started: Int { starts.value }
  var running: Int { starts.value - ends.value }

  var now: HostTime { clock.now }
  var date: Date { clock.date }
  func makeGate(_ name: String) -> any Gate { clock.makeGate(name) }
  func threadWillStart() {
    starts.add()
    clock.threadWillStart()
  }
  func threadDidEnd() {
    ends.add()
    clock.threadDidEnd()
  }
}
