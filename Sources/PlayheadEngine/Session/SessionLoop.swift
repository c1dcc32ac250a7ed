import CoreMedia
import Dispatch
import PlayheadFFmpeg

/// The one loop that owns playback. It takes commands and reports one at a time, asks the state machine, performs what it says,
/// and publishes what came of it. Everything below lives on the session's thread alone.
final class SessionLoop {
  let shared: SessionShared
  var machine = PlaybackStateMachine()
  var item: EngineItem?
  var pipeline: ItemPipeline?
  /// What follows, and how far it is got ready.
  var next: NextItem?
  var sound: AudioOutputPath?
  var presenters: [VideoPresenter] = []
  var observers = TimeObservers()
  var events: [SessionEvent] = []

  var endAction = EndAction.pause
  var volume: Float = 1
  var isMuted = false
  /// What the program chose to be heard on; nil: the system's own choice.
  var audioDevice: String?
  /// Numbers of pipelines, starts and positions, all through the session's life.
  var pipelineCount = 0
  var epochCount = 0
  var epoch = 0
  var generation = 0
  /// The seek under way or waiting, and the identifiers whose answer is owed.
  var seek: SeekRequest?
  /// Whether it came while another start was under way.
  var seekHasWaited = false
  var stepsLeft = 0
  /// Whose pictures wake the loop, because a step waits for one.
  var awaitedTimeline: VideoTimeline?
  var stepTarget: CMTime?

  /// What the present start has reported.
  var progress = StartProgress()
  var primingDeadline: HostTime?
  var soundStopDeadline: HostTime?
  /// The search for a device while there is none.
  var deviceSearch = DeviceSearchPolicy()
  var nextReading: HostTime?
  /// When to look at a clock that only the host's leads.
  var nextBeat: HostTime?
  var runStart: HostTime?
  var isWaitingForSound = false
  /// Observers have been called for every moment up to here.
  var observedThrough = CMTime.zero
  /// How many of the face's commands have been handled.
  var handledRevision = 0

  struct StartProgress {
    var isVideoPrimed = false
    var isAudioPrimed = false
    var hasVideoEnded = false
    var hasAudioEnded = false
    /// The latest end of any track that has told one, and that of the sound.
    var end: CMTime?
    var audioEnd: CMTime?
    /// Why no more could be read.
    var readError: MediaError?
    /// Why a track gave nothing.
    var decodeError: MediaError?

    mutating func add(end time: CMTime?) {
      if let time { end = max(end ?? time, time) }
    }
  }
  /// Media that ran out, and what is told of what is loaded.
  var buffers = BufferWatch()
  var waitsToMinimizeStalling = true
  var lastPictureLook = HostTime.zero
  /// Where the present start's sound is cut.
  var soundCut: CMTime?
  /// Whether the item has been started anywhere yet.
  var hasBegun = false
  /// The present start's last packet was read.
  var hasReadEverything = false
  /// The present start's sound was changed for that of another track.
  var soundSwitch: AudioSwitch?
  var soundJoinDeadline: HostTime?
  /// Where a program wants the item to be at which moment, and how often it was moved for that.
  var tie: HostTimeAnchor?
  var tieSeeks = 0
  var tieSeekStart: HostTime?
  /// What moves the item where it is not the sound device.
  var sourceClock: CMClock?
  var lead: ClockLead?
  var nextLead: HostTime?
  /// The preroll under way.
  var preroll: Int?
  var logMark = LogMark()
  var live = LiveSteering()
  /// Whose metadata is told, and how far.
  var metadataItem: EngineItem?
  var metadata = TimedMetadataScheduler()
  /// Notices when nothing goes on any more.
  var watchdog = Watchdog()
  /// Gathers pictures that were lost.
  var drops = DropWatch()
  /// When media ran out.
  var stallStart: HostTime?
  /// What else is played at which place.
  var interstitials = InterstitialSchedule()
  /// The seek under way leads to where the item goes on after something else.
  var isResuming = false
  /// The session that shows its pictures in this one's views, and those views.
  var borrower: PlaybackSession?
  var lentSinks: [any VideoSink] = []

  init(_ shared: SessionShared) { self.shared = shared }

  var clock: MediaClock { shared.clock }
  var now: HostTime { shared.environment.clock.now }

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

  private func handle(_ command: SessionShared.Command) {
    switch command {
    case .setItem(let item):
      handledRevision += 1
      setItem(item)
      shared.itemWasSet()
      announceSession()
    case .setRate(let rate):
      handledRevision += 1
      tie = nil
      setRate(rate)
      announceSession()
    case .setTiedRate(let rate, let time, let host):
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
      if machine.state == .ended, machine.rate != 0 { settleEnd() }
    case .setWaits(let waits):
      waitsToMinimizeStalling = waits
      if !waits { playNow() }
    case .playNow: playNow()
    case .setNextItem(let item): setNextItem(item)
    case .choiceChanged(let item): choiceChanged(of: item)
    case .boundsChanged(let item): boundsChanged(of: item)
    case .seek(let request):
      tie = nil
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
    case .lendPictures(let other): lendPictures(to: other)
    case .report(let report, let identifier):
      if identifier == pipeline?.identifier { handle(report) } else { handleNext(report, from: identifier) }
    case .close: break
    }
  }

  // MARK: Doing what the machine decides

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
      case .fallBack: settleEnd()
      }
    }
  }

  /// Longer than the pause between two movements of a hand that scrubs, shorter than that between looking and pressing play.
  private static let primingDelay = HostDuration.milliseconds(120)

  private func tearDown() {
    perform(machine.setItem(false))
    dropInterstitial()
    followMetadata(of: nil)
    for presenter in presenters { presenter.stop() }
    presenters = []
    closePipeline()
    dropNext()
    sound?.stop()
    sound = nil
    publish()
    shared.finish()
  }
}
