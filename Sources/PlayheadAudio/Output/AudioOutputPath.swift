import CoreMedia
import PlayheadBasics
import PlayheadClock

/// The path from the ring to the device, and the device's timing. Owned by the session's thread.
package final class AudioOutputPath {
  /// The ring between the decoder and the device. It remains when the output is replaced.
  package let ring: AudioRing
  /// Renders the ring for `output`. Each output has one of its own, because device frames are counted from its start.
  private var renderer: AudioRenderer
  /// The current output, of a device or silent.
  private var output: any AudioOutput
  /// Whether a silent output stands in for a missing device.
  package private(set) var isStandIn: Bool
  /// Whether this path is counted in `AudioActivity`.
  private var isAudible = false
  /// Whether there is no device, or it was lost.
  package var needsDevice: Bool { isStandIn || output.isLost }
  /// The ring position where the present run started: audio has begun once the device has played more than that.
  private var runStart: Int64 = 0
  /// Limits the timing that the current output reports.
  private var timing = DeviceTimingPolicy()
  /// When the output was last started; nil before, after a move to another output, and once it has played.
  private var startedAt: HostTime?

  /// Opens a device without starting it.
  ///
  /// - Parameters:
  ///   - preferred: The format of the track. The ring has the closest one that the device supports.
  ///   - seconds: The capacity of the ring.
  /// - Throws: An error of the provider, for example if there is no device.
  package init(
    preferred: AudioFormat, provider: any AudioOutputProvider, clock: any EngineClock, seconds: Double,
    isStandIn: Bool = false
  ) throws {
    self.isStandIn = isStandIn
    ring = AudioRing(format: try provider.format(for: preferred), seconds: seconds)
    renderer = AudioRenderer(ring: ring)
    output = try provider.makeOutput(source: renderer, clock: clock)
  }

  /// Switches to another output, from the next sample in the ring. Samples in the old device's buffer are lost. The new
  /// output has neither been started nor received the volume.
  ///
  /// - Throws: An error of the provider. The old output then continues unchanged.
  package func move(to provider: any AudioOutputProvider, clock: any EngineClock, isStandIn: Bool) throws {
    let renderer = AudioRenderer(ring: ring)
    let output = try provider.makeOutput(source: renderer, clock: clock)
    stop()
    startedAt = nil
    timing = DeviceTimingPolicy()
    (self.renderer, self.output, self.isStandIn) = (renderer, output, isStandIn)
  }

  /// Sets the volume.
  ///
  /// - Parameter gain: A linear factor from 0 to 1.
  package func setGain(_ gain: Float) { renderer.setGain(gain) }

  /// Starts the output from the next sample in the ring.
  package func start(at now: HostTime) throws {
    runStart = ring.position
    startedAt = now
    timing.starts(at: now, rendered: renderer.renderedFrames)
    _ = renderer.takeStarvedFrames()
    renderer.setConsuming(true)
    try output.start()
    setAudible(true)
  }

  deinit { setAudible(false) }

  /// Counts the player in `AudioActivity`, or removes it. Idempotent.
  private func setAudible(_ isAudible: Bool) {
    guard isAudible != self.isAudible else { return }
    self.isAudible = isAudible
    if isAudible { AudioActivity.began() } else { AudioActivity.ended() }
  }

  /// Whether a device was started a while ago and has played nothing since, although audio is available.
  package func isStuck(at now: HostTime) -> Bool {
    guard !isStandIn, !isEmptyForever, ring.fill > 0, let startedAt else { return false }
    let waited = now - startedAt
    // The device is asked for its latency only in this rare case.
    guard waited > Self.startLimit else { return false }
    return waited.seconds > Self.startLimit.seconds + timing.latency(output.reportedLatency).seconds
  }

  /// A device that plays nothing must not stop the player. Bluetooth needs up to a second to wake. The latency of the
  /// device adds to it: that of an AirPlay speaker is two seconds.
  private static let startLimit = HostDuration.seconds(2)

  /// Pauses: the device continues with silence, so that its buffers hold nothing of the old position when playback
  /// resumes elsewhere.
  package func pause() {
    renderer.setConsuming(false)
    setAudible(false)
  }

  /// Stops the device.
  package func stop() {
    pause()
    output.stop()
  }

  /// Drops all audio and accepts only that of `epoch` from now on.
  package func reset(epoch: Int) {
    renderer.setConsuming(false)
    ring.reset(epoch: epoch)
  }

  /// Whether the device ran dry although more audio is expected.
  package var isStarved: Bool { renderer.takeStarvedFrames() > 0 && ring.endPosition == nil && ring.fill == 0 }

  /// Whether the ring is empty.
  package var isDry: Bool { ring.fill == 0 }

  /// Whether there is enough audio to start with, or all there will be.
  package var isWellFilled: Bool { ring.endPosition != nil || ring.fill * 4 >= ring.capacity }

  /// The latency from the ring to the listener.
  package var latency: HostDuration {
    guard let played = played() else { return timing.latency(output.reportedLatency) }
    let frames = renderer.renderedFrames - played.frames
    return timing.latency(.seconds(Double(frames) / Double(ring.format.sampleRate)))
  }

  /// The frames that the device has played, within the rendered ones.
  private func played() -> (frames: Int64, at: HostTime)? {
    guard let played = output.played() else { return nil }
    let frames = timing.frames(
      played.frames, rendered: renderer.renderedFrames, sampleRate: ring.format.sampleRate, at: played.at)
    return (frames, played.at)
  }

  /// Whether the device has reported an impossible position or latency. True once for each device.
  package func takeTimingFault() -> Bool { timing.takeFault() }

  /// Drops audio before a media time, in nanoseconds. Returns the offset of the next sample from that time: negative if
  /// everything in the ring was too early. Only while paused.
  package func align(to media: Int64, rate: Double) -> Int64 {
    guard let first = ring.media(at: ring.position)?.nanoseconds else { return 0 }
    if first < media {
      ring.skip(
        Int(saturating: (Double(media - first) / 1e9 / max(0.1, rate) * Double(ring.format.sampleRate)).rounded()))
    }
    return (ring.media(at: ring.position)?.nanoseconds ?? media) - media
  }

  /// The device's timing at one moment.
  package struct Reading {
    /// The media time that is audible, in nanoseconds, at `at`.
    package var media: Int64
    /// The host time of the reading: usually a little in the past.
    package var at: HostTime
    /// Media seconds per second of the audio that is audible.
    package var rate: Double
    /// The playback start (epoch) that the audio belongs to.
    package var epoch: Int
    /// When the rate or the item changes, as far as the ring knows.
    package var nextChange: HostTime?
  }

  /// The state of the present run.
  package enum State {
    /// Nothing of this run has been played yet.
    case silent
    /// The device was lost.
    case lost
    /// Audio of this run is audible.
    case playing(Reading)
    /// The last sample was played: the device provides no more timing.
    case over
  }

  /// Reads the device's position and converts it to media time. Returns `silent` also while the output is stopped.
  package func read() -> State {
    if output.isLost { return .lost }
    guard let played = played(), let position = renderer.ringPosition(ofDeviceFrame: played.frames),
      position > runStart
    else {
      return .silent
    }
    if let end = ring.endPosition, position >= end { return .over }
    guard let media = ring.media(at: position) else { return .silent }
    // A later impossible position does not count as a device that plays nothing.
    startedAt = nil
    let change = ring.nextAnchor(after: position).map {
      played.at + .seconds(Double($0.position - position) / Double(ring.format.sampleRate))
    }
    return .playing(
      Reading(media: media.nanoseconds, at: played.at, rate: media.rate, epoch: media.epoch, nextChange: change))
  }

  /// Whether the ring is empty and no audio will follow.
  package var isEmptyForever: Bool { ring.endPosition != nil && ring.fill == 0 }
}
