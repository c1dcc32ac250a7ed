import CoreMedia
import Dispatch
import PlayheadFFmpeg

/// The one loop that owns playback. It takes commands and reports one at a time, asks the state machine, performs its
/// actions, and publishes the results. Everything below is accessed on the session's thread only.
final class SessionLoop {
  let shared: SessionShared
  var machine = PlaybackStateMachine()
  var item: EngineItem?
  var pipeline: ItemPipeline?
  /// The next item and how far it has been prepared.
  var next: NextItem?
  var audioOutput: AudioOutputPath?
  var presenters: [VideoPresenter] = []
  var observers = TimeObservers()
  var events: [SessionEvent] = []

  var endAction = EndAction.pause
  var volume: Float = 1
  var isMuted = false
  /// The audio device that the program chose; nil for the system default.
  var audioDevice: String?
  /// Counters of pipelines, starts and positions, for the lifetime of the session.
  var pipelineCount = 0
  var epochCount = 0
  var epoch = 0
  var generation = 0
  /// The seek in progress or pending, whose completion has not been delivered.
  var seek: SeekRequest?
  /// Whether it arrived while another start was in progress.
  var seekHasWaited = false
  var stepsLeft = 0
  /// The timeline whose new frames wake the loop, because a step waits for one.
  var awaitedTimeline: VideoTimeline?
  var stepTarget: CMTime?

  /// The reports of the current start.
  var progress = StartProgress()
  var primingDeadline: HostTime?
  var audioStopDeadline: HostTime?
  /// The search for a device while none is available.
  var deviceSearch = DeviceSearchPolicy()
  var nextReading: HostTime?
  /// The next check for a suspended process while only the host clock drives playback.
  var nextSuspensionCheck: HostTime?
  var runStart: HostTime?
  var isWaitingForAudio = false
  /// Every observer has been called for every time up to this one.
  var observedThrough = CMTime.zero
  /// How many of the client's commands have been handled.
  var handledRevision = 0

  /// The reports of the pipeline since a start.
  struct StartProgress {
    var isVideoPrimed = false
    var isAudioPrimed = false
    var hasVideoEnded = false
    var hasAudioEnded = false
    /// The latest end of any track that has reported one, and the end of the audio.
    var end: CMTime?
    var audioEnd: CMTime?
    /// The read error that ended the media early.
    var readError: MediaError?
    /// The decode error of a track without output.
    var decodeError: MediaError?

    mutating func add(end time: CMTime?) {
      if let time { end = max(end ?? time, time) }
    }
  }
  /// The stall state, and the schedule of buffer reports.
  var buffers = BufferMonitor()
  var waitsToMinimizeStalling = true
  var lastFrameCheck = HostTime.zero
  /// The time at which the current start's audio is cut.
  var audioCut: CMTime?
  /// Whether the item has been started at any position yet.
  var hasBegun = false
  /// Whether the current start's last packet was read.
  var hasReadEverything = false
  /// The audio track switch of the current start.
  var audioSwitch: AudioSwitch?
  var audioJoinDeadline: HostTime?
  /// The anchor between item time and host time that the program has set, and how many seeks were made for it.
  var hostAnchor: HostTimeAnchor?
  var anchorSeeks = 0
  var anchorSeekStart: HostTime?
  /// The clock that drives the item instead of the audio device.
  var sourceClock: CMClock?
  var sourceClockAnchor: SourceClockAnchor?
  var nextSteering: HostTime?
  /// The identifier of the preroll in progress.
  var preroll: Int?
  var logMark = LogMark()
  var live = LiveSteering()
  /// The item whose timed metadata is delivered, and the delivery position.
  var metadataItem: EngineItem?
  var metadata = TimedMetadataScheduler()
  /// Detects playback that makes no progress.
  var watchdog = Watchdog()
  /// Groups dropped frames into events.
  var drops = FrameDropMonitor()
  /// The time of the last stall.
  var stallStart: HostTime?
  /// The schedule of the item's interstitials.
  var interstitials = InterstitialSchedule()
  /// Whether the seek in progress leads to the resumption after an interstitial.
  var isResuming = false
  /// The session that shows its frames in this one's views during an interstitial, and those views.
  var borrower: PlaybackSession?
  var lentSinks: [any VideoSink] = []

  init(_ shared: SessionShared) { self.shared = shared }

  var clock: MediaClock { shared.clock }
  var now: HostTime { shared.environment.clock.now }

  /// Runs until the session is closed.
  func run() {
    while true {
      while let command = shared.nextCommand() {
        if case .close = command { return tearDown() }
        handle(command)
        publish()
      }
      passTime()
      limitClock()
      publish()
      shared.gate.wait(until: nextDeadline())
    }
  }

  /// Handles one command.
  private func handle(_ command: SessionShared.Command) {
    switch command {
    case .setItem(let item):
      handledRevision += 1
      setItem(item)
      shared.itemWasSet()
      announceSession()
    case .setRate(let rate):
      handledRevision += 1
      hostAnchor = nil
      setRate(rate)
      announceSession()
    case .setAnchoredRate(let rate, let time, let host):
      handledRevision += 1
      setRate(rate, time: time, at: host)
      announceSession()
    case .setSourceClock(let clock): setSourceClock(clock)
    case .preroll(let rate, let identifier): startPreroll(rate, identifier)
    case .cancelPrerolls: perform(machine.cancelPreroll())
    case .setVolume(let volume):
      handledRevision += 1
      self.volume = volume
      applyGain()
      announceSession()
    case .setMuted(let isMuted):
      handledRevision += 1
      self.isMuted = isMuted
      applyGain()
      announceSession()
    case .setAudioDevice(let identifier): setAudioDevice(identifier)
    case .setEndAction(let action):
      endAction = action
      if action != .advance { dropNext() } else if hasReadEverything { prepareNext() }
      if machine.state == .ended, machine.rate != 0 { applyEndAction() }
    case .setWaits(let waits):
      waitsToMinimizeStalling = waits
      if !waits { playNow() }
    case .playNow: playNow()
    case .setNextItem(let item): setNextItem(item)
    case .trackSelectionChanged(let item): trackSelectionChanged(of: item)
    case .boundsChanged(let item): boundsChanged(of: item)
    case .seek(let request):
      hostAnchor = nil
      guard let request = constrained(request) else { return }
      dropInterstitial()
      startSeek(request)
    case .cancelSeeks: perform(machine.cancelSeeks())
    case .step(let count):
      step(by: count)
    case .addObserver(let observation, let identifier): observers.add(observation, identifier: identifier)
    case .removeObserver(let identifier): observers.remove(identifier)
    case .attachSink(let sink): attach(sink)
    case .detachSink(let sink): detach(sink)
    case .interstitialsChanged(let item): interstitialsChanged(of: item)
    case .endInterstitial(let id, let offset, let failures):
      endInterstitial(id, offset: offset, failures: failures)
    case .lendSinks(let other): lendSinks(to: other)
    case .report(let report, let identifier):
      if identifier == pipeline?.identifier { handle(report) } else { handleNext(report, from: identifier) }
    case .close: break
    }
  }

  // MARK: Performing the state machine's actions

  /// Performs the state machine's actions in order.
  func perform(_ actions: [PlaybackStateMachine.Action]) {
    for action in actions {
      switch action {
      case .open: openItem()
      case .begin(let mode): begin(mode)
      case .resume: resume()
      case .startClock: startClock()
      case .stopClock: stopClock()
      case .schedulePriming: primingDeadline = now + Self.primingDelay
      case .changeRate: changeRate()
      case .finishSeek(let finished): finishSeek(finished)
      case .finishPreroll(let finished): finishPreroll(finished)
      case .announceReady: announceReady()
      case .reachEnd: reachEnd()
      case .applyEndAction: applyEndAction()
      }
    }
  }

  /// Longer than the interval between two seeks while scrubbing, shorter than the interval between looking and pressing
  /// play.
  private static let primingDelay = HostDuration.milliseconds(120)

  /// Releases everything before the thread ends.
  private func tearDown() {
    perform(machine.setItem(false))
    dropInterstitial()
    followMetadata(of: nil)
    for presenter in presenters { presenter.stop() }
    presenters = []
    closePipeline()
    dropNext()
    audioOutput?.stop()
    audioOutput = nil
    publish()
    shared.finish()
  }
}
