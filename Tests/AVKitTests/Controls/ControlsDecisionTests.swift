import CoreMedia
import PlayheadClock
import Testing

@testable import AVKit

@Suite("Which controls are shown")
struct ControlsLayoutTests {
  private func controls(
    style: AVPlayerViewControlsStyle = .inline, width: Int = 960, height: Int = 540, audio: Int = 1, subtitles: Int = 0,
    quality: Int = 0,
    change: (inout ControlsLayout.Options, inout PlaybackSnapshot) -> Void = { _, _ in }
  ) -> Set<Control> {
    var options = ControlsLayout.Options(style: style)
    var playback = PlaybackSnapshot(hasItem: true, position: 5, duration: 60)
    change(&options, &playback)
    return ControlsLayout(
      options, playback: playback, choices: .init(audio: audio, subtitles: subtitles, quality: quality), width: width,
      height: height
    ).controls
  }

  @Test("Labels and icons are larger in full screen, except on a handheld device")
  func large() {
    func isLarge(_ style: AVPlayerViewControlsStyle = .inline, height: Int, fillsScreen: Bool) -> Bool {
      let playback = PlaybackSnapshot(hasItem: true, position: 5, duration: 60)
      return ControlsLayout(
        .init(style: style), playback: playback, choices: .init(), width: 1920, height: height, fillsScreen: fillsScreen
      ).isLarge
    }
    #expect(isLarge(height: 1080, fillsScreen: true) && !isLarge(height: 1080, fillsScreen: false))
    #expect(!isLarge(height: 400, fillsScreen: true) && !isLarge(.none, height: 1080, fillsScreen: true))
  }

  @Test("A video without options shows no menus")
  func plain() { #expect(controls() == [.play, .seekBar, .position, .duration, .volume, .speed]) }

  @Test func navigationAddsChaptersAndSkipsWhereThereIsRoom() {
    func navigation(width: Int, chapters: Int, isLinear: Bool = false) -> Set<Control> {
      var options = ControlsLayout.Options(style: .inline)
      options.showsNavigation = true
      var playback = PlaybackSnapshot(hasItem: true, position: 5, duration: 60)
      playback.isLinear = isLinear
      return ControlsLayout(
        options, playback: playback, choices: .init(chapters: chapters), width: width, height: 540
      ).controls.intersection([.skipBack, .skipForward, .chapters])
    }
    #expect(navigation(width: 960, chapters: 3) == [.skipBack, .skipForward, .chapters])
    #expect(navigation(width: 960, chapters: 0) == [.skipBack, .skipForward])
    #expect(navigation(width: 360, chapters: 3) == [])
    #expect(navigation(width: 960, chapters: 3, isLinear: true) == [])
    #expect(!controls().contains(.skipBack))
  }

  @Test("A style without controls shows none")
  func none() { #expect(controls(style: .none).isEmpty) }

  @Test("Menus appear when there are options")
  func menus() {
    #expect(controls(audio: 2, subtitles: 1).isSuperset(of: [.audio, .subtitles, .speed]))
    #expect(!controls(audio: 1).contains(.audio))
    #expect(controls(quality: 3).contains(.quality))
    #expect(!controls(quality: 1).contains(.quality))
  }

  @Test("A linear playback requirement removes seeking controls")
  func linear() {
    let linear = controls { options, playback in
      playback.isLinear = true
      options.showsFrameStepping = true
    }
    #expect(linear == [.play, .seekBar, .position, .duration, .volume])
    var playback = PlaybackSnapshot(hasItem: true, position: 5, duration: 60, isLinear: true)
    #expect(ControlsContent(playback).isFixed && ControlsContent(playback).reach == 0...60)
    playback.isLinear = false
    #expect(!ControlsContent(playback).isFixed)
  }

  @Test("A timecode counts frames instead of seconds")
  func timecode() {
    let playback = PlaybackSnapshot(hasItem: true, position: 5.04, duration: 60)
    let code = Timecode("10:00:00:00", frameRate: 25)
    #expect(ControlsContent(playback, timecode: code).position == "10:00:05:01")
    #expect(ControlsContent(playback).position == "0:05")
  }

  @Test("A narrow view combines the menus")
  func narrow() {
    let narrow = controls(width: 360, audio: 2, subtitles: 3)
    #expect(narrow.contains(.more))
    #expect(narrow.isDisjoint(with: [.audio, .subtitles, .speed]))
    // A menu with a single submenu is not shown.
    #expect(controls(width: 360).contains(.speed))
  }

  @Test("A low view and the minimal style have one row")
  func low() {
    #expect(controls(height: 120) == [.play, .seekBar])
    #expect(
      controls(style: .minimal) { options, _ in options.showsFullScreen = true } == [.play, .seekBar, .fullScreen])
  }

  @Test func remainingTimeIsNegativeAndCountsWholeSeconds() {
    let playback = PlaybackSnapshot(hasItem: true, position: 65.9, duration: 3661.5, seekable: 0...3661)
    #expect(ControlsContent(playback, showsRemaining: true).duration == "-0:59:56")
    let unknown = PlaybackSnapshot(hasItem: true, duration: 60)
    #expect(ControlsContent(unknown, showsRemaining: true).duration == "1:00")
    let past = PlaybackSnapshot(hasItem: true, position: 61, duration: 60)
    #expect(ControlsContent(past, showsRemaining: true).duration == "-0:00")
  }

  @Test("A live stream: the delay behind the edge")
  func live() {
    let live = controls { _, playback in (playback.duration, playback.seekable) = (nil, 100...200) }
    #expect(live == [.play, .seekBar, .position, .volume, .live])
  }

  @Test("A queue has previous and next buttons, and preferences are respected")
  func options() {
    let all = controls { options, playback in
      playback.hasNext = true
      options.showsFrameStepping = true
      options.showsPictureInPicture = true
      options.hasSpeeds = false
    }
    #expect(all.isSuperset(of: [.previous, .next, .stepBack, .stepForward, .pictureInPicture]))
    #expect(!all.contains(.speed))
  }
}

@Suite("Content of the controls")
struct ControlsContentTests {
  @Test("A video: play, pause, and replay at the end")
  func videoContent() {
    var playback = PlaybackSnapshot(hasItem: true, isPlaying: true, position: 65.9, duration: 3661, seekable: 0...3661)
    #expect(ControlsContent(playback).playButton == .pause)
    #expect(ControlsContent(playback).position == "0:01:05")
    #expect(ControlsContent(playback).duration == "1:01:01")
    #expect(ControlsContent(playback).reach == 0...3661)
    playback.isPlaying = false
    #expect(ControlsContent(playback).playButton == .play)
    playback.position = 3661
    #expect(ControlsContent(playback).playButton == .replay)
  }

  @Test("A live stream: the delay behind the edge")
  func live() {
    var playback = PlaybackSnapshot(hasItem: true, isPlaying: true, position: 940, seekable: 100...1000)
    let behind = ControlsContent(playback)
    #expect(
      behind.live == .behind && behind.position == "-1:00" && behind.reach == 100...1000 && behind.duration.isEmpty)
    playback.position = 990
    let now = ControlsContent(playback)
    #expect(now.live == .atEdge && now.position.isEmpty)
  }

  @Test("Without an item, and with an unplayable one")
  func nothing() {
    let nothing = ControlsContent(PlaybackSnapshot())
    #expect(!nothing.canPlay && nothing.reach == nil && nothing.position == "--:--")
    #expect(!ControlsContent(PlaybackSnapshot(hasItem: true, failure: "No.")).canPlay)
  }
}

@Suite("Waiting indicator, loops, menus")
struct ControlHelperTests {
  private func time(_ milliseconds: Int64) -> HostTime { HostTime(nanoseconds: milliseconds * 1_000_000) }

  @Test("The waiting indicator appears after 300 ms, and again only after another 300 ms")
  func waiting() {
    var sign = SpinnerPolicy()
    #expect(sign.isShown(isWaiting: true, at: time(1000)) == false)
    #expect(sign.isShown(isWaiting: true, at: time(1299)) == false)
    #expect(sign.isShown(isWaiting: true, at: time(1300)) == true)
    #expect(sign.isShown(isWaiting: false, at: time(1400)) == false)
    #expect(sign.isShown(isWaiting: true, at: time(1600)) == false)
  }

  @Test("A loop repeats from its start, whichever end was set first")
  func part() {
    var repetition = Repetition()
    repetition.togglePart(at: 20)
    #expect(repetition.restart(at: 30, duration: 60) == nil)
    repetition.togglePart(at: 10)
    #expect(repetition.restart(at: 19.9, duration: 60) == nil)
    #expect(repetition.restart(at: 20, duration: 60) == 10)
    repetition.togglePart(at: 15)
    #expect(repetition.restart(at: 60, duration: 60) == nil)
    repetition.repeatsAll = true
    #expect(repetition.restart(at: 60, duration: 60) == 0)
  }

  @Test("Previous chapter goes to the start of this one, or to the one before")
  func chapters() {
    let choices = ItemChoices(chapters: [0, 60, 120].map { ChapterMark(start: $0, title: "\($0)") })
    #expect(choices.start(ofChapter: 1, from: 70) == 120)
    #expect(choices.start(ofChapter: 1, from: 130) == nil)
    #expect(choices.start(ofChapter: -1, from: 70) == 60)
    #expect(choices.start(ofChapter: -1, from: 62) == 0)
    #expect(choices.start(ofChapter: -1, from: 1) == 0)
    #expect(ItemChoices().start(ofChapter: 1, from: 0) == nil)
  }

  @Test("Cycling passes through all options, and none where allowed")
  func cycling() {
    let subtitles = ChoiceList(names: ["a", "b"], selected: 1, allowsNone: true)
    #expect(subtitles.next(1) == .some(nil))
    #expect(subtitles.next(-1) == .some(0))
    #expect(ChoiceList(names: ["a", "b"], selected: nil, allowsNone: true).next(1) == .some(0))
    #expect(ChoiceList(names: ["a"], selected: 0).next(1) == nil)
    #expect(ChoiceList(names: ["a", "b"], selected: 1).next(1) == .some(0))
  }

  @Test("Equal names are distinguished")
  func names() {
    #expect(OptionNames.distinct(["English", "German", "English"]) == ["English (1)", "German", "English (2)"])
  }

  @Test("Of previews requested while one is rendered only the last is rendered")
  func latest() {
    var order = LatestFirst<Int>()
    #expect(order.submit(1) == 1)
    #expect(order.submit(2) == nil)
    #expect(order.submit(3) == nil)
    #expect(order.finished() == 3)
    #expect(order.finished() == nil)
    #expect(order.submit(4) == 4)
  }

  @Test("Speeds as numbers", arguments: [(0.5, "0.5×"), (1, "1×"), (1.25, "1.25×"), (1.05, "1.05×"), (2, "2×")])
  func speeds(rate: Float, text: String) {
    #expect(AVPlaybackSpeed(rate: rate, localizedName: "").localizedNumericName == text)
  }
}

@Suite("Seek bar positions")
struct SeekBarTrackTests {
  @Test("Time runs from left to right, and positions beyond the ends are clamped")
  func places() {
    let line = SeekBarTrack(start: 90, length: 200)
    #expect(line.place(0.1) == 110)
    #expect(line.place(-1) == 90)
    #expect(line.place(2) == 290)
    #expect(abs(line.fraction(at: 110) - 0.1) < 1e-9)
    #expect(line.fraction(at: 1000) == 1)
    #expect(line.fraction(at: 0) == 0)
  }
}

@Suite("Gestures over the video")
struct GestureReaderTests {
  @Test("A horizontal drag seeks and keeps seeking")
  func seek() {
    var reader = GestureReader(startX: 100, width: 800, height: 400, reach: 7200)
    #expect(reader.moved(x: 5, y: 3) == .none)
    // A twelfth of two hours for the whole width.
    #expect(reader.moved(x: 80, y: 10) == .seek(60))
    #expect(reader.moved(x: -80, y: 300) == .seek(-60))
  }

  @Test("One swipe crosses a short clip, and does not seek in a stream without a window")
  func reach() {
    var clip = GestureReader(startX: 0, width: 400, height: 400, reach: 20)
    #expect(clip.moved(x: 200, y: 0) == .seek(10))
    var nothing = GestureReader(startX: 0, width: 400, height: 400, reach: nil)
    #expect(nothing.moved(x: 200, y: 0) == .none)
  }

  @Test("A vertical drag on the right changes the volume, on the left nothing")
  func volume() {
    var right = GestureReader(startX: 500, width: 800, height: 600, reach: 100)
    #expect(right.moved(x: 0, y: -100) == .volume(0.25))
    var left = GestureReader(startX: 300, width: 800, height: 600, reach: 100)
    #expect(left.moved(x: 0, y: -100) == .none)
    #expect(left.meaning == .nothing)
  }
}
