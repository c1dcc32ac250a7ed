import CoreMedia
import Foundation
import PlayheadTesting
import TestSupport
import Testing

@testable import PlayheadClock
@testable import PlayheadEngine
@testable import PlayheadItems

/// Five hundred rounds in one process, with the same threads, descriptors and memory before and after.
@Suite(
  .serialized,
  .enabled(if: ProcessInfo.processInfo.environment["PLAYHEAD_SOAK"] != nil, "`make soak` runs the long tests"))
struct TeardownSoakTests {
  private static func entries(_ folder: String) throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: folder).count
  }

  /// Resident memory in bytes: the second number of proc(5)'s statm counts pages.
  private static func memory() throws -> Int {
    let words = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
    return (Int(words[1]) ?? 0) * sysconf(Int32(_SC_PAGESIZE))
  }

  private static func round(_ url: URL, _ index: Int) {
    let clock = ManualClock()
    let session = PlaybackSession(
      environment: PlaybackEnvironment(clock: clock, audio: CapturingAudio { _ in }, delivery: clock)
    ) {}
    session.attach(CapturingVideoSink(checksums: false) { _ in })
    session.setItem(EngineItem(url: url))
    session.setRate(index % 3 == 0 ? 2 : 1)
    clock.advance(by: .milliseconds(Int64(index % 50) * 10))
    if index % 2 == 0 {
      session.seek(SeekRequest(time: seconds(5), toleranceBefore: .zero, toleranceAfter: .zero, identifier: index))
      clock.advance(by: .milliseconds(100))
    }
    session.close()
  }

  @Test(arguments: ["h264-bframes.mp4", "vp9.webm", "mpeg2.ts", "audio.flac"])
  func fiveHundredSessionsLeakNothing(name: String) throws {
    let url = try Fixtures.url(name)
    // The first rounds load libraries and fill caches.
    for index in 0..<50 { Self.round(url, index) }
    let before = (
      threads: try Self.entries("/proc/self/task"), files: try Self.entries("/proc/self/fd"), memory: try Self.memory()
    )
    for index in 0..<500 { Self.round(url, index) }
    // Threads of Dispatch come and go by themselves; leaked ones would be thousands.
    #expect(try Self.entries("/proc/self/task") <= before.threads + 2)
    #expect(try Self.entries("/proc/self/fd") == before.files)
    // A decoded frame of these clips has 86 kB: one for each round would be 43 MB.
    #expect(try Self.memory() - before.memory < 8 << 20)
  }
}
