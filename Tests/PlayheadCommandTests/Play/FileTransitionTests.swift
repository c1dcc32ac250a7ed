import AVFoundation
import Foundation
import PlayheadClock
import PlayheadItems
import PlayheadTesting
import TestSupport
import Testing

@testable import PlayheadCommand

/// The transition between two files of a list. The two files of the recipe are the halves of one sine with a period of
/// 100 samples: each sample of a gapless transition equals the one a period before it.
@MainActor @Suite("Transitions between files") struct FileTransitionTests {
  /// What was played.
  private struct Played {
    /// The samples of the first channel.
    var samples: [Float] = []
    /// The longest time between the end of a block and the start of the next one, in seconds.
    var longestPause = 0.0
    /// The locations of the files that were ready to play, in order.
    var ready: [String] = []
    /// The locations of the files that failed, in order.
    var failed: [String] = []
    /// Whether the whole list was played.
    var isFinished = false
  }

  /// Plays files to the end of the list, or until as many files as given are ready.
  private func play(
    _ places: [String], files count: Int = .max, _ change: (inout PlayOptions) -> Void = { _ in }
  )
    -> Played
  {
    let (clock, blocks) = (ManualClock(), Collected<CapturedAudio>())
    let environment = PlaybackEnvironment(clock: clock, audio: CapturingAudio { blocks.add($0) }, delivery: clock)
    var options = PlayOptions()
    change(&options)
    let player = Player(files: places.map { MediaLocation($0) }, options: options, environment: environment) {}
    player.start()
    var played = Played()
    let limit = clock.now + .seconds(60)
    while !played.isFinished, played.ready.count < count, clock.now < limit {
      clock.settle()
      for notice in player.update() {
        switch notice {
        case .ready(let file, _): played.ready.append(file.url.lastPathComponent)
        case .failed(let file, _): played.failed.append(file.url.lastPathComponent)
        case .finished: played.isFinished = true
        default: break
        }
      }
      if !played.isFinished, !clock.step() { break }
    }
    player.close()
    var end: HostTime?
    for block in blocks.all {
      let frames = block.samples.count / block.format.channelCount
      if let end { played.longestPause = max(played.longestPause, (block.hostTime - end).seconds) }
      end = block.hostTime + .seconds(Double(frames) / Double(block.format.sampleRate))
      for frame in 0..<frames { played.samples.append(block.samples[frame * block.format.channelCount]) }
    }
    return played
  }

  /// The largest difference between a sample and the one a period before it.
  private func largestChange(_ samples: [Float]) -> Float {
    zip(samples, samples.dropFirst(100)).reduce(0) { max($0, abs($1.0 - $1.1)) }
  }

  @Test("The second file follows the first one without a gap", arguments: ["wav", "flac", "m4a", "opus"])
  func gapless(format: String) throws {
    let played = play(try ["a", "b"].map { try Fixtures.url("gapless-\($0).\(format)").path })
    #expect(played.isFinished && played.failed.isEmpty)
    #expect(played.ready == ["gapless-a.\(format)", "gapless-b.\(format)"])
    // 4 s each at 44.1 kHz; Opus has 48 kHz.
    #expect(played.samples.count == (format == "opus" ? 2 * 192_000 : 2 * 176_400))
    #expect(played.longestPause < 0.000_1)
    #expect(largestChange(played.samples) < (format == "m4a" || format == "opus" ? 0.1 : 0.001))
  }

  @Test("A list of one file repeats without a gap") func repeats() throws {
    let played = play([try Fixtures.url("gapless-a.wav").path], files: 3) { $0.loops = true }
    #expect(played.ready.count == 3)
    #expect(played.samples.count >= 2 * 176_400)
    #expect(played.longestPause < 0.000_1)
  }

  @Test("A missing file is reported, and the others play") func missing() throws {
    let clips = try ["a", "b"].map { try Fixtures.url("gapless-\($0).wav").path }
    let played = play([clips[0], "/nowhere/missing.wav", clips[1]])
    #expect(played.isFinished)
    #expect(played.ready == ["gapless-a.wav", "gapless-b.wav"])
    #expect(played.failed == ["missing.wav"])
    #expect(abs(played.samples.count - 2 * 176_400) <= 1_024)
  }

  @Test("Parts of files follow each other") func parts() throws {
    let played = play(try ["a", "b"].map { try Fixtures.url("gapless-\($0).wav").path }) {
      $0.start = 1
      $0.length = 1
    }
    #expect(played.isFinished && played.failed.isEmpty)
    #expect(played.ready == ["gapless-a.wav", "gapless-b.wav"])
  }
}

/// The item that is queued after the current one.
@MainActor @Suite("Next item") struct NextItemTests {
  private let player = AVQueuePlayer(environment: PlaybackEnvironment(clock: ManualClock(), audio: nil))
  private func url(_ name: String) -> URL { URL(filePath: "/\(name)") }
  private func item() throws -> AVPlayerItem { AVPlayerItem(url: try Fixtures.url("audio.wav")) }

  @Test("Another file replaces the queued one") func replaces() throws {
    let (current, first, second) = (try item(), try item(), try item())
    let next = NextItem(player, lastAction: .pause)
    next.queue(url("first")) { first }
    #expect(player.items().isEmpty, "nothing follows no item")
    player.replaceCurrentItem(with: current)
    next.queue(url("first")) { first }
    next.queue(url("first")) { second }
    #expect(player.items() == [current, first] && player.actionAtItemEnd == .advance)
    next.queue(url("second")) { second }
    #expect(player.items() == [current, second])
    next.queue(nil) { first }
    #expect(player.items() == [current] && player.actionAtItemEnd == .pause)
  }

  @Test("The item is taken only after the player has advanced to it") func taken() throws {
    let (current, following) = (try item(), try item())
    let next = NextItem(player, lastAction: .none)
    player.replaceCurrentItem(with: current)
    next.queue(url("file")) { following }
    player.advanceToNextItem()
    #expect(next.take(url("file")) === following)
    #expect(player.actionAtItemEnd == .none && next.take(url("file")) == nil)
    next.queue(url("file")) { current }
    #expect(next.take(url("file")) == nil, "the player has not advanced")
    #expect(player.items() == [following])
  }
}
