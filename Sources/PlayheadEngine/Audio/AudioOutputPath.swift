import CoreMedia
import PlayheadBasics
import PlayheadFFmpeg

/// The way from the ring to the device, and what the device tells of time. Owned by the session's thread.
final class AudioOutputPath {
  let ring: AudioRing
  private var renderer: AudioRenderer
  private var output: any AudioOutput
  /// There is no device, and a silent output takes the audio in its place.
  private(set) var isStandIn: Bool
  private var isHeard = false
  /// There is no device behind it, or no more.
  var needsDevice: Bool { isStandIn || output.isLost }
  /// The ring position from which the present run began: sound has begun when more than it was heard.
  private var runStart: Int64 = 0
  private var startedAt: HostTime?

  init(
    preferred: AudioFormat, provider: any AudioOutputProvider, clock: any EngineClock, seconds: Double,
    isStandIn: Bool = false
  ) throws {
    self.isStandIn = isStandIn
    ring = AudioRing(format: try provider.format(for: preferred), seconds: seconds)
    renderer = AudioRenderer(ring: ring)
    output = try provider.makeOutput(source: renderer, clock: clock)
  }

  /// Goes on with another output, from what the ring holds next. What the old one had been given and not played is lost. The new
  /// one has neither begun nor been told the volume.
  func move(to provider: any AudioOutputProvider, clock: any EngineClock, isStandIn: Bool) throws {
    let renderer = AudioRenderer(ring: ring)
    let output = try provider.makeOutput(source: renderer, clock: clock)
    stop()
    startedAt = nil
    (self.renderer, self.output, self.isStandIn) = (renderer, output, isStandIn)
  }

  func setGain(_ gain: Float) { renderer.setGain(gain) }

  func start(at now: HostTime) throws {
    runStart = ring.position
    startedAt = now
    _ = renderer.takeStarvedFrames()
    renderer.setConsuming(true)
    try output.start()
    setHeard(true)
  }

  deinit { setHeard(false) }

  private func setHeard(_ isHeard: Bool) {
    guard isHeard != self.isHeard else { return }
    self.isHeard = isHeard
    if isHeard { AudioActivity.began() } else { AudioActivity.ended() }
  }

  /// Whether a device was started a while ago and has played nothing since, although there is audio for it.
  func isStuck(at now: HostTime) -> Bool {
    guard !isStandIn, !isEmptyForever, ring.fill > 0, let startedAt else { return false }
    return now - startedAt > Self.startLimit
  }

  /// A device that takes no audio for so long must not stop the player. Bluetooth needs up to a second to wake.
  private static let startLimit = HostDuration.seconds(2)

  /// The device goes on with silence, so that nothing of the old position is in its buffers when playing goes on elsewhere.
  func pause() {
    renderer.setConsuming(false)
    setHeard(false)
  }

  /// The device rests.
  func stop() {
    pause()
    output.stop()
  }

  func reset(epoch: Int) {
    renderer.setConsuming(false)
    ring.reset(epoch: epoch)
  }

  /// Whether the device ran dry although more sound is to come.
  var isStarved: Bool { renderer.takeStarvedFrames() > 0 && ring.endPosition == nil && ring.fill == 0 }

  /// Nothing is in the ring.
  var isDry: Bool { ring.fill == 0 }

  /// Whether there is enough to begin with, or all there will be.
  var isWellFilled: Bool { ring.endPosition != nil || ring.fill * 4 >= ring.capacity }

  /// How long a sample takes from the ring to the ear.
  var latency: HostDuration {
    guard let heard = output.heard() else { return .zero }
    let frames = max(0, renderer.givenFrames - heard.frames)
    return .seconds(Double(frames) / Double(ring.format.sampleRate))
  }

  /// Drops what lies before a media time, in nanoseconds. Returns how far what comes next lies behind it: less than zero where
  /// everything in the ring was too early. Only while paused.
  func align(to media: Int64, rate: Double) -> Int64 {
    guard let first = ring.media(at: ring.position)?.nanoseconds else { return 0 }
    if first < media {
      ring.skip(
        Int(saturating: (Double(media - first) / 1e9 / max(0.1, rate) * Double(ring.format.sampleRate)).rounded()))
    }
    return (ring.media(at: ring.position)?.nanoseconds ?? media) - media
  }

  struct Reading {
    /// The media time that is heard, in nanoseconds, at `at`.
    var media: Int64
    var at: HostTime
    var rate: Double
    /// The start whose sound it is.
    var epoch: Int
    /// When the rate or the item will change, as far as the ring knows.
    var nextChange: HostTime?
  }

  enum State {
    /// Nothing of this run was heard yet.
    case silent
    /// The device is gone.
    case lost
    case heard(Reading)
    /// The last sample was heard: the sound tells no more time.
    case over
  }

  /// Before the first sound of a fresh start; afterwards a position can be told at once.
  var isFresh: Bool { ring.media(at: runStart)?.nanoseconds == ring.media(at: ring.position)?.nanoseconds }

  func read() -> State {
    if output.isLost { return .lost }
    guard let heard = output.heard(), let position = renderer.ringPosition(ofDeviceFrame: heard.frames),
      position > runStart
    else {
      return .silent
    }
    if let end = ring.endPosition, position >= end { return .over }
    guard let media = ring.media(at: position) else { return .silent }
    let change = ring.nextAnchor(after: position).map {
      heard.at + .seconds(Double($0.position - position) / Double(ring.format.sampleRate))
    }
    return .heard(
      Reading(media: media.nanoseconds, at: heard.at, rate: media.rate, epoch: media.epoch, nextChange: change))
  }

  /// Nothing is in the ring and nothing will come.
  var isEmptyForever: Bool { ring.endPosition != nil && ring.fill == 0 }
}
