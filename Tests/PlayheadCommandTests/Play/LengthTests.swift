import Foundation
import PlayheadClock
import PlayheadItems
import PlayheadTesting
import TestSupport
import Testing

@testable import PlayheadCommand

/// `--length`: the seconds played of each file. Frames carry their numbers, 30 a second.
@MainActor @Suite struct LengthTests {
  /// The numbers of the frames that are shown.
  private func play(_ places: [String], _ change: (inout PlayOptions) -> Void) -> [Int] {
    let clock = ManualClock()
    let environment = PlaybackEnvironment(clock: clock, audio: CapturingAudio { _ in }, delivery: clock)
    var options = PlayOptions()
    change(&options)
    let player = Player(files: places.map { MediaLocation($0) }, options: options, environment: environment) {}
    let numbers = Collected<Int>()
    player.attach(CapturingVideoSink(checksums: false) { numbers.add(FrameNumber.read($0.frame) ?? -1) })
    defer { player.close() }
    player.start()
    let limit = clock.now + .seconds(60)
    var isOver = false
    while !isOver, clock.now < limit {
      clock.settle()
      for notice in player.update() { if case .finished = notice { isOver = true } }
      if !isOver, !clock.step() { break }
    }
    #expect(isOver)
    return numbers.all.reduce(into: []) { if $0.last != $1 { $0.append($1) } }
  }

  private func stream(_ tags: String) throws -> FaultServer {
    let server = try FaultServer()
    let text = "#EXTM3U\n#EXT-X-TARGETDURATION:10\n\(tags)\n#EXTINF:10,\nfilm.ts\n#EXT-X-ENDLIST\n"
    server.serve("/film.m3u8", ServedResource(.data(Data(text.utf8))))
    server.serve("/film.ts", try ServedResource(file: Fixtures.url("start-offset.ts")))
    return server
  }

  @Test func lengthCountsFromStreamStart() throws {
    let server = try stream("#EXT-X-START:TIME-OFFSET=4,PRECISE=YES")
    let shown = play([server.url("/film.m3u8").absoluteString]) { $0.length = 2 }
    // The first frame is 21 ms after the audio.
    #expect(shown.first == 119)
    #expect((178...181).contains(shown.last ?? 0))
  }

  @Test func lengthCountsFromStartOption() throws {
    let shown = play([try Fixtures.url("demo.mp4").path]) {
      $0.start = 3
      $0.length = 2
    }
    #expect(shown.first == 90)
    #expect((149...150).contains(shown.last ?? 0))
  }

  @Test func lengthAppliesToEachFile() throws {
    let clip = try Fixtures.url("demo.mp4").path
    let shown = play([clip, clip]) { $0.length = 1 }
    let half = try #require(shown.lastIndex(of: 0))
    #expect((29...30).contains(shown[half - 1]) && (29...30).contains(shown.last ?? 0))
    #expect((29...31).contains(half))
  }
}
