import AVFoundation
import PlayheadEngine
import PlayheadItems
import PlayheadTesting
import Synchronization
import Testing

@Suite("§5.5 enabling and disabling tracks")
@MainActor struct TrackEnablingTests {
  /// A playing video whose frames and audio are recorded.
  private final class PlaybackRecorder {
    let clock = ManualClock()
    let player: AVPlayer
    let output = AVPlayerItemVideoOutput()
    private let seen = Mutex(0)
    private let loudest = Mutex(Float(0))

    @MainActor init() {
      let loud = PeakLevel()
      loudness = loud
      player = AVPlayer(
        environment: PlaybackEnvironment(
          clock: clock, audio: CapturingAudio { loud.add($0.samples) }, delivery: clock))
      let item = AVPlayerItem(url: Fixture.url("demo.mp4"))
      item.add(output)
      player.session.attach(CapturingVideoSink(checksums: false) { [frames] _ in frames.add("") })
      player.replaceCurrentItem(with: item)
      player.play()
      clock.advance(by: .seconds(1))
    }

    deinit { player.session.close() }
    let frames = EventLog()
    let loudness: PeakLevel

    @MainActor func track(_ type: AVMediaType) throws -> AVPlayerItemTrack {
      try #require(player.currentItem?.tracks.first { $0.assetTrack?.mediaType == type })
    }

    /// The number of frames shown in a second, and the peak level of the audio.
    func second() -> (frames: Int, loudness: Float) {
      _ = (frames.take(), loudness.take())
      clock.advance(by: .seconds(1))
      return (frames.take().count, loudness.take())
    }
  }

  private final class PeakLevel: Sendable {
    private let most = Mutex(Float(0))
    func add(_ samples: [Float]) { most.withLock { $0 = max($0, samples.reduce(0) { max($0, abs($1)) }) } }
    func take() -> Float {
      most.withLock { most in
        defer { most = 0 }
        return most
      }
    }
  }

  @Test("a disabled audio track is silent while video continues, and resumes")
  func disabledAudio() throws {
    let screening = PlaybackRecorder()
    let track = try screening.track(.audio)
    #expect(track.isEnabled)
    #expect(screening.second().loudness > 0.05)
    track.isEnabled = false
    screening.clock.advance(by: .milliseconds(100))
    let silent = screening.second()
    #expect(silent.loudness == 0)
    #expect((29...31).contains(silent.frames))
    track.isEnabled = true
    screening.clock.advance(by: .milliseconds(100))
    #expect(screening.second().loudness > 0.05)
    #expect(screening.player.timeControlStatus == .playing)
  }

  @Test("a disabled video track shows no frames while audio continues, and resumes in sync")
  func disabledVideo() throws {
    let screening = PlaybackRecorder()
    let track = try screening.track(.video)
    #expect(screening.output.hasNewPixelBuffer(forItemTime: screening.player.currentTime()))
    track.isEnabled = false
    screening.clock.advance(by: .milliseconds(100))
    let dark = screening.second()
    #expect(dark.frames == 0)
    #expect(dark.loudness > 0.05)
    #expect(!screening.output.hasNewPixelBuffer(forItemTime: screening.player.currentTime()))
    track.isEnabled = true
    #expect((29...32).contains(screening.second().frames))
  }

  @Test("§5.5 a layer is not ready for display while video is disabled")
  func layer() throws {
    let screening = PlaybackRecorder()
    let layer = AVPlayerLayer(player: screening.player)
    screening.clock.advance(by: .milliseconds(500))
    #expect(layer.isReadyForDisplay)
    let track = try screening.track(.video)
    track.isEnabled = false
    screening.clock.advance(by: .milliseconds(500))
    #expect(!layer.isReadyForDisplay)
    track.isEnabled = true
    screening.clock.advance(by: .seconds(1))
    #expect(layer.isReadyForDisplay)
  }

  @Test("a disabled track stays disabled after a seek and when set before playing")
  func staysDisabled() throws {
    let screening = PlaybackRecorder()
    try screening.track(.audio).isEnabled = false
    screening.player.seek(to: CMTime(value: 10, timescale: 1))
    screening.clock.advance(by: .milliseconds(500))
    #expect(screening.second().loudness == 0)
  }

  @Test("isEnabled is observable with both kinds of keys")
  func observable() throws {
    let screening = PlaybackRecorder()
    let track = try screening.track(.audio)
    let eventLog = EventLog()
    let token = track.observe(\.isEnabled, options: [.new]) { _, change in eventLog.add("\(change.newValue as Any)") }
    let watcher = Watcher(eventLog)
    track.addObserver(watcher, forKeyPath: "enabled", options: [.new], context: nil)
    screening.clock.deliver { track.isEnabled = false }
    screening.clock.settle()
    #expect(eventLog.take() == ["Optional(false)", "enabled false"])
    token.invalidate()
    track.removeObserver(watcher, forKeyPath: "enabled")
  }

  private final class Watcher: NSKeyValueObserverObject {
    let eventLog: EventLog
    init(_ eventLog: EventLog) { self.eventLog = eventLog }
    override func observeValue(
      forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
      context: UnsafeMutableRawPointer?
    ) { eventLog.add("\(keyPath ?? "") \(change?[.newKey] as? Bool ?? true)") }
  }

  @Test("currentVideoFrameRate is that of the frames shown")
  func frameRate() throws {
    let screening = PlaybackRecorder()
    let (frame, audioTrack) = (try screening.track(.video), try screening.track(.audio))
    #expect(abs(frame.currentVideoFrameRate - 30) < 0.01)
    #expect(audioTrack.currentVideoFrameRate == 0)
    screening.player.pause()
    #expect(frame.currentVideoFrameRate == 0)
  }
}
