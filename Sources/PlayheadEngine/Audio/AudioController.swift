import CoreMedia
import PlayheadAudio
import PlayheadClock
import PlayheadFFmpeg
import PlayheadItems
import PlayheadPipeline

/// Plays the audio of the current item. Steers the item's clock to the audible position, or the audio to a clock that
/// something else drives. Used on the session's thread.
///
///     paused ──startClock──► waiting for the first sample ──► audible: drives the clock
///       ▲ └────followClock──► aligned with a running clock ──► audible: drift is checked
///       └──clockStops── any of these
final class AudioController {
  /// The path to the device, its volume, and the search for a device.
  let devices: AudioDeviceController
  /// The clock of the session.
  private let engineClock: any EngineClock
  /// When the device of a paused player is stopped; nil while playing, and once it was stopped.
  private var stopDeadline: HostTime?
  /// The next reading of the audio position; nil while it is not read, as in reverse and after the last sample.
  private var nextReading: HostTime?
  /// When audio that follows a running clock is aligned or started next; nil if it is running or not expected.
  private var joinDeadline: HostTime?
  /// When the clock was last started; nil before the first time.
  private var runStart: HostTime?
  /// Whether the clock starts with the first audible sample, which has not been played yet.
  private var isWaitingForAudio = false
  /// The audio track switch of a start.
  private var trackSwitch: AudioSwitch?

  /// Smaller offsets are left to the clock steering, which corrects them imperceptibly.
  private static let joinTolerance: Int64 = 2_000_000
  /// Half of the offset that ITU-R BT.1359 describes as noticeable: each correction is a gap or a cut in the audio.
  private static let driftLimit: Int64 = 20_000_000

  /// - Parameter environment: The environment of the session.
  init(environment: PlaybackEnvironment) {
    devices = AudioDeviceController(environment: environment)
    engineClock = environment.clock
  }

  /// The current time of the session's clock.
  private var now: HostTime { engineClock.now }
  /// The path to the device; nil before the first audio.
  private var output: AudioOutputPath? { devices.output }

  /// The next time at which the audio has to be read, joined or stopped, or a device searched; nil if there is none.
  var deadline: HostTime? {
    [nextReading, stopDeadline, devices.searchDeadline, joinDeadline].compactMap { $0 }.min()
  }

  // MARK: Output

  /// The pipeline starts at another position: drops all audio and accepts only that of `epoch` from now on.
  func reset(epoch: Int) {
    joinDeadline = nil
    output?.reset(epoch: epoch)
  }

  /// The audio of the next item, which was queued in the ring, is not wanted: only that of `epoch` is accepted.
  func revokeQueuedItem(to epoch: Int) { output?.ring.revoke(to: epoch) }

  /// The pipeline of the current item ends: its audio is not read any more.
  func pipelineCloses() {
    output?.pause()
    nextReading = nil
  }

  /// Whether audio can drive the clock. False in reverse, without an audio track, without an output, and once the last
  /// sample has left the ring.
  func canDrive(_ context: SessionContext) -> Bool {
    !context.isReversed && !context.isExternal && context.pipeline?.ring != nil && output?.isEmptyForever == false
  }

  /// Stops the device of a player that has been paused for a while, joins audio to a running clock, and searches for a
  /// device, where that is due.
  func performDue(_ context: SessionContext) {
    let now = context.now
    if let deadline = stopDeadline, deadline <= now {
      stopDeadline = nil
      output?.stop()
    }
    if let deadline = joinDeadline, deadline <= now { join(context) }
    if let deadline = devices.searchDeadline, deadline <= now {
      if devices.retry(context, drivesClock: canDrive(context)) { restart(context) }
    }
  }

  // MARK: The clock

  /// The clock is about to start: opens a device in place of one that has disappeared.
  func clockWillStart(_ context: SessionContext) {
    stopDeadline = nil
    runStart = now
    isWaitingForAudio = false
    if output?.needsDevice == true { devices.reopen(context) }
  }

  /// Starts the clock at `position` with the audio as master: the clock runs as soon as the audio is audible.
  ///
  /// - Parameter position: In nanoseconds.
  func startClock(_ context: SessionContext, at position: Int64) {
    if canDrive(context), let output {
      let next = output.ring.media(at: output.ring.position)?.nanoseconds ?? position
      start(context)
      // Audio that was already queued in the device when playback stopped is between the position and the ring: the
      // clock starts at once and meets it. Otherwise it starts with the first audible sample.
      isWaitingForAudio = next - position < 1_000_000
    }
    if !isWaitingForAudio { context.clock.run(through: position, at: now, rate: context.playedRate) }
  }

  /// Joins the audio, if it can be heard, to a clock that something else drives.
  func followClock(_ context: SessionContext) {
    if canDrive(context) { join(context) }
  }

  /// The clock stops: pauses the output.
  func clockStops() {
    output?.pause()
    joinDeadline = nil
    // A short pause keeps the device running; a long one stops it.
    if output != nil { stopDeadline = now + .milliseconds(500) }
    nextReading = nil
    isWaitingForAudio = false
  }

  /// Whether the clock starts with the first audible sample, so that a change of its rate has to wait.
  var delaysClock: Bool { isWaitingForAudio }

  /// Reads the position at once: the audio that drives the clock changes.
  func readSoon() { nextReading = now }

  /// From here on the host clock drives.
  private func driveByHostClock(_ context: SessionContext) {
    nextReading = nil
    isWaitingForAudio = false
    let now = now
    context.clock.run(through: context.clock.nanoseconds(at: now), at: now, rate: context.playedRate)
    context.pipeline?.clockChanged()
  }

  // MARK: Reading the position

  /// Reads the audible position from the device, if that is due. Losing the device, its failure to play, and the end of
  /// the audio are handled here.
  ///
  /// - Parameter epoch: The epoch of the current start.
  /// - Returns: The position; nil if nothing is audible, or if the device plays silence.
  func takeReading(_ context: SessionContext, epoch: Int) -> AudioOutputPath.Reading? {
    guard let deadline = nextReading, deadline <= context.now else { return nil }
    guard context.isMoving, let output, context.pipeline?.ring != nil else {
      nextReading = nil
      return nil
    }
    let now = now
    let state = output.read()
    if output.takeTimingFault() { context.note(.invalidAudioTiming) }
    switch state {
    case .silent:
      nextReading = now + .milliseconds(isWaitingForAudio ? 2 : 10)
      if isWaitingForAudio, output.isEmptyForever { driveByHostClock(context) }
      if output.isDry, context.pipeline?.isAudioOutOfReach == true { continueWithoutDistantAudio(context) }
      if output.isStuck(at: now) { deviceIsStuck(context) }
    case .lost: deviceIsLost(context)
    case .over:
      nextReading = nil
      if isWaitingForAudio || context.clock.snapshot.rate != context.playedRate { driveByHostClock(context) }
    // While the device plays silence its position is no media time: it would steer the clock back.
    case .playing where isSwitchingTrack(of: epoch) && output.isStarved: switchedAudioIsLate()
    case .playing(let reading):
      devices.deviceIsPlaying(context)
      return reading
    }
    return nil
  }

  /// Steers the clock to a reading, or checks the drift of audio that follows the clock instead of driving it.
  func steer(_ context: SessionContext, to reading: AudioOutputPath.Reading) {
    if context.followsSourceClock { checkDrift(context, reading) } else { follow(context, reading) }
  }

  /// Steers the clock to a reading of the audio position. The clock waits for audio that has fallen behind it, as on a
  /// device with a longer latency, and never goes back.
  func follow(_ context: SessionContext, _ reading: AudioOutputPath.Reading) {
    let mapping = context.clock.snapshot
    if isWaitingForAudio || mapping.rate != reading.rate {
      isWaitingForAudio = false
      context.clock.run(through: reading.media, at: reading.at, rate: reading.rate)
      context.pipeline?.clockChanged()
      return
    }
    // A clock that waits for the audio is compared by the mapping that it will follow.
    let mapped = context.clock.mappedNanoseconds(at: reading.at)
    let correction = ClockSteering.correction(for: reading.media - mapped)
    guard correction != 0 else { return }
    context.clock.steer(through: mapped + correction, at: reading.at, rate: reading.rate, now: now)
    context.pipeline?.clockChanged()
  }

  /// Realigns audio that has drifted too far from the clock.
  private func checkDrift(_ context: SessionContext, _ reading: AudioOutputPath.Reading) {
    let drift = reading.media - context.clock.nanoseconds(at: reading.at)
    guard abs(drift) > Self.driftLimit, reading.rate == context.clock.snapshot.rate else { return }
    output?.pause()
    join(context)
  }

  /// Schedules the next reading.
  ///
  /// - Parameter now: The time of the last one.
  func scheduleReading(after reading: AudioOutputPath.Reading, at now: HostTime, playedRate: Double) {
    var next = now + ClockSteering.interval(sinceStart: runStart.map { now - $0 } ?? .zero)
    if let change = reading.nextChange { next = min(next, max(change, now + .milliseconds(1))) }
    // The new rate is on its way to the device: the clock follows when it becomes audible.
    if reading.rate != playedRate { next = min(next, now + .milliseconds(10)) }
    nextReading = next
  }

  /// Whether the device ran dry although more audio is expected. Audio of a new track is not expected in time.
  ///
  /// - Parameter epoch: The epoch of the current start.
  func hasRunOut(epoch: Int) -> Bool { !isSwitchingTrack(of: epoch) && output?.isStarved == true }

  /// The host clock drives, because the audio packets are behind video frames that have to be shown first. The audio
  /// joins when it arrives.
  private func continueWithoutDistantAudio(_ context: SessionContext) {
    output?.pause()
    driveByHostClock(context)
    join(context)
  }

  /// Joins audio at the clock's position: earlier samples are dropped, later samples wait.
  private func join(_ context: SessionContext) {
    joinDeadline = nil
    guard context.isMoving, !context.isReversed, let output, !output.isEmptyForever else { return }
    let ahead = output.align(
      to: context.clock.mappedNanoseconds(at: now + output.latency), rate: context.playedRate)
    // The ring has capacity again; its writer would otherwise wait much longer.
    context.pipeline?.noteRingOwned()
    if ahead > Self.joinTolerance {
      joinDeadline = now + .seconds(Double(ahead) / 1e9 / max(0.1, context.playedRate))
    } else if ahead < -Self.joinTolerance || !output.isWellFilled {
      // The available samples are too late. More are on the way, faster than real time.
      joinDeadline = now + .milliseconds(10)
    } else {
      start(context)
    }
  }

  // MARK: Track switches

  /// The epoch of the audio that plays or is being prepared in a start.
  func epoch(ofStart epoch: Int) -> Int { trackSwitch?.audioEpoch(ofStart: epoch) ?? epoch }

  /// Whether an audio track switch of a start is in progress.
  private func isSwitchingTrack(of epoch: Int) -> Bool { trackSwitch?.isInProgress(inStart: epoch) ?? false }

  /// Appends a new track's audio to the old one's in the ring. If the ring does not fit the track, because only one of
  /// them passes through to the device, the output is replaced.
  ///
  /// - Parameters:
  ///   - base: The epoch of the current start.
  ///   - epoch: The epoch of the new track.
  ///   - generation: The generation of the current position.
  func switchTrack(to stream: StreamParameters, _ context: SessionContext, base: Int, epoch: Int, generation: Int) {
    guard let pipeline = context.pipeline, let ring = pipeline.ring else { return }
    guard !devices.needsOtherOutput(for: stream.track, context) else {
      return replaceOutput(for: stream, context, base: base, epoch: epoch, generation: generation)
    }
    pipeline.stopAudio()
    trackSwitch = AudioSwitch(base: base, epoch: epoch)
    // The end of the old track's audio in the ring, or the position of the video if the audio ended long ago.
    let present = context.clock.nanoseconds(at: now)
    let seam = max(ring.media(at: ring.written)?.nanoseconds ?? present, present)
    let plan = PipelineStart(
      epoch: epoch, generation: generation, target: CMTime(value: seam, timescale: 1_000_000_000), kind: .play())
    ring.switchEpoch(to: epoch)
    pipeline.followAudio(stream, plan, into: ring)
    nextReading = now
    if output?.isDry == true { switchedAudioIsLate() }
  }

  /// Plays a track through another output, from the current position on. The video does not wait: the host clock drives
  /// until the audio joins.
  private func replaceOutput(
    for stream: StreamParameters, _ context: SessionContext, base: Int, epoch: Int, generation: Int
  ) {
    guard let pipeline = context.pipeline else { return }
    if context.isMoving, !context.followsSourceClock { driveByHostClock(context) }
    joinDeadline = nil
    guard let ring = devices.openOutput(for: stream.track, context, epoch: epoch) else { return pipeline.dropAudio() }
    pipeline.stopAudio()
    trackSwitch = AudioSwitch(base: base, epoch: epoch)
    let position = context.clock.nanoseconds(at: now)
    pipeline.followAudio(
      stream,
      PipelineStart(
        epoch: epoch, generation: generation, target: CMTime(value: position, timescale: 1_000_000_000), kind: .play()),
      into: ring)
    guard context.isMoving else { return }
    // The running device reports the latency with which the audio joins.
    devices.start(context)
    switchedAudioIsLate()
  }

  /// The ring is empty and the new track's audio has not arrived: silence until then, while the video continues by the
  /// host clock.
  private func switchedAudioIsLate() {
    trackSwitch?.isLate = true
    nextReading = nil
    output?.pause()
  }

  /// Enough audio is in the ring. That of a new track joins the clock if it is late.
  ///
  /// - Parameter epoch: The epoch of the current start.
  func audioIsPrimed(_ context: SessionContext, epoch: Int) {
    guard isSwitchingTrack(of: epoch) else { return }
    trackSwitch?.isPrimed = true
    if trackSwitch?.isLate == true { join(context) }
  }

  // MARK: Devices

  /// Selects another device. Playback continues there.
  ///
  /// - Parameter identifier: The sound server's identifier; nil for the system default.
  func setDevice(_ identifier: String?, _ context: SessionContext) {
    guard devices.select(identifier, context) else { return }
    if context.isMoving, canDrive(context) { continueOnNewOutput(context) } else { devices.reopen(context) }
  }

  /// Starts the output and reads its position from now on.
  private func start(_ context: SessionContext) {
    guard output != nil else { return }
    devices.start(context)
    nextReading = now
  }

  /// The device has disappeared. Playback continues on another one, or on a silent output until a device is available.
  private func deviceIsLost(_ context: SessionContext) {
    continueOnNewOutput(context)
    devices.noteLoss(context)
  }

  /// The process was suspended while the clock ran. The sound server has played its buffer to the end meanwhile, and
  /// PipeWire reports positions after that which are some 50 ms ahead of what is audible, for several seconds. Playback
  /// continues with a new stream, from the next sample.
  func processWasSuspended(_ context: SessionContext) {
    guard context.isMoving, canDrive(context), output?.needsDevice == false else { return }
    continueOnNewOutput(context)
  }

  /// The device was started but plays nothing.
  private func deviceIsStuck(_ context: SessionContext) {
    devices.deviceIsStuck(context)
    restart(context)
  }

  /// Starts a new output for a running clock: audio before the clock's position is dropped, audio after it waits.
  private func restart(_ context: SessionContext) {
    if isWaitingForAudio { start(context) } else { join(context) }
  }

  /// Continues playback on a new output: of a device, or a silent one.
  private func continueOnNewOutput(_ context: SessionContext) {
    if !context.followsSourceClock { driveByHostClock(context) }
    devices.reopen(context)
    guard context.isMoving, canDrive(context) else { return }
    // An item driven by a source clock continues, and the audio joins it.
    if !context.followsSourceClock { start(context) } else { join(context) }
  }
}
