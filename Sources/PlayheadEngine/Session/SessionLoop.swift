import CoreMedia
import Dispatch
import PlayheadClock
import PlayheadItems
import PlayheadPipeline

/// The one loop that owns playback. It takes commands and reports one at a time, asks the state machine, performs its
/// actions, and publishes the results. Everything below is accessed on the session's thread only.
final class SessionLoop {
  /// The state shared with clients and pipelines. Unlike everything else here it is thread-safe.
  let shared: SessionShared
  /// Decides what happens in response to events; `perform` carries out the resulting actions.
  var machine = PlaybackStateMachine()
  /// The current item and the next one, with their pipelines.
  let queue: QueueController
  /// Plays the audio, and steers the clock to it.
  let audio: AudioController
  /// The views, or other receivers of frames.
  let sinks: SinkController
  /// Publishes events and snapshots, and calls time observers.
  let publisher: SessionPublisher
  /// Numbers the starts of pipelines and the requested positions, for the lifetime of the session.
  var epochs = EpochCounter()
  /// The requests that are served while the clock is stopped.
  var seeks = SeekController()
  /// The reports of the current start.
  var progress = StartProgress()

  /// Detects underruns, and decides when playback resumes after them.
  var buffering = BufferingController()
  /// Drives the clock where the audio device does not.
  var clocks = ClockController()
  /// Holds the distance from the live edge. Replaced with the client's item.
  var live = LiveController()
  /// Delivers the current item's timed metadata.
  var timedMetadata = TimedMetadataController()
  /// Records playback in the item's journal and logs, and detects playback that makes no progress.
  var diagnostics = SessionDiagnostics()
  /// Controls the renderer that plays in place of this computer.
  var external = ExternalPlaybackController()
  /// Decides when the item is interrupted by an interstitial.
  var interstitials = InterstitialController()

  /// Created on the session's thread, which then calls `run`.
  init(_ shared: SessionShared) {
    self.shared = shared
    queue = QueueController(shared)
    publisher = SessionPublisher(shared)
    sinks = SinkController(clock: shared.environment.clock)
    audio = AudioController(environment: shared.environment)
  }

  /// The current item; nil while there is none.
  var item: EngineItem? { queue.item }
  /// The pipeline of the current item; nil without an item, and after the pipeline was closed.
  var pipeline: ItemPipeline? { queue.pipeline }
  /// The clock of the current item; before the item is opened, the session's idle clock, which never runs.
  var clock: MediaClock { shared.clock }
  /// The current time of the session's clock. Read once where several decisions must agree on it.
  var now: HostTime { shared.environment.clock.now }

  /// Runs until the session is closed. Each pass handles all waiting commands, performs what is due, and waits for the
  /// next deadline or a wake-up.
  func run() {
    while true {
      while let command = shared.nextCommand() {
        if case .close = command { return tearDown() }
        handle(command)
        sendPlayingToRenderer()
        publish()
      }
      passTime()
      sendPlayingToRenderer()
      limitClock()
      publish()
      shared.gate.wait(until: nextDeadline())
    }
  }

  /// Handles one command. Commands that change requested values begin with `beginCommand`, in step with
  /// `SessionShared.withSnapshot`.
  private func handle(_ command: SessionShared.Command) {
    switch command {
    case .setItem(let item):
      publisher.beginCommand()
      setItem(item)
      shared.itemWasSet()
      announceSession()
    case .setRate(let rate):
      publisher.beginCommand()
      clocks.removeHostAnchor()
      setRate(rate)
      announceSession()
    case .setAnchoredRate(let rate, let time, let host):
      publisher.beginCommand()
      setRate(rate, time: time, at: host)
      announceSession()
    case .setSourceClock(let clock): setSourceClock(clock)
    case .preroll(let rate, let identifier): startPreroll(rate, identifier)
    case .cancelPrerolls: perform(machine.cancelPreroll())
    case .setVolume(let volume):
      publisher.beginCommand()
      audio.devices.setVolume(volume, of: item)
      external.setVolume(volume)
      announceSession()
    case .setMuted(let isMuted):
      publisher.beginCommand()
      audio.devices.setMuted(isMuted, of: item)
      external.setMuted(isMuted)
      announceSession()
    case .setAudioDevice(let identifier): audio.setDevice(identifier, context)
    case .setAdaptsToDisplay(let adapts): setAdaptsToDisplay(adapts)
    case .setEndAction(let action):
      queue.endAction = action
      if action != .advance { dropNext() } else if progress.hasReadEverything { prepareNext() }
      if machine.state == .ended, machine.rate != 0 { applyEndAction() }
    case .setWaits(let waits):
      buffering.waitsToMinimizeStalling = waits
      if !waits { playNow() }
    case .playNow: playNow()
    case .setNextItem(let item): setNextItem(item)
    case .trackSelectionChanged(let item): trackSelectionChanged(of: item)
    case .boundsChanged(let item): boundsChanged(of: item)
    case .seek(let request):
      clocks.removeHostAnchor()
      guard let request = constrained(request) else { return }
      dropInterstitial()
      if external.isActive { perform(machine.waitForRenderer()) }
      startSeek(request)
    case .cancelSeeks: perform(machine.cancelSeeks())
    case .step(let count):
      step(by: count)
    case .addObserver(let observation, let identifier): publisher.addObserver(observation, identifier: identifier)
    case .removeObserver(let identifier): publisher.removeObserver(identifier)
    case .attachSink(let sink): sinks.attach(sink, showing: shownTimeline)
    case .detachSink(let sink): sinks.detach(sink)
    case .interstitialsChanged(let item): interstitialsChanged(of: item)
    case .endInterstitial(let id, let offset, let failures):
      endInterstitial(id, offset: offset, failures: failures)
    case .redirectSinks(let other): redirectSinks(to: other)
    case .setRenderer(let renderer): setRenderer(renderer)
    case .rendererChanged(let update, let connection): rendererChanged(update, connection: connection)
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
      case .schedulePriming: seeks.schedulePriming(at: now)
      case .changeRate: changeRate()
      case .finishSeek(let finished): finishSeek(finished)
      case .finishPreroll(let finished): finishPreroll(finished)
      case .announceReady: announceReady()
      case .reachEnd: reachEnd()
      case .applyEndAction: applyEndAction()
      }
    }
  }

  /// Releases everything before the thread ends.
  private func tearDown() {
    perform(machine.setItem(false))
    dropInterstitial()
    _ = external.connect(nil)
    timedMetadata.follow(nil, waking: shared.gate)
    sinks.stop()
    closePipeline()
    dropNext()
    audio.devices.close()
    publish()
    shared.finish()
  }
}
