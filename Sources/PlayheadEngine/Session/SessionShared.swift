import CoreMedia
import Dispatch
import PlayheadClock
import PlayheadItems
import PlayheadPipeline
import PlayheadRoutes
import Synchronization

/// The state shared between the session's loop and its clients: the command queue, the snapshot, the events, the clock.
final class SessionShared: Sendable {
  /// A command of a client, or a report of a pipeline.
  enum Command: Sendable {
    /// Replaces the item. Until it is handled, the published position is zero.
    case setItem(EngineItem?)
    /// The requested rate, before it is limited to the supported range.
    case setRate(Float)
    /// The rate, with `time` of the item anchored to the host time `host`. Times that are not numeric stand for the
    /// current ones.
    case setAnchoredRate(Float, time: CMTime, host: CMTime)
    /// The clock that drives items; nil for the audio device.
    case setSourceClock(CMClock?)
    /// The rate to prepare for, and the identifier of the completion.
    case preroll(Float, Int)
    case cancelPrerolls
    /// From 0 to 1.
    case setVolume(Float)
    /// Silences the output; the ring is read as before.
    case setMuted(Bool)
    /// The sound server's identifier of a device; nil for the default one.
    case setAudioDevice(String?)
    /// Whether the rate is adapted to the display.
    case setAdaptsToDisplay(Bool)
    /// Also applied at once if the item is at its end and the rate is not 0.
    case setEndAction(EndAction)
    /// Whether playback resumes by itself after a stall.
    case setWaits(Bool)
    /// Ends rebuffering with the media that is buffered.
    case playNow
    /// The item to prepare and to join to the current one; nil for none.
    case setNextItem(EngineItem?)
    /// The item's track selection has changed; ignored for items other than the current one.
    case trackSelectionChanged(EngineItem)
    /// The item's end times have changed; ignored unless it is the current or the next one.
    case boundsChanged(EngineItem)
    /// A seek of the client. Interstitials that have to be played first may limit or refuse it.
    case seek(SeekRequest)
    /// Completes pending seeks with false. The position does not change.
    case cancelSeeks
    /// Frames to step, negative for steps backward.
    case step(Int)
    /// An observer, and the identifier with which its calls are reported.
    case addObserver(TimeObservation, Int)
    /// The identifier of an observer. Calls that were added to the events before remain.
    case removeObserver(Int)
    /// Passed on to the redirect target while the sinks are redirected.
    case attachSink(AttachedSink)
    /// Only cleans up: `SessionShared.detach` itself closes the sink.
    case detachSink(AttachedSink)
    /// Ignored for items other than the current one.
    case interstitialsChanged(EngineItem)
    /// The interstitial with this identifier is over. `failures` go to the error log of the item.
    case endInterstitial(String, offset: CMTime, failures: [MediaError])
    /// Redirects the sinks to another session. Ignored except during an interstitial, and while they are redirected.
    case redirectSinks(PlaybackSession)
    /// The renderer that plays in place of this computer; nil: none.
    case setRenderer((any RemoteRenderer)?)
    /// The state of the renderer, with the number of its connection.
    case rendererChanged(RemotePlayback.Update, connection: Int)
    /// A report of a pipeline, with the pipeline's number.
    case report(PipelineReport, pipeline: Int)
    /// Ends the loop and its thread. Commands after this one are dropped.
    case close
  }

  /// The state under the lock of `SessionShared`.
  private struct State {
    /// Commands that the loop has not taken yet, oldest first.
    var commands: [Command] = []
    /// Clients write the requested values, the loop writes the actual ones.
    var snapshot = SessionSnapshot()
    /// Events that the client has not taken yet.
    var events = SessionEventQueue()
    /// The attached sinks in order of attachment.
    var sinks: [AttachedSink] = []
    /// Item changes that the loop has not handled yet: until then the position is zero, not the old item's.
    var pendingItems = 0
    /// The clock of the current item; nil for the idle clock.
    var clock: MediaClock?
    /// The item to which the clock belongs; nil without an item.
    var clockItem: EngineItem?
    /// Whether the loop has ended. Sinks are not attached afterwards.
    var isFinished = false
  }

  /// The environment at the creation of the session.
  let environment: PlaybackEnvironment
  /// The gate at which the loop waits. Commands, reports of pipelines and new timed metadata open it.
  let gate: any Gate
  /// The clock in use while there is no item.
  private let idleClock = MediaClock()
  /// The lock is not held while `wake` is called or a sink is closed.
  private let state = Mutex(State())
  /// Notifies the client of new events. Called on the session's thread.
  private let wake: @Sendable () -> Void

  /// The loop is not started: `PlaybackSession` creates it on a thread of its own.
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
  ///
  /// - Returns: The revision of the snapshot that includes the command.
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

  /// A copy of the published state, including commands that the loop has not handled yet.
  var snapshot: SessionSnapshot { state.withLock { $0.snapshot } }

  /// The current item's clock.
  var clock: MediaClock { state.withLock { $0.clock } ?? idleClock }

  /// Replaces the item whose position is published, and its clock.
  ///
  /// - Parameter clock: nil for the idle clock, of an item that is not open.
  func setClock(_ clock: MediaClock?, of item: EngineItem?) {
    state.withLock { ($0.clock, $0.clockItem) = (clock, item) }
  }

  /// The current position. Zero while a new item is pending.
  func currentTime() -> CMTime {
    let (clock, isPending) = state.withLock { ($0.clock, $0.pendingItems > 0) }
    return isPending ? .zero : (clock ?? idleClock).seenPosition(at: environment.clock.now)
  }

  /// The position of an item. Where the session has already left the item, and the client has not been notified yet,
  /// it is the position at which that happened.
  func currentTime(of item: EngineItem) -> CMTime {
    let (clock, current, isPending) = state.withLock { ($0.clock, $0.clockItem, $0.pendingItems > 0) }
    if isPending { return .zero }
    if let current, current !== item, let end = item.endPosition { return end }
    return (clock ?? idleClock).seenPosition(at: environment.clock.now)
  }

  /// The position at `host`; nil without an item.
  func itemTime(at host: HostTime) -> CMTime? {
    let (item, clock, isPending) = state.withLock { ($0.snapshot.item, $0.clock, $0.pendingItems > 0) }
    return item == nil ? nil : isPending ? .zero : (clock ?? idleClock).position(at: host)
  }

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
