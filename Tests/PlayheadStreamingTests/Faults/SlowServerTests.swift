import Foundation
import PlayheadMedia
import PlayheadNetworking
import PlayheadTesting
import TestSupport
import Testing

@testable import PlayheadClock
@testable import PlayheadEngine
@testable import PlayheadItems
@testable import PlayheadPipeline

/// A server that keeps sending, but less than the low-speed limit. All waits of the network are scaled to a twentieth.
@Suite("Very slow servers")
struct SlowServerTests {
  enum Place: String, CaseIterable, Sendable { case file, playlist, segment }

  private static let pace = 0.05
  /// Bytes a second: a fifth of the limit, and often enough that no pause between two bytes counts as silence.
  private static let trickle = 12.0

  /// `repeats`: each response sends as much before it slows down.
  private func clip(
    _ place: Place, after count: Int, isLast: Bool, repeats: Bool = false, speed: Double = trickle
  ) throws -> (FaultServer, URL) {
    let server = try FaultServer()
    let sliced = try SlicedStream.transport("start-offset.ts")
    var text = "#EXTM3U\n#EXT-X-TARGETDURATION:1\n"
    for (index, segment) in sliced.segments.enumerated() {
      text += "#EXTINF:1,\n\(index).ts\n"
      var resource = ServedResource(.data(segment.data))
      if place == .segment, index == (isLast ? sliced.segments.count - 2 : 0) {
        resource.faults = [.trickle(after: count, bytesPerSecond: speed)]
        resource.lastingFault = .trickle(after: repeats ? count : 0, bytesPerSecond: speed)
        // Each try starts from the beginning.
        resource.hasRanges = !repeats
      }
      server.serve("/\(index).ts", resource)
    }
    var playlist = ServedResource(.data(Data((text + "#EXT-X-ENDLIST\n").utf8)))
    if place == .playlist { playlist.lastingFault = .trickle(after: count, bytesPerSecond: speed) }
    server.serve("/index.m3u8", playlist)
    var file = try ServedResource(file: Fixtures.url("h264-bframes.mp4"))
    file.faults = [.trickle(after: count, bytesPerSecond: speed)]
    file.lastingFault = .trickle(after: 0, bytesPerSecond: speed)
    server.serve("/film.mp4", file)
    return (server, server.url(place == .file ? "/film.mp4" : "/index.m3u8"))
  }

  private func failure(of run: StreamRun) -> MediaError? {
    var steps = 0
    while run.failure == nil, run.playedShort == nil, !run.hasEnded, steps < 2000 {
      run.run(seconds: 0.1)
      steps += 1
    }
    return run.failure ?? run.playedShort
  }

  private var options: RequestOptions {
    var options = RequestOptions()
    options.networkTimeout = 1
    return options
  }

  private func expectSlow(_ run: StreamRun) {
    let error = failure(of: run)
    switch error?.kind {
    case .tooSlow, .timedOut: break
    default:
      let eventLog = run.item.journal.entries.suffix(40).map { "\($0.host.nanoseconds / 1_000_000) ms: \($0.event)" }
      Issue.record("\(String(describing: error)) after:\n\(eventLog.joined(separator: "\n"))")
    }
  }

  @Test(arguments: Place.allCases) func openingFailsWhenSlow(place: Place) throws {
    let (server, url) = try clip(place, after: place == .file ? 20 : 4, isLast: false)
    defer { server.stop() }
    let run = StreamRun(url, options: options, sources: ScaledTimeSources(pace: Self.pace))
    expectSlow(run)
    #expect(run.frames.isEmpty)
  }

  /// Three times the low-speed limit: no transfer is too slow, and the opening would last for minutes.
  @Test(arguments: [Place.file, .segment]) func openingFailsWithinBudget(place: Place) throws {
    let (server, url) = try clip(place, after: place == .file ? 20 : 4, isLast: false, speed: 200)
    defer { server.stop() }
    let run = StreamRun(url, options: options, sources: ScaledTimeSources(pace: Self.pace))
    guard case .openingTooSlow(let bytes, let seconds)? = failure(of: run)?.kind else {
      Issue.record("\(String(describing: run.failure))")
      return
    }
    // A twentieth of a minute; the bytes received in that time allow less than another second.
    #expect(seconds == 3)
    #expect((300...2000).contains(bytes))
    #expect(server.requests.count <= 3)
  }

  /// The header comes at once, and the data that a probe reads after it would last for minutes.
  @Test func describesDataReceivedInTime() throws {
    let (server, url) = try clip(.file, after: 20_000, isLast: false, speed: 200)
    defer { server.stop() }
    let clock = SystemClock()
    let environment = PlaybackEnvironment(clock: clock, audio: nil, sources: ScaledTimeSources(pace: Self.pace))
    let source = try ItemOpener().open(
      EngineItem(url: url), environment, gate: clock.makeGate("test"), budget: OpeningBudget(), adopt: { _ in true })
    let opened = try #require(source)
    let info = try opened.describe()
    #expect(info.tracks.map(\.kind) == [.video, .audio])
    #expect(server.requests.count <= 3)
  }

  @Test(arguments: [Place.file, .segment]) func playbackFailsWhenSlow(place: Place) throws {
    let (server, url) = try clip(place, after: place == .file ? 400_000 : 20_000, isLast: true)
    defer { server.stop() }
    let run = StreamRun(
      url, options: options, ahead: 0.5, packetBytes: 48 << 10, sources: ScaledTimeSources(pace: Self.pace))
    expectSlow(run)
    #expect(!run.frames.isEmpty)
  }

  @Test func failsWhenEveryTryBreaksAtSamePosition() throws {
    let (server, url) = try clip(.segment, after: 20_000, isLast: true, repeats: true)
    defer { server.stop() }
    let run = StreamRun(
      url, options: options, ahead: 0.5, packetBytes: 48 << 10, sources: ScaledTimeSources(pace: Self.pace))
    expectSlow(run)
    #expect(!run.frames.isEmpty)
  }
}
