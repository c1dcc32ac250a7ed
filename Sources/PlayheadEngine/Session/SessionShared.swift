import CoreMedia
import Dispatch
import PlayheadFFmpeg
import Synchronization

/// The state shared between the session's loop and its clients: the command queue, the snapshot, the events, the clock.
final class SessionShared: Sendable {
  /// A command of a client, or a report of a pipeline.
  enum Command: Sendable {
    case setItem(EngineItem?)
    case setRate(Float)
    case setAnchoredRate(Float, time: CMTime, host: CMTime)
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
    case trackSelectionChanged(EngineItem)
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
    case lendSinks(PlaybackSession)
    case report(PipelineReport, pipeline: Int)
    case close
  }

  private struct State {
    var commands: [Command] = []
    var snapshot = SessionSnapshot()
    var events = SessionEventQueue()
    var sinks: [AttachedSink] = []
    /// Item changes that the loop has not handled yet: until then the position is zero, not the old item's.
    var pendingItems = 0
    var clock: MediaClock?
    var isFinished = false
  }

  let environment: PlaybackEnvironment
  let gate: any Gate
  /// The clock in use while there is no item.
  private let idleClock = MediaClock()
  private let state = Mutex(State())
  private let wake: @Sendable () -> Void

  init(environment: PlaybackEnvironment, wake: @escaping @Sendable () -> Void) {
    self.environment = environment
    self.wake = wake
    gate = environment.clock.makeGate("session")
  }

  // MARK: From clients to the loop

  /// Posts a command and wakes the loop.
  func post(_ command: Command) {
    state.withLock { $0.commands.append(command) }
    gate.open()
  }

  /// Changes the requested values of the snapshot and posts the command in one step, so that both have the same order.
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

  /// Attaches a sink.
  func attach(_ sink: any VideoSink) {
    let attached = AttachedSink(sink)
    state.withLock { state in
      guard !state.isFinished else { return }
      state.sinks.append(attached)
      state.commands.append(.attachSink(attached))
    }
    gate.open()
  }

  /// Detaches at once: the loop may be blocked, for instance by a reader in the file system, and only cleans up later.
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

  /// Removes and returns the next command.
  func nextCommand() -> Command? {
    state.withLock { $0.commands.isEmpty ? nil : $0.commands.removeFirst() }
  }

  /// No more commands are accepted.
  func finish() {
    state.withLock {
      $0.isFinished = true
      $0.commands = []
      $0.sinks = []
    }
  }

  // MARK: From the loop to clients

  var snapshot: SessionSnapshot { state.withLock { $0.snapshot } }

  /// The current item's clock.
  var clock: MediaClock {
    get { state.withLock { $0.clock } ?? idleClock }
    set { state.withLock { $0.clock = newValue } }
  }

  /// The current position. Zero while a new item is pending.
  func currentTime() -> CMTime {
    let (clock, isPending) = state.withLock { ($0.clock, $0.pendingItems > 0) }
    return isPending ? .zero : (clock ?? idleClock).position(at: environment.clock.now)
  }

  /// The position at `host`; nil without an item.
  func itemTime(at host: HostTime) -> CMTime? {
    let (item, clock, isPending) = state.withLock { ($0.snapshot.item, $0.clock, $0.pendingItems > 0) }
    return item == nil ? nil : isPending ? .zero : (clock ?? idleClock).position(at: host)
  }

  /// Replaces the item's clock by the idle clock.
  func useIdleClock() { state.withLock { $0.clock = nil } }

  /// The loop has replaced the item.
  func itemWasSet() { state.withLock { $0.pendingItems -= 1 } }

  /// Removes and returns all events.
  func takeEvents() -> [SessionEvent] {
    state.withLock { $0.events.takeAll() }
  }

  /// Changes the snapshot from the loop.
  func update(_ change: (inout SessionSnapshot) -> Void) { state.withLock { change(&$0.snapshot) } }

  /// Adds events and wakes the client.
  func add(_ events: [SessionEvent]) {
    guard !events.isEmpty else { return }
    state.withLock { $0.events.add(events) }
    wake()
  }
}
