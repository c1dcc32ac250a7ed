import CoreMedia
import PlayheadClock
import Testing

@testable import AVKit

/// A player that records its calls. Seeks finish when the test requests it.
@MainActor private final class RecordingPlayer: ControlledPlayer {
  var rate: Float = 0 { didSet { calls.append("rate \(rate)") } }
  var volume: Float = 0.5
  var isMuted = false
  var position = CMTime(value: 30, timescale: 1)
  var duration = CMTime(value: 100, timescale: 1)
  var defaultRate: Float = 1
  var hasItem = true
  var isFile = true
  var isOpening = false
  var isWaiting = false
  var seekable: [CMTimeRange] = []
  var loaded: [CMTimeRange] = []
  var failure: String?
  var externalDevice: String?
  var calls: [String] = []
  private var pendingSeeks: [@MainActor () -> Void] = []

  func seek(to time: CMTime, isExact: Bool, completion: @escaping @MainActor () -> Void) {
    calls.append("seek \(time.seconds)\(isExact ? "" : " near")")
    pendingSeeks.append(completion)
  }

  func step(by count: Int) { calls.append("step \(count)") }
  func completeSeek() { if !pendingSeeks.isEmpty { pendingSeeks.removeFirst()() } }
}

@MainActor @Suite("Actions of keys and buttons")
struct PlayerDriverTests {
  private let player = RecordingPlayer()
  private let driver = PlayerDriver()

  init() { driver.player = player }

  private func press(_ keys: String...) {
    for key in keys { if let command = KeyBindings().command(for: KeyPress(key)) { _ = driver.perform(command) } }
  }

  @Test("Keys match mpv's")
  func keys() {
    let expected: [String: PlayerCommand] = [
      "space": .togglePlaying, "Left": .skip(seconds: -5), "Right": .skip(seconds: 5), "Up": .skip(seconds: 60),
      "Down": .skip(seconds: -60), "period": .step(1), "comma": .step(-1), "bracketleft": .multiplyRate(1 / 1.1),
      "bracketright": .multiplyRate(1.1), "BackSpace": .resetRate, "9": .changeVolume(-0.02), "0": .changeVolume(0.02),
      "m": .toggleMute, "f": .toggleFullScreen, "Escape": .leaveFullScreen, "q": .quit,
    ]
    for (key, command) in expected { #expect(KeyBindings().command(for: KeyPress(key)) == command, "\(key)") }
    #expect(KeyBindings().command(for: KeyPress("y")) == nil)
    #expect(KeyBindings().command(for: KeyPress("Right", .shift)) == .skip(seconds: 1))
    #expect(KeyBindings().command(for: KeyPress("greater", .shift)) == .queue(1))
    #expect(KeyBindings().command(for: KeyPress("a", .control)) == nil)
    // VLC's steps with Control and Alt, and what GNOME's and Windows' players use for full screen.
    #expect(KeyBindings().command(for: KeyPress("Right", .control)) == .skip(seconds: 60))
    #expect(KeyBindings().command(for: KeyPress("Left", .alt)) == .skip(seconds: -10))
    #expect(KeyBindings().command(for: KeyPress("Return", .alt)) == .toggleFullScreen)
    #expect(KeyBindings().command(for: KeyPress("f", .control)) == .toggleFullScreen)
    #expect(KeyBindings().command(for: KeyPress("k")) == .togglePlaying)
    #expect(KeyBindings().command(for: KeyPress("1", .alt)) == .window(.scale(1)))
    #expect(KeyBindings().command(for: KeyPress("Page_Up")) == .chapter(1))
  }

  @Test("With a linear playback requirement keys pause and play, and do not seek")
  func linear() {
    driver.isLinear = true
    press("Right", "Page_Up", "period", "bracketright", "Home", "l", "space", "space", "m")
    #expect(player.calls == ["rate 1.0", "rate 0.0"])
    #expect(player.isMuted)
    driver.isLinear = false
    press("Right")
    #expect(player.calls.last == "seek 35.0")
  }

  @Test("Space resumes at the selected speed")
  func speed() {
    press("bracketright", "space", "bracketright", "space", "space", "BackSpace")
    #expect(player.calls == ["rate 1.1", "rate 1.21", "rate 0.0", "rate 1.21", "rate 1.0"])
  }

  @Test("Speed stays within the intelligible range")
  func limits() {
    press("space")
    for _ in 0..<40 { press("bracketright") }
    #expect(player.rate == 4)
    for _ in 0..<80 { press("bracketleft") }
    #expect(player.rate == 0.25)
  }

  @Test("Skips accumulate during a seek, and only the last target is sought")
  func skips() {
    press("Right", "Right", "Right")
    #expect(player.calls == ["seek 35.0"])
    #expect(driver.position.seconds == 45)
    player.completeSeek()
    #expect(player.calls == ["seek 35.0", "seek 45.0"])
    player.completeSeek()
    #expect(driver.position.seconds == 30)
    #expect(player.calls.count == 2)
  }

  @Test("Skips are clamped to the start and the end")
  func ends() {
    press("Down")
    player.completeSeek()
    press("Up", "Up")
    player.completeSeek()
    #expect(player.calls == ["seek 0.0", "seek 90.0", "seek 100.0"])
  }

  @Test("At the end, space restarts")
  func replayAtEnd() {
    player.position = player.duration
    press("space")
    #expect(player.calls == ["seek 0.0", "rate 1.0"])
  }

  @Test("A step pauses first")
  func steps() {
    press("period", "comma")
    #expect(player.calls == ["rate 0.0", "step 1", "rate 0.0", "step -1"])
  }

  @Test("Raising the volume unmutes")
  func volume() {
    press("m", "9")
    #expect(player.isMuted)
    press("0", "0")
    #expect(!player.isMuted)
    #expect(abs(player.volume - 0.52) < 1e-6)
    for _ in 0..<40 { press("0") }
    #expect(player.volume == 1)
  }

  @Test("A seek of the previous player does not affect this one")
  func replacedPlayer() {
    press("Right", "Right")
    let next = RecordingPlayer()
    driver.player = next
    player.completeSeek()
    #expect(player.calls == ["seek 35.0"])
    #expect(next.calls.isEmpty)
    #expect(driver.position.seconds == 30)
  }

  @Test("Without a player nothing happens")
  func withoutPlayer() {
    driver.player = nil
    #expect(!driver.perform(.togglePlaying))
    #expect(!driver.position.isNumeric)
  }
}

@MainActor @Suite("Following a drag")
struct DragTests {
  private let player = RecordingPlayer()
  private let clock = ManualClock()
  private let driver: PlayerDriver

  init() {
    driver = PlayerDriver(clock: clock)
    driver.player = player
    player.calls = []
  }

  private func drag(_ seconds: Double) {
    driver.drag(to: CMTime(seconds: seconds, preferredTimescale: 1000))
    clock.advance(by: .milliseconds(16))
  }

  @Test("Scrubbing slowly while paused shows every frame of a file, without waiting for the last")
  func slow() {
    drag(30)
    player.completeSeek()
    for tenth in 1...3 { drag(30 + Double(tenth) / 10) }
    driver.seek(to: CMTime(seconds: 30.3, preferredTimescale: 1000))
    #expect(player.calls == ["seek 30.0 near", "seek 30.0", "seek 30.1", "seek 30.2", "seek 30.3", "seek 30.3"])
    #expect(driver.position.seconds == 30.3)
    for _ in 0..<5 { player.completeSeek() }
    #expect(driver.position == player.position && player.calls.count == 6)
  }

  @Test("Scrubbing fast shows keyframes, and the exact frame after it stops")
  func quick() {
    for place in [10.0, 20, 30, 40] { drag(place) }
    #expect(player.calls == ["seek 10.0 near"])
    player.completeSeek()
    #expect(player.calls == ["seek 10.0 near", "seek 40.0 near"])
    player.completeSeek()
    #expect(player.calls == ["seek 10.0 near", "seek 40.0 near", "seek 40.0"])
    player.completeSeek()
    #expect(player.calls.count == 3 && driver.position == player.position)
  }

  @Test("While playing, and over a network, only keyframes are requested")
  func plain() {
    player.isFile = false
    for tenth in 0...3 {
      drag(30 + Double(tenth) / 10)
      player.completeSeek()
    }
    (player.isFile, player.rate) = (true, 1)
    drag(31)
    player.completeSeek()
    #expect(
      player.calls == [
        "seek 30.0 near", "seek 30.1 near", "seek 30.2 near", "seek 30.3 near", "rate 1.0", "seek 31.0 near",
      ])
  }
}

@MainActor @Suite struct UserNavigationTests {
  private let player = RecordingPlayer()
  private let driver = PlayerDriver()

  init() { driver.player = player }

  @Test("a drag is one navigation; the program directs it, and learns when playback resumes")
  func navigationOfTheUser() {
    var words: [String] = []
    driver.userActions.timeToSeek = { from, to in
      words.append("from \(Int(from.seconds)) to \(Int(to.seconds))")
      // A part that must not be skipped begins at 60 s.
      return min(to, CMTime(value: 60, timescale: 1))
    }
    driver.userActions.willResume = { words.append("resumes \(Int($0.seconds)) to \(Int($1.seconds))") }
    for second in [40, 50, 80] { driver.drag(to: CMTime(value: CMTimeValue(second), timescale: 1)) }
    #expect(words.isEmpty, "a drag in progress is not a navigation")
    driver.seek(to: CMTime(value: 500, timescale: 1))
    #expect(words == ["from 30 to 100"])
    for _ in 0..<4 { player.completeSeek() }
    #expect(player.calls.last == "seek 60.0" && words.count == 1, "a paused player does not resume")
    driver.togglePlaying()
    #expect(words.last == "resumes 30 to 60")
    driver.skip(by: -10)
    #expect(words.last == "from 30 to 20")
    player.completeSeek()
    #expect(words.last == "resumes 30 to 20" && words.count == 4)
  }

  @Test func programSeeksAreNoNavigation() {
    var isCalled = false
    driver.userActions.timeToSeek = { _, to in
      isCalled = true
      return to
    }
    driver.goLive()
    driver.repeatIfDue()
    player.position = player.duration
    driver.togglePlaying()
    #expect(player.calls.contains("seek 0.0") && !isCalled)
  }

  @Test func timesThatAreNotNumericDoNotDirect() {
    driver.userActions.timeToSeek = { _, _ in .invalid }
    driver.skip(by: 5)
    #expect(player.calls == ["seek 35.0"])
  }
}
