import AVFoundation
import Foundation
import PlayheadEngine
import PlayheadItems
import PlayheadTesting
import Synchronization
import TestSupport
import Testing

@testable import MediaPlayer

@Suite("MPMoviePlayerController", .serialized)
struct MoviePlayerTests {
  /// A movie player on a manual clock, and the notifications that it posts.
  private final class Stage {
    let clock = ManualClock()
    let movie: MPMoviePlayerController
    let names = Collected<String>()
    let reasons = Collected<Int>()
    private var tokens: [any NSObjectProtocol] = []

    init(_ url: URL) {
      let environment = PlaybackEnvironment(clock: clock, audio: CapturingAudio { _ in }, delivery: clock)
      movie = MPMoviePlayerController(contentURL: url, player: AVPlayer(environment: environment))
      let (names, reasons) = (names, reasons)
      for name: NSNotification.Name in [
        .MPMoviePlayerPlaybackDidFinish, .MPMoviePlayerPlaybackStateDidChange, .MPMoviePlayerLoadStateDidChange,
        .MPMovieDurationAvailable, .MPMovieNaturalSizeAvailable, .MPMovieMediaTypesAvailable,
        .MPMovieSourceTypeAvailable, .MPMediaPlaybackIsPreparedToPlayDidChange, .MPMoviePlayerScalingModeDidChange,
        .MPMoviePlayerNowPlayingMovieDidChange,
      ] {
        tokens.append(
          NotificationCenter.default.addObserver(forName: name, object: movie, queue: nil) { note in
            names.add(note.name.rawValue.replacingOccurrences(of: "Notification", with: ""))
            let reason = note.userInfo?[MPMoviePlayerPlaybackDidFinishReasonUserInfoKey] as? NSNumber
            if let reason { reasons.add(reason.intValue) }
          })
      }
    }

    deinit {
      for token in tokens { NotificationCenter.default.removeObserver(token) }
      movie.player.session.close()
    }

    func run(_ seconds: Double) { clock.advance(by: .seconds(seconds)) }
    func runToEnd() { clock.advance(limit: .seconds(120)) { !reasons.all.isEmpty } }
  }

  private static let url = try? Fixtures.url("h264-bframes.mp4")

  private func stage() throws -> Stage { Stage(try #require(Self.url)) }

  @Test func nothingIsOpenedBeforePlayback() throws {
    let stage = try stage()
    stage.run(1)
    #expect(stage.names.all.isEmpty && stage.movie.playbackState == .stopped && stage.movie.loadState == [])
    #expect(stage.movie.duration == 0 && stage.movie.currentPlaybackTime.isNaN && !stage.movie.isPreparedToPlay)
    #expect(stage.movie.shouldAutoplay && stage.movie.repeatMode == .none && stage.movie.scalingMode == .aspectFit)
    #expect(stage.movie.initialPlaybackTime == -1 && stage.movie.endPlaybackTime == -1)
  }

  /// The file has 10 s of video and audio (Scripts/fixtures.d/expected.tsv).
  @Test func preparedMoviePlaysByItself() throws {
    let stage = try stage()
    stage.movie.prepareToPlay()
    stage.run(1)
    #expect(stage.movie.isPreparedToPlay && stage.movie.playbackState == .playing)
    #expect(stage.movie.loadState == [.playable, .playthroughOK] && stage.movie.movieSourceType == .file)
    #expect(stage.movie.duration == 10 && stage.movie.movieMediaTypes.contains(.video))
    #expect(stage.movie.naturalSize.width > 0 && stage.movie.playableDuration == 10)
    stage.runToEnd()
    #expect(stage.reasons.all == [0], "the end was reached")
    #expect(stage.movie.playbackState == .stopped)
    for name in [
      "MPMovieSourceTypeAvailable", "MPMovieMediaTypesAvailable", "MPMovieDurationAvailable",
      "MPMovieNaturalSizeAvailable", "MPMediaPlaybackIsPreparedToPlayDidChange", "MPMoviePlayerPlaybackDidFinish",
    ] {
      #expect(stage.names.all.count { $0 == name } == 1, "\(name) is posted once")
    }
    #expect(stage.names.all.last == "MPMoviePlayerPlaybackDidFinish")
  }

  @Test func preparedMovieWaitsWithoutAutoplay() throws {
    let stage = try stage()
    stage.movie.shouldAutoplay = false
    stage.movie.prepareToPlay()
    stage.run(1)
    #expect(stage.movie.isPreparedToPlay && stage.movie.playbackState == .stopped)
    stage.movie.play()
    stage.run(2)
    #expect(stage.movie.playbackState == .playing && stage.movie.currentPlaybackRate == 1)
    stage.movie.pause()
    stage.run(0.5)
    #expect(stage.movie.playbackState == .paused && abs(stage.movie.currentPlaybackTime - 2) < 0.3)
    stage.movie.currentPlaybackTime = 7
    stage.run(0.5)
    #expect(stage.movie.currentPlaybackTime == 7)
    stage.movie.stop()
    stage.run(0.5)
    #expect(stage.movie.playbackState == .stopped && stage.movie.currentPlaybackTime == 0)
    #expect(stage.reasons.all.isEmpty, "a stop is no end")
  }

  @Test func playsTheChosenPart() throws {
    let stage = try stage()
    stage.movie.initialPlaybackTime = 3
    stage.movie.endPlaybackTime = 5
    stage.movie.play()
    stage.run(0.5)
    #expect(stage.movie.currentPlaybackTime >= 3)
    stage.runToEnd()
    #expect(stage.reasons.all == [0])
    stage.run(0.5)
    #expect(stage.movie.currentPlaybackTime == 3, "the next start is at the beginning of the part")
  }

  @Test func repeatedMoviePlaysOn() throws {
    let stage = try stage()
    stage.movie.repeatMode = .one
    stage.movie.initialPlaybackTime = 8
    stage.movie.play()
    stage.run(7)
    #expect(stage.reasons.all.isEmpty && stage.movie.playbackState == .playing)
    #expect(stage.movie.currentPlaybackTime >= 8)
  }

  @Test func seeksFastInBothDirections() throws {
    let stage = try stage()
    stage.movie.play()
    stage.run(1)
    let start = stage.movie.currentPlaybackTime
    stage.movie.beginSeekingForward()
    stage.run(1)
    #expect(stage.movie.playbackState == .seekingForward)
    let far = stage.movie.currentPlaybackTime
    #expect(far > start + 2)
    stage.movie.beginSeekingBackward()
    stage.run(1)
    #expect(stage.movie.playbackState == .seekingBackward && stage.movie.currentPlaybackTime < far)
    stage.movie.endSeeking()
    stage.run(0.5)
    #expect(stage.movie.playbackState == .playing && stage.movie.currentPlaybackRate == 1)
  }

  @Test func failureIsReportedWithItsError() {
    let stage = Stage(URL(fileURLWithPath: "/nowhere/nothing.mp4"))
    stage.movie.play()
    stage.runToEnd()
    #expect(stage.reasons.all == [1] && stage.movie.playbackState == .stopped && stage.movie.loadState == [])
  }

  @Test func anotherMovieReplacesTheFirst() throws {
    let stage = try stage()
    stage.movie.play()
    stage.run(1)
    stage.movie.contentURL = try Fixtures.url("gapless-a.m4a")
    #expect(stage.movie.playbackState == .stopped && !stage.movie.isPreparedToPlay)
    stage.movie.play()
    stage.run(1)
    #expect(stage.movie.movieMediaTypes == .audio && stage.movie.naturalSize == .zero)
    #expect(stage.names.all.contains("MPMoviePlayerNowPlayingMovieDidChange"))
  }

  @Test(arguments: [
    (AVPlayer.TimeControlStatus.playing, false, 0, false, MPMoviePlaybackState.playing),
    (.playing, true, 0, false, .stopped), (.paused, false, 0, false, .paused),
    (.waitingToPlayAtSpecifiedRate, false, 0, false, .playing),
    (.waitingToPlayAtSpecifiedRate, false, 0, true, .interrupted),
    (.playing, false, 1, false, .seekingForward), (.playing, false, -1, false, .seekingBackward),
  ])
  func stateFollowsThePlayer(
    control: AVPlayer.TimeControlStatus, isStopped: Bool, seeking: Int, hasStalled: Bool,
    expected: MPMoviePlaybackState
  ) {
    #expect(
      MovieState.playback(control, isStopped: isStopped, seeking: seeking, hasStalled: hasStalled) == expected)
  }
}
