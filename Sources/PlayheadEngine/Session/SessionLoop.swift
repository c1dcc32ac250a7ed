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
  var sound: SoundPath?
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
  var stepsLeft = 0
  /// Whose pictures wake the loop, because a step waits for one.
  var awaitedTimeline: VideoTimeline?
  var stepTarget: CMTime?

  /// What the present start has reported.
  var progress = StartProgress()
  var primingDeadline: HostTime?
  var soundStopDeadline: HostTime?
  /// When a device is looked for again, after one has gone away.
  var soundSearchDeadline: HostTime?
  var nextReading: HostTime?
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
  var soundSwitch: SoundSwitch?
  var soundJoinDeadline: HostTime?
  /// Where a program wants the item to be at which moment, and how often it was moved for that.
  var tie: ClockTie?
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
  var metadata = MetadataTurns()
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
    case .detachSink(let sink, let done):
      detach(sink)
      done.signal()
    case .interstitialsChanged(let item): interstitialsChanged(of: item)
    case .endInterstitial(let id, let offset, let failures):
      endInterstitial(id, offset: offset, failures: failures)
    case .lendPictures(let other): lendPictures(to: other)
    case .report(let report, let identifier):
      if identifier == pipeline?.identifier { handle(report) } else { handleNext(report, from: identifier) }
    case .close: break
    }
  }

  func setRate(_ rate: Float) {
    live.factor = 1
    let usable = usable(rate)
    let wasPlaying = machine.isMoving
    if usable > 0 {
      pipeline?.setRate(Double(usable))
      next?.pipeline?.setRate(Double(usable))
    }
    if usable != machine.rate { note(.rate(usable)) }
    if usable > 0, machine.isReversed { interstitials.jumped(to: clock.time(at: now)) }
    if machine.state == .ready { interposeBeforeStart(at: usable) }
    perform(machine.setRate(usable))
    limitPictures()
    if !wasPlaying, usable > 0 { returnToWindow() }
    if wasPlaying != machine.isMoving { firePeriodicObservers() }
  }

  private func usable(_ rate: Float) -> Float { rate.isFinite ? max(canReverse ? -8 : 0, min(16, rate)) : 0 }

  private func startPreroll(_ rate: Float, _ identifier: Int) {
    perform(machine.cancelPreroll())
    preroll = identifier
    let usable = usable(rate)
    if usable > 0 { pipeline?.setRate(Double(usable)) }
    perform(machine.preroll(for: usable == 0 ? 1 : usable))
  }

  private func finishPreroll(_ finished: Bool) {
    guard let preroll else { return }
    self.preroll = nil
    events.append(.prerollFinished(identifier: preroll, finished: finished))
  }

  /// Whether the present item can be played backward: its pictures must be found and told apart before they are decoded.
  private var canReverse: Bool { item?.snapshot.canPlayReverse ?? false }

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

  // MARK: Time

  private func nextDeadline() -> HostTime? {
    var deadlines = [
      primingDeadline, nextReading, nextLead, soundStopDeadline, soundSearchDeadline, soundJoinDeadline, bufferDeadline,
      metadataDeadline, watchdog.nextLook, drops.nextLook, interstitialDeadline,
    ].compactMap { $0 }
    if machine.isMoving, clock.isRunning {
      if next?.isHandedOver != true, let end = endTime, let host = clock.hostTime(ofMedia: end.nanoseconds) {
        deadlines.append(host)
        if isNextWanted { deadlines.append(host - Self.nextLead) }
      }
      if let moment = nextObserved, let host = clock.hostTime(ofMedia: moment) { deadlines.append(host) }
    }
    return deadlines.min()
  }

  /// The first whole nanosecond of media at which an observer's moment has come.
  private var nextObserved: Int64? {
    machine.isReversed
      ? observers.next(before: observedThrough)?.nanoseconds
      : observers.next(after: observedThrough)?.nanosecondsAtLeast
  }

  private func passTime() {
    let now = now
    if let deadline = primingDeadline, deadline <= now {
      primingDeadline = nil
      perform(machine.primingIsDue())
    }
    if let deadline = soundStopDeadline, deadline <= now {
      soundStopDeadline = nil
      sound?.stop()
    }
    if let deadline = soundJoinDeadline, deadline <= now { joinSound() }
    if let deadline = soundSearchDeadline, deadline <= now { searchSound() }
    if let reading = nextReading, reading <= now { readSound() }
    if let reading = nextLead, reading <= now { readLead() }
    if stepsLeft > 0, machine.state == .ready { takeSteps() }
    watchBuffers()
    if isNextWanted, machine.isMoving, clock.isRunning, let end = endTime,
      let host = clock.hostTime(ofMedia: end.nanoseconds), host - Self.nextLead <= now
    {
      prepareNext()
    }
    tellMetadata()
    watchProgress()
    watchDrops()
    if interpose() { return }
    // Where the next item's sound follows in the ring, hearing it is what ends this one.
    guard machine.isMoving, clock.isRunning, next?.isHandedOver != true else {
      return observe(through: clock.time(at: now))
    }
    if let end = endTime, let host = clock.hostTime(ofMedia: end.nanoseconds), host <= now {
      if interposeAtEnd() { return }
      observe(through: end)
      perform(machine.reachedEnd())
    } else {
      observe(through: clock.time(at: now))
    }
  }

  func observe(through time: CMTime) {
    guard machine.isMoving, machine.isReversed ? time < observedThrough : time > observedThrough else { return }
    let moments =
      machine.isReversed
      ? observers.moments(before: observedThrough, through: time)
      : observers.moments(after: observedThrough, through: time)
    for moment in moments {
      events.append(.observerFired(identifier: moment.identifier, time: moment.time))
    }
    observedThrough = time
  }

  func firePeriodicObservers() {
    guard item != nil else { return }
    let time = clock.time(at: now)
    for identifier in observers.periodicIdentifiers {
      // A moment that has just been reached is not told twice.
      let isTold = events.contains {
        if case .observerFired(identifier, time) = $0 { true } else { false }
      }
      if !isTold { events.append(.observerFired(identifier: identifier, time: time)) }
    }
  }

  // MARK: Publishing

  private func publish() {
    announceTimeControl()
    guard !events.isEmpty else { return }
    shared.add(events)
    events = []
  }

  func announceTimeControl() {
    if shared.snapshot.timeControl != machine.timeControl { announceSession() }
  }

  /// Adds the snapshot as it is now to the events.
  func announceSession() {
    let timeControl = machine.timeControl
    shared.update { $0.timeControl = timeControl }
    var snapshot = shared.snapshot
    // What is wanted by commands that are still to come belongs to later events.
    if snapshot.revision != handledRevision {
      snapshot.revision = handledRevision
      snapshot.rate = machine.rate
    }
    events.append(.sessionChanged(snapshot))
  }

  func announceItem(_ change: (inout ItemSnapshot) -> Void) {
    guard let item else { return }
    item.update(change)
    events.append(.itemChanged(item, item.snapshot))
  }

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
    for command in shared.finish() {
      if case .detachSink(_, let done) = command { done.signal() }
    }
  }
}
