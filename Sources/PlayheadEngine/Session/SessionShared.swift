import CoreMedia
import Dispatch
import PlayheadFFmpeg
import Synchronization

/// What the session's loop and everybody else both touch: the mailbox, the snapshot, the events, the clock.
final class SessionShared: Sendable {
  enum Command: Sendable {
    case setItem(EngineItem?)
    case setRate(Float)
    case setTiedRate(Float, time: CMTime, host: CMTime)
    case setSourceClock(CMClock?)
    case preroll(Float, Int)
    case cancelPrerolls
    case setVolume(Float)
    case setMuted(Bool)
    case setAudioDevice(String?)
    case setEndAction(EndAction)
    case setWaits(Bool)
    case playNow
    case setNextItem(EngineItem?)
    case choiceChanged(EngineItem)
    case boundsChanged(EngineItem)
    case seek(SeekRequest)
    case cancelSeeks
    case step(Int)
    case addObserver(TimeObservation, Int)
    case removeObserver(Int)
    case attachSink(AttachedSink)
    case detachSink(AttachedSink)
    case interstitialsChanged(EngineItem)
    case endInterstitial(String, offset: CMTime, failures: [MediaError])
    case lendPictures(PlaybackSession)
    case report(PipelineReport, pipeline: Int)
    case close
  }

  private struct State {
    var commands: [Command] = []
    var snapshot = SessionSnapshot()
    var events = SessionEventQueue()
    var sinks: [AttachedSink] = []
    /// Commands for another item that the loop has not handled: until then the position is zero, not the old item's.
    var pendingItems = 0
    var clock: MediaClock?
    var isFinished = false
  }

  let environment: PlaybackEnvironment
  let gate: any Gate
  /// What the clock is without an item.
  private let idleClock = MediaClock()
  private let state = Mutex(State())
  private let wake: @Sendable () -> Void

  init(environment: PlaybackEnvironment, wake: @escaping @Sendable () -> Void) {
    self.environment = environment
    self.wake = wake
    gate = environment.clock.makeGate("session")
  }

  // MARK: Down

  func post(_ command: Command) {
    state.withLock { $0.commands.append(command) }
    gate.open()
  }

  /// Changes the wanted part of the snapshot and leaves the command, in one step, so that both keep the same order.
  func withSnapshot(_ change: (inout SessionSnapshot) -> Command) -> Int {
    let revision = state.withLock {
      let command = change(&$0.snapshot)
      if case .setItem = command { $0.pendingItems += 1 }
      $0.snapshot.revision += 1
      $0.commands.append(command)
      return $0.snapshot.revision
    }
    gate.open()
    return revision
  }

  func attach(_ sink: any VideoSink) {
    let attached = AttachedSink(sink)
    state.withLock { state in
      guard !state.isFinished else { return }
      state.sinks.append(attached)
      state.commands.append(.attachSink(attached))
    }
    gate.open()
  }

  /// The loop may be busy, with a reader that is stuck in the file system for instance: it only tidies up afterwards.
  func detach(_ sink: any VideoSink) {
    let found = state.withLock { state -> [AttachedSink] in
      let found = state.sinks.filter { $0.sink === sink }
      state.sinks.removeAll { $0.sink === sink }
      if !state.isFinished { state.commands += found.map { .detachSink($0) } }
      return found
    }
    gate.open()
    for attached in found { attached.close() }
  }

  func nextCommand() -> Command? {
    state.withLock { $0.commands.isEmpty ? nil : $0.commands.removeFirst() }
  }

  /// No command is taken any more.
  func finish() {
    state.withLock {
      $0.isFinished = true
      $0.commands = []
      $0.sinks = []
    }
  }

  // MARK: Up

  var snapshot: SessionSnapshot { state.withLock { $0.snapshot } }

  /// The present item's clock.
  var clock: MediaClock {
    get { state.withLock { $0.clock } ?? idleClock }
    set { state.withLock { $0.clock = newValue } }
  }

  func currentTime() -> CMTime {
    let (clock, isPending) = state.withLock { ($0.clock, $0.pendingItems > 0) }
    return isPending ? .zero : (clock ?? idleClock).position(at: environment.clock.now)
  }

  func itemTime(at host: HostTime) -> CMTime? {
    let (item, clock, isPending) = state.withLock { ($0.snapshot.item, $0.clock, $0.pendingItems > 0) }
    return item == nil ? nil : isPending ? .zero : (clock ?? idleClock).position(at: host)
  }

  func useIdleClock() { state.withLock { $0.clock = nil } }

  /// The loop has taken over another item.
  func itemWasSet() { state.withLock { $0.pendingItems -= 1 } }

  func takeEvents() -> [SessionEvent] {
    state.withLock { $0.events.takeAll() }
  }

  /// Changes the snapshot from the loop.
  func update(_ change: (inout SessionSnapshot) -> Void) { state.withLock { change(&$0.snapshot) } }

  func add(_ events: [SessionEvent]) {
    guard !events.isEmpty else { return }
    state.withLock { $0.events.add(events) }
    wake()
  }
}
