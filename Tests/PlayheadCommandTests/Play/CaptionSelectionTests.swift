@_spi(Playhead) import AVFoundation
import Foundation
import PlayheadCaptionTracks
import PlayheadClock
import PlayheadItems
import PlayheadPipeline
import PlayheadTesting
import PlayheadText
import TestSupport
import Testing

@testable import PlayheadCommand

/// Collects the text over each frame.
private final class CaptionSink: VideoSink {
  /// The text of the captions over each frame; empty without captions.
  let shown = Collected<String>()
  var lead: HostDuration { .zero }
  func present(_ presented: PresentedFrame) {
    add(presented.captions.scene(at: presented.frame.presentationTime))
  }
  func presentCaptions(_ captions: ItemCaptions, at time: CMTime, deadline: HostTime) {
    add(captions.scene(at: time))
  }
  func clear() {}

  private func add(_ scene: CaptionScene) {
    shown.add(scene.layers.flatMap(\.cues).map(\.cue.text).joined(separator: "|"))
  }
}

/// The captions over the frames of `playhead play`. The file has captions in English and German, whose first is shown
/// from 0.25 s on.
@MainActor @Suite struct CaptionSelectionTests {
  /// Plays the start of the file. Returns the captions of the frames, without repetitions, and the notices of keys.
  private func play(
    seconds: Double = 2, _ change: (inout PlayOptions) -> Void = { _ in }, keys: (Player) -> Void = { _ in }
  ) throws -> (texts: [String], messages: [String], failures: [String]) {
    let clock = ManualClock()
    let environment = PlaybackEnvironment(clock: clock, audio: CapturingAudio { _ in }, delivery: clock)
    var options = PlayOptions()
    options.length = seconds
    change(&options)
    let film = MediaLocation(try Fixtures.url("demo.mp4").path)
    let player = Player(files: [film], options: options, environment: environment) {}
    defer { player.close() }
    let sink = CaptionSink()
    player.attach(sink)
    player.start()
    var (messages, failures): ([String], [String]) = ([], [])
    var (isOver, hasTyped) = (false, false)
    while !isOver {
      clock.settle()
      for notice in player.update() {
        switch notice {
        case .captions(let name, let number, let count):
          messages.append(CaptionCycle.sentence(name, number: number, of: count))
        case .captionsFailed(let file, let error): failures.append("\(file.name): \(error.reason)")
        case .finished: isOver = true
        default: break
        }
      }
      if player.status.state == .playing, !hasTyped {
        hasTyped = true
        keys(player)
      }
      if !isOver, !clock.step() { break }
    }
    #expect(isOver)
    return (sink.shown.all.reduce(into: []) { if $0.last != $1 { $0.append($1) } }, messages, failures)
  }

  @Test func filesShowNoCaptionsByDefault() throws {
    #expect(try play().texts == [""])
  }

  @Test func languageSelectsCaptions() throws {
    let texts = try play { $0.subtitles = "de" }.texts
    #expect(texts.first { !$0.isEmpty } == "Der Tag beginnt.")
  }

  @Test func offShowsNoCaptionsUntilKeySelectsThem() throws {
    #expect(try play { $0.subtitles = "off" }.texts == [""])
    let played = try play {
      $0.subtitles = "off"
    } keys: { player in
      player.perform(.cycleCaptions(-1))
    }
    #expect(played.messages.first?.hasPrefix("captions 2/2: ") == true)
    #expect(played.texts.first { !$0.isEmpty } == "Der Tag beginnt.")
  }

  @Test func keysCycleThroughCaptionsAndNone() throws {
    let played = try play {
      $0.subtitles = "de"
    } keys: { player in
      for _ in 0..<3 { player.perform(.cycleCaptions(1)) }
    }
    #expect(played.messages.map { String($0.prefix(12)) } == ["captions off", "captions 1/2", "captions 2/2"])
  }

  @Test func unreadableCaptionFileIsReportedOnceAndOthersAreShown() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("captions-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let words = folder.appendingPathComponent("words.srt")
    try "1\n00:00:00,000 --> 00:00:30,000\nbeside the film\n".write(to: words, atomically: true, encoding: .utf8)
    let reported = Collected<Void>()
    let files = CaptionFiles([MediaLocation("\(folder.path)/gone.srt"), MediaLocation(words.path)]) {
      reported.add(())
    }
    let film = try Fixtures.url("demo.mp4")
    let items = [AVPlayerItem(url: film), AVPlayerItem(url: film)]
    for item in items {
      files.add(to: item)
      while item.sidecarCaptions.isEmpty { await Task.yield() }
      #expect(item.sidecarCaptions.map(\.url) == [words])
    }
    #expect(reported.all.count == 1)
    #expect(files.takeFailures().map(\.error.kind) == [.fileNotFound])
    #expect(files.takeFailures().isEmpty)
  }
}
