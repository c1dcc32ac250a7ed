import CoreMedia
import Foundation
import PlayheadItems
import PlayheadRoutes
import PlayheadText
import PlayheadTesting
import TestSupport
import Testing

@testable import PlayheadEngine

/// A session whose item another device plays, on the manual clock. The file has 20 s; the device needs up to 0.5 s for
/// each request and reports whole seconds.
@Suite struct ExternalPlaybackTests {
  private static let tolerance = 1.6
  private let renderer = SimulatedRenderer(duration: 20)

  private func time(_ seconds: Double) -> CMTime { CMTime(seconds: seconds, preferredTimescale: 1000) }

  private func makeStage() throws -> Stage { try Stage("demo.mp4") }

  private func run(_ stage: Stage, _ renderer: SimulatedRenderer? = nil, seconds: Double) {
    let renderer = renderer ?? self.renderer
    for _ in 0..<Int((seconds / 0.05).rounded()) {
      stage.advance(by: .milliseconds(50))
      renderer.tick()
    }
    stage.settle()
  }

  private func isWaiting(_ stage: Stage) -> Bool { stage.session.snapshot.timeControl == .waiting(.toMinimizeStalls) }

  @Test func playbackContinuesOnRendererAtSamePosition() throws {
    let stage = try makeStage()
    stage.session.setRate(1)
    stage.advance(by: .seconds(5))
    let position = stage.session.currentTime().seconds
    #expect(position > 4)
    stage.session.setRenderer(renderer)
    stage.settle()
    #expect(isWaiting(stage) && stage.session.snapshot.rate == 1)
    stage.clearRecords()
    run(stage, seconds: 4)
    #expect(stage.session.snapshot.timeControl == .playing)
    #expect(renderer.isPlaying && renderer.position > position + 1)
    #expect(abs(stage.session.currentTime().seconds - renderer.position) < Self.tolerance)
    // Neither frames nor audio on this computer.
    #expect(stage.shown.isEmpty && stage.capturedAudio.allSatisfy { $0.samples.allSatisfy { $0 == 0 } })
  }

  @Test func commandsOfClientReachRenderer() throws {
    let stage = try makeStage()
    stage.session.setRenderer(renderer)
    stage.session.setRate(1)
    run(stage, seconds: 3)
    let identifier = stage.seek(time(12))
    run(stage, seconds: 4)
    #expect(stage.answers == [.init(seek: identifier, finished: true)])
    #expect(renderer.position > 13 && renderer.position < 16)
    #expect(abs(stage.session.currentTime().seconds - renderer.position) < Self.tolerance)
    stage.session.setVolume(0.25)
    stage.session.setMuted(true)
    stage.session.setRate(0)
    run(stage, seconds: 3)
    #expect(!renderer.isPlaying && renderer.volume == 0.25 && renderer.isMuted)
    #expect(stage.session.snapshot.timeControl == .paused)
    let paused = stage.session.currentTime()
    run(stage, seconds: 2)
    // The next report may correct the position, which then remains.
    #expect(abs((stage.session.currentTime() - paused).seconds) < 0.5)
  }

  @Test func endOfRendererIsEndOfItem() throws {
    let stage = try makeStage()
    stage.seek(time(16))
    stage.session.setRenderer(renderer)
    stage.session.setRate(1)
    run(stage, seconds: 3)
    stage.clearRecords()
    run(stage, seconds: 8)
    #expect(stage.eventLog.filter { $0 == "playedToEnd" }.count == 1)
    #expect(stage.session.snapshot.rate == 0)
    #expect(stage.session.currentTime().seconds == 20)
    // Playback after a seek loads the item again: the device has unloaded it.
    stage.seek(time(3))
    stage.session.setRate(1)
    run(stage, seconds: 4)
    #expect(renderer.isPlaying && abs(stage.session.currentTime().seconds - renderer.position) < Self.tolerance)
  }

  /// A session that plays the last seconds of an item on the device, with another one after it.
  private func playNearEndOfQueue() throws -> (stage: Stage, next: EngineItem) {
    let stage = try makeStage()
    stage.session.setEndAction(.advance)
    let next = EngineItem(url: try Fixtures.url("demo.mp4"))
    stage.session.setNextItem(next)
    stage.seek(time(17))
    stage.session.setRenderer(renderer)
    stage.session.setRate(1)
    return (stage, next)
  }

  @Test func nextItemOfQueueIsLoadedAfterEnd() throws {
    let (stage, next) = try playNearEndOfQueue()
    run(stage, seconds: 10)
    #expect(stage.session.snapshot.item === next && stage.session.snapshot.timeControl == .playing)
    #expect(renderer.isPlaying && renderer.position < 8)
    #expect(abs(stage.session.currentTime().seconds - renderer.position) < Self.tolerance)
  }

  @Test func pauseBetweenItemsPausesNextItem() throws {
    let (stage, next) = try playNearEndOfQueue()
    for _ in 0..<200 where stage.session.snapshot.item !== next { run(stage, seconds: 0.05) }
    #expect(stage.session.snapshot.item === next && !renderer.isPlaying)
    stage.session.setRate(0)
    run(stage, seconds: 4)
    #expect(!renderer.isPlaying && stage.session.snapshot.timeControl == .paused)
    stage.session.setRate(1)
    run(stage, seconds: 4)
    #expect(renderer.isPlaying && stage.session.snapshot.timeControl == .playing)
  }

  @Test func replacedItemIsRemovedFromRenderer() throws {
    let stage = try makeStage()
    stage.session.setRenderer(renderer)
    stage.session.setRate(1)
    run(stage, seconds: 3)
    #expect(renderer.isPlaying)
    let missing = EngineItem(url: URL(fileURLWithPath: "/missing/\(UUID().uuidString).mp4"))
    stage.session.setItem(missing)
    run(stage, seconds: 2)
    #expect(missing.snapshot.status == .failed && !renderer.isLoaded && !renderer.isPlaying)
    // The next item plays on the renderer.
    stage.session.setItem(EngineItem(url: try Fixtures.url("demo.mp4")))
    stage.session.setRate(1)
    run(stage, seconds: 4)
    #expect(renderer.isPlaying && stage.session.snapshot.timeControl == .playing)
  }

  @Test func itemIsLoadedAgainWithOtherCaptionFiles() throws {
    let stage = try makeStage()
    let item = try #require(stage.session.snapshot.item)
    stage.session.setRenderer(renderer)
    stage.session.setRate(1)
    run(stage, seconds: 4)
    #expect(renderer.loadedItems.map(\.captions) == [nil])
    var document = CueDocument(format: .subRip)
    document.cues = [
      Cue(start: time(5), end: time(6), source: "<i>A</i>", runs: [CueRun("A")])
    ]
    let file = item.captions.add(document)
    run(stage, seconds: 4)
    #expect(renderer.loadedItems.last?.captions?.subRip == "1\n00:00:05,000 --> 00:00:06,000\nA\n")
    #expect(renderer.isPlaying && stage.session.snapshot.timeControl == .playing)
    #expect(abs(stage.session.currentTime().seconds - renderer.position) < Self.tolerance && renderer.position > 4)
    item.captions.removeFile(file)
    run(stage, seconds: 3)
    #expect(renderer.loadedItems.map { $0.captions != nil } == [false, true, false] && renderer.isPlaying)
  }

  @Test(arguments: [
    ("http://user:word@192.168.0.7/a.mp4", false), ("http://127.0.0.1:8080/a.mp4", false),
    ("http://localhost/a.mp4", false), ("http://a.localhost/b.mp4", false), ("http://[::1]/a.mp4", false),
    ("http://192.168.0.7/a.mp4", true), ("https://example.com/a.mp4", true), ("file:///a.mp4", true),
  ])
  func addressOfThisComputerOrWithCredentialsIsNotSelfContained(address: String, isSelfContained: Bool) throws {
    let item = EngineItem(url: try #require(URL(string: address)))
    #expect(item.remoteItem.isSelfContained == isSelfContained)
  }

  @Test func playbackReturnsAtPositionOfRenderer() throws {
    let stage = try makeStage()
    stage.session.setRenderer(renderer)
    stage.session.setRate(1)
    run(stage, seconds: 6)
    let position = renderer.position
    stage.clearRecords()
    stage.session.setRenderer(nil)
    stage.advance(by: .seconds(2))
    #expect(renderer.isStopped)
    #expect(abs(stage.session.currentTime().seconds - position - 2) < Self.tolerance + 0.2)
    #expect(stage.session.snapshot.timeControl == .playing && stage.shown.count > 20)
    #expect(stage.capturedAudio.contains { $0.samples.contains { $0 != 0 } })
  }

  @Test func otherRemoteControlIsFollowed() throws {
    let stage = try makeStage()
    stage.session.setRenderer(renderer)
    stage.session.setRate(1)
    run(stage, seconds: 4)
    renderer.seekByOtherControl(to: 14)
    run(stage, seconds: 3)
    #expect(abs(stage.session.currentTime().seconds - renderer.position) < Self.tolerance && renderer.position > 14)
    renderer.pauseByOtherControl()
    run(stage, seconds: 3)
    #expect(stage.session.snapshot.rate == 0 && stage.session.snapshot.timeControl == .paused)
    #expect(abs(stage.session.currentTime().seconds - renderer.position) < Self.tolerance)
  }

  @Test func lostRendererReturnsPlaybackPausedWithError() throws {
    let stage = try makeStage()
    let item = try #require(stage.session.snapshot.item)
    stage.session.setRenderer(renderer)
    stage.session.setRate(1)
    run(stage, seconds: 5)
    stage.clearRecords()
    renderer.disappear()
    run(stage, seconds: 13)
    #expect(renderer.isStopped && stage.session.snapshot.rate == 0)
    #expect(stage.eventLog.contains { $0.hasPrefix("failed on Living room") })
    #expect(item.log.errors.last?.error.kind == .externalPlayback("Living room", .noResponse))
    // This computer plays on request.
    stage.clearRecords()
    stage.session.setRate(1)
    stage.advance(by: .seconds(1))
    #expect(!stage.shown.isEmpty && stage.session.snapshot.timeControl == .playing)
  }

  @Test func ratesOtherThanOneAreReplaced() throws {
    let stage = try makeStage()
    stage.session.setRate(2)
    stage.advance(by: .seconds(1))
    stage.session.setRenderer(renderer)
    run(stage, seconds: 3)
    #expect(stage.session.snapshot.rate == 1 && stage.session.snapshot.timeControl == .playing)
  }

  @Test func steppingIsIgnored() throws {
    let stage = try makeStage()
    stage.session.setRenderer(renderer)
    run(stage, seconds: 1)
    stage.session.step(by: 3)
    run(stage, seconds: 1)
    #expect(stage.session.currentTime() == .zero)
  }

  @Test func audioOnlyItemIsPlayed() throws {
    let stage = try Stage("audio.mp3")
    let duration = try #require(stage.session.snapshot.item?.snapshot.duration.seconds)
    let renderer = SimulatedRenderer(duration: duration)
    stage.session.setRenderer(renderer)
    stage.session.setRate(1)
    run(stage, renderer, seconds: 3)
    #expect(stage.session.snapshot.timeControl == .playing && renderer.isPlaying)
    stage.seek(time(duration - 2))
    run(stage, renderer, seconds: 6)
    #expect(stage.eventLog.filter { $0 == "playedToEnd" }.count == 1)
  }

  /// Random commands of the client and of another remote control: at rest, session and device are equal.
  @Test(arguments: 0..<3) func sessionAndRendererAreEqualAfterRandomCommands(batch: Int) throws {
    try verify(batch)
  }

  @Test(
    .enabled(if: ProcessInfo.processInfo.environment["PLAYHEAD_SOAK"] != nil, "`make soak` runs the long tests"),
    arguments: 3..<20)
  func soakSessionAndRendererAreEqualAfterRandomCommands(batch: Int) throws { try verify(batch) }

  /// Runs 50 sequences.
  private func verify(_ batch: Int) throws {
    let stage = try makeStage()
    for seed in batch * 50..<(batch + 1) * 50 {
      var random = SeededNumbers(UInt64(seed))
      stage.session.setRenderer(nil)
      stage.session.setRate(0)
      stage.seek(.zero)
      stage.advance(by: .milliseconds(300))
      let renderer = SimulatedRenderer(duration: 20, seed: seed)
      stage.session.setRenderer(renderer)
      var log: [String] = []
      for _ in 0..<Int.random(in: 2...6, using: &random) {
        switch Int.random(in: 0..<6, using: &random) {
        case 0, 1:
          log.append("play")
          stage.session.setRate(1)
        case 2:
          log.append("pause")
          stage.session.setRate(0)
        case 3, 4:
          let target = Double.random(in: 0...9, using: &random)
          log.append("seek \(target)")
          stage.seek(time(target))
        default:
          log.append("pause by other control")
          renderer.pauseByOtherControl()
        }
        run(stage, renderer, seconds: Double.random(in: 0...1.5, using: &random))
      }
      run(stage, renderer, seconds: 5)
      let snapshot = stage.session.snapshot
      let state = "\(seed) \(log): \(snapshot.timeControl), \(renderer.isPlaying)"
      #expect((snapshot.rate == 1) == renderer.isPlaying, "\(state)")
      #expect((snapshot.timeControl == .playing) == renderer.isPlaying, "\(state)")
      if renderer.hasStarted {
        let positions = (stage.session.currentTime().seconds, renderer.position)
        #expect(abs(positions.0 - positions.1) < Self.tolerance, "\(state), \(positions)")
      }
    }
  }
}
