import CoreMedia
import PlayheadAudio
import PlayheadClock
import PlayheadFFmpeg
import PlayheadItems
import PlayheadMedia
import PlayheadPipeline

/// Owns the path to the audio device: opens and starts a device, and uses a silent output while none is available. Used
/// on the session's thread.
///
///     closed ──prepare──► device ◄──────── reopen, retry ────────┐
///                            └── fails to open or to start ──► silent output, device search
///
/// Audio passes through to a device that decodes it where `PassthroughController` permits. If that device fails, the
/// session decodes, and opens the device again.
final class AudioDeviceController {
  /// The path to the audio device; nil before the first audio. Reused by the next start if the format is the same.
  private(set) var output: AudioOutputPath?
  /// The clock, the audio outputs, and the limits of the engine.
  private let environment: PlaybackEnvironment
  /// The requested volume, from 0 to 1.
  private var volume: Float = 1
  /// Whether the client has muted the audio.
  private var isMuted = false
  /// The audio device that the program chose; nil for the system default.
  private var device: String?
  /// The search for a device while none is available.
  private var search = DeviceSearchPolicy()
  /// Decides whether audio passes through to the device.
  let passthrough = PassthroughController()

  /// - Parameter environment: The environment of the session.
  init(environment: PlaybackEnvironment) { self.environment = environment }

  /// Whether the output is for bursts that the device decodes.
  private var isPassingThrough: Bool { output?.ring.format.passthrough != nil }
  /// The current time of the session's clock.
  private var now: HostTime { environment.clock.now }
  /// The audio outputs, on the selected device.
  private var provider: (any AudioOutputProvider)? { environment.audio?.onDevice(device) }
  /// The next search for a device; nil if none is needed.
  var searchDeadline: HostTime? { search.deadline }

  /// Adds an event to the current item's journal.
  private func note(_ event: JournalEvent, _ context: SessionContext) {
    let now = now
    context.item?.journal.note(event, at: now, media: context.clock.time(at: now))
  }

  // MARK: Volume

  /// Sets the volume, from 0 to 1.
  func setVolume(_ volume: Float, of item: EngineItem?) {
    self.volume = volume
    applyGain(of: item)
  }

  /// Mutes the audio, or ends that.
  func setMuted(_ isMuted: Bool, of item: EngineItem?) {
    self.isMuted = isMuted
    applyGain(of: item)
  }

  /// Applies the volume, or silence if audio is muted or its track is disabled.
  func applyGain(of item: EngineItem?) { output?.setGain(isMuted || item?.isAudioDisabled == true ? 0 : volume) }

  // MARK: Opening

  /// Makes the path to the audio device. The device is opened with the first audible audio. If that fails, a silent
  /// output takes its place, and the search for a device is retried.
  ///
  /// - Parameter epoch: The epoch of the current start.
  func prepare(_ context: SessionContext, epoch: Int) {
    guard let pipeline = context.pipeline, let track = pipeline.audio?.track, pipeline.ring == nil else { return }
    if let ring = openOutput(for: track, context, epoch: epoch) {
      pipeline.startAudio(into: ring)
    } else {
      pipeline.dropAudio()
    }
  }

  /// Opens an output for a track, or reuses the open one, and returns its ring, which is empty. Nil if the audio is not
  /// to be played.
  ///
  /// - Parameter epoch: The epoch of the audio that the ring accepts.
  func openOutput(for track: TrackInfo, _ context: SessionContext, epoch: Int) -> AudioRing? {
    guard let info = track.audio else { return nil }
    let preferred = AudioFormat(sampleRate: max(1, info.sampleRate), channelCount: max(1, info.channels))
    let provider = provider
    if let provider, let bursts = bursts(for: track, context) {
      if let ring = open(bursts, provider, context, epoch: epoch) {
        if ring.format == bursts {
          passthrough.wasAccepted(bursts, context)
          return ring
        }
        passthrough.refuse(context.item, .notOffered)
      }
      // Records the reason.
      _ = self.bursts(for: track, context)
    }
    if let provider, let ring = open(preferred, provider, context, epoch: epoch) { return ring }
    if provider != nil { note(.noAudioDevice, context) }
    // No device will ever appear: video needs no audio, audio alone needs an output that consumes it.
    if provider?.canAppear != true, context.pipeline?.video != nil { return nil }
    // Stereo: the device that appears later may have no more channels, and its server downmixes only formats that it
    // was opened for.
    let format = AudioFormat(sampleRate: preferred.sampleRate, channelCount: min(2, preferred.channelCount))
    return open(format, SilentOutputProvider(), context, epoch: epoch, isStandIn: true)
  }

  /// The format in which a track of the current item is to pass through to the device; nil if it is decoded.
  func bursts(for track: TrackInfo, _ context: SessionContext) -> AudioFormat? {
    // Without devices there is nothing that could decode.
    guard provider != nil, let item = context.item else { return nil }
    return passthrough.format(of: track, item, volume: volume, context)
  }

  /// Whether a track needs another output than the open one, because only one of them is for bursts.
  func needsOtherOutput(for track: TrackInfo, _ context: SessionContext) -> Bool {
    guard let format = output?.ring.format else { return false }
    guard let bursts = bursts(for: track, context) else { return format.passthrough != nil }
    return format != bursts
  }

  /// Whether the audio of another item may follow in the ring: neither it nor the present audio passes through.
  func canQueue(_ track: TrackInfo?, of item: EngineItem, _ context: SessionContext) -> Bool {
    guard !isPassingThrough, let track else { return false }
    return provider == nil || !passthrough.isRequested(track, of: item, rate: context.rate, volume: volume)
  }

  /// Uses the open output if its format fits; otherwise opens a new one. Returns its empty ring; nil if that fails.
  private func open(
    _ preferred: AudioFormat, _ provider: any AudioOutputProvider, _ context: SessionContext, epoch: Int,
    isStandIn: Bool = false
  ) -> AudioRing? {
    do {
      if let output, output.ring.format == (try provider.format(for: preferred)) {
        output.reset(epoch: epoch)
      } else {
        output?.stop()
        output = nil
        let made = try AudioOutputPath(
          preferred: preferred, provider: provider, clock: environment.clock,
          seconds: environment.limits.audioSeconds, isStandIn: isStandIn)
        made.reset(epoch: epoch)
        output = made
        applyGain(of: context.item)
      }
    } catch {
      if preferred.passthrough != nil {
        passthrough.refuse(context.item, error as? PassthroughRefusal ?? .deviceLost)
      }
      return nil
    }
    return output?.ring
  }

  /// Closes the device.
  func close() {
    output?.stop()
    output = nil
  }

  // MARK: Starting and replacing

  /// Starts the output. A device that fails to start is replaced by a silent output, so that the clock continues and
  /// audio-only items reach their end.
  func start(_ context: SessionContext) {
    guard let output else { return }
    do {
      try output.start(at: now)
    } catch {
      noteMissingDevice(context)
      useSilentOutput(context, after: error)
      try? output.start(at: now)
    }
  }

  /// Records that there is no device, once. A device that does not accept bursts may still play audio.
  private func noteMissingDevice(_ context: SessionContext) {
    if !isPassingThrough, !search.isSearching { note(.noAudioDevice, context) }
  }

  /// The device was started but plays nothing: a silent output takes its place.
  func deviceIsStuck(_ context: SessionContext) {
    noteMissingDevice(context)
    useSilentOutput(context)
    if !isPassingThrough { search.stuck(at: now) }
  }

  /// The device has disappeared, and playback has been continued: records whether on another one.
  func noteLoss(_ context: SessionContext) {
    note(.audioDeviceLost(hasReplacement: output?.isStandIn == false), context)
  }

  /// Selects a device for the next opening.
  ///
  /// - Parameter identifier: The sound server's identifier; nil for the system default.
  /// - Returns: Whether an output is open that has to be replaced.
  func select(_ identifier: String?, _ context: SessionContext) -> Bool {
    guard identifier != device else { return false }
    device = identifier
    passthrough.deviceWasSelected()
    note(.device(identifier), context)
    return output != nil
  }

  /// Opens a device in place of one that has disappeared.
  func reopen(_ context: SessionContext) {
    guard let output, let provider else { return }
    search.looked()
    do {
      try output.move(to: provider, clock: environment.clock, isStandIn: false)
      applyGain(of: context.item)
    } catch {
      useSilentOutput(context, after: error)
    }
  }

  /// Replaces the device by a silent output, and schedules the search for a device. An item that passes through is
  /// decoded instead, on the same device.
  private func useSilentOutput(_ context: SessionContext, after error: (any Error)? = nil) {
    if isPassingThrough {
      passthrough.refuse(context.item, error as? PassthroughRefusal ?? .deviceLost)
    } else {
      search.failed(at: now)
    }
    guard let output, !output.isStandIn else { return }
    try? output.move(to: SilentOutputProvider(), clock: environment.clock, isStandIn: true)
    applyGain(of: context.item)
  }

  /// Retries opening a device while a silent output plays.
  ///
  /// - Parameter drivesClock: Whether the audio can drive the clock. Otherwise a device is only opened.
  /// - Returns: Whether the output was replaced while its audio can drive the clock: it has to be started.
  func retry(_ context: SessionContext, drivesClock: Bool) -> Bool {
    search.looked()
    guard let output, output.isStandIn, context.isMoving, let provider else { return false }
    guard drivesClock else {
      reopen(context)
      return false
    }
    // The silent output continues until a device has been opened: nothing changes while none is available.
    do {
      try output.move(to: provider, clock: environment.clock, isStandIn: false)
    } catch {
      search.failed(at: now)
      return false
    }
    applyGain(of: context.item)
    return true
  }

  /// The device has played audio: the search is over.
  func deviceIsPlaying(_ context: SessionContext) {
    guard search.isSearching, output?.isStandIn == false else { return }
    search = DeviceSearchPolicy()
    note(.audioDeviceReturned, context)
  }
}
