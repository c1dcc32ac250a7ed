import CPlayheadPulse
import Dispatch
import Glibc
import Synchronization

/// The state of PulseAudio or PipeWire, through libpulse.
///
/// libpulse has a thread of its own, which starts with the first query and runs until the process ends. All calls of
/// libpulse are made on it or under its lock.
package final class PulseServer: SoundServerSource {
  /// The only instance.
  package static let shared = PulseServer()

  /// A type of its own, so that the mutex holds a value and not a function.
  private struct Observer: Sendable {
    let call: @Sendable (SoundServerState) -> Void
  }

  /// The connection, the last state and the observer.
  private struct State: Sendable {
    /// Whether the thread was started; false again after a connection was lost.
    var isConnected = false
    /// The last complete answer of the server.
    var current: SoundServerState?
    var observer: Observer?
  }

  /// The state, locked because any thread asks for it.
  private let state = Mutex(State())
  /// Signaled with the first complete answer.
  private let answered = DispatchSemaphore(value: 0)
  /// libpulse's thread and the query in progress; nil without libpulse.
  private let loop: PulseLoop?

  /// Connects with the first query only.
  ///
  /// - Parameter server: The address of a server; nil for the user's own.
  package init(server: String? = nil) { loop = PulseLoop(server: server) }

  /// The last known state; the first call connects, and waits for the answer.
  package func state(waitingAtMost milliseconds: Int) -> SoundServerState? {
    let isFirst = state.withLock { state in
      defer { state.isConnected = true }
      return !state.isConnected
    }
    if isFirst, let loop {
      loop.connect { [self] in receive($0) }
      _ = answered.wait(timeout: .now() + .milliseconds(milliseconds))
    }
    return state.withLock { $0.current }
  }

  /// Registers the only observer.
  package func observe(_ call: @escaping @Sendable (SoundServerState) -> Void) {
    state.withLock { $0.observer = Observer(call: call) }
  }

  /// Stores an answer, or the loss of the connection, and notifies the observer. On libpulse's thread.
  private func receive(_ answer: SoundServerState?) {
    let observer = state.withLock { state -> Observer? in
      let isChange = answer != nil && answer != state.current
      state.current = answer
      // The next query connects again.
      if answer == nil { state.isConnected = false }
      return isChange ? state.observer : nil
    }
    answered.signal()
    if let answer { observer?.call(answer) }
  }
}

/// libpulse's thread with one connection, which asks for the state again after each event of the server.
private final class PulseLoop: @unchecked Sendable {
  // Sendable: the properties below `functions` are used on libpulse's thread or under its lock.
  private let functions: PlayheadPulseFunctions
  private let loop: UnsafeMutableRawPointer
  private let server: String?
  private var isStarted = false
  private var context: UnsafeMutableRawPointer?
  private var receive: (SoundServerState?) -> Void = { _ in }
  /// The answer that is being received.
  private var answer = SoundServerState(volume: 1, isOtherAudioPlaying: false, isOtherMediaPlaying: false)
  private var isAsking = false
  private var mustAskAgain = false

  /// nil without libpulse.
  init?(server: String?) {
    var functions = PlayheadPulseFunctions()
    guard playhead_pulse_load(&functions), let loop = functions.new_loop() else { return nil }
    self.functions = functions
    self.loop = loop
    self.server = server
  }

  /// Connects, in place of a connection that was lost. The loop is retained by the connection for good.
  func connect(_ receive: @escaping (SoundServerState?) -> Void) {
    functions.lock(loop)
    defer { functions.unlock(loop) }
    if let context {
      functions.disconnect(context)
      functions.free_context(context)
    }
    self.receive = receive
    (isAsking, mustAskAgain) = (false, false)
    context = functions.new_context(functions.interface(loop), "Playhead")
    guard let context else { return receive(nil) }
    // The loop lives as long as the process, like the thread of libpulse.
    functions.on_state(context, { PulseLoop.from($1).stateChanged($0) }, Unmanaged.passRetained(self).toOpaque())
    _ = functions.connect(context, server, Int32(playhead_pulse_flags), nil)
    guard !isStarted else { return }
    functions.name_loop(loop, "playhead-pulse")
    isStarted = functions.start_loop(loop) == 0
  }

  /// The loop behind the data of a call of libpulse, which retains it.
  private static func from(_ data: UnsafeMutableRawPointer?) -> PulseLoop {
    Unmanaged<PulseLoop>.fromOpaque(data.unsafelyUnwrapped).takeUnretainedValue()
  }

  private func stateChanged(_ changed: UnsafeMutableRawPointer?) {
    guard let context, changed == context else { return }
    switch functions.state(context) {
    case Int32(playhead_pulse_ready):
      let data = Unmanaged.passUnretained(self).toOpaque()
      functions.on_event(context, { _, _, _, data in PulseLoop.from(data).ask() }, data)
      release(functions.subscribe(context, UInt32(playhead_pulse_events), nil, nil))
      ask()
    case Int32(playhead_pulse_failed), Int32(playhead_pulse_terminated): receive(nil)
    default: break
    }
  }

  /// Asks for the default device and the streams, one query at a time. The server answers in order.
  private func ask() {
    guard let context else { return }
    guard !isAsking else { return mustAskAgain = true }
    (isAsking, mustAskAgain) = (true, false)
    answer = SoundServerState(volume: 1, isOtherAudioPlaying: false, isOtherMediaPlaying: false)
    let data = Unmanaged.passUnretained(self).toOpaque()
    release(
      functions.get_sink(
        context, "@DEFAULT_SINK@",
        { _, sink, _, data in if let sink { PulseLoop.from(data).answer.volume = PulseLoop.volume(of: sink.pointee) } },
        data))
    let streams = functions.get_streams(
      context,
      { _, stream, end, data in
        let loop = PulseLoop.from(data)
        if end != 0 { loop.finish() } else if let stream { loop.note(stream.pointee) }
      }, data)
    if streams == nil { isAsking = false }
    release(streams)
  }

  /// Reports the answer, and asks again if something changed meanwhile.
  private func finish() {
    isAsking = false
    receive(answer)
    if mustAskAgain { ask() }
  }

  /// Takes a stream into account that another process plays now. Streams without a client belong to the server.
  private func note(_ stream: PlayheadPulseStream) {
    guard stream.is_corked == 0, stream.client != playhead_pulse_no_client else { return }
    guard text("application.process.id", of: stream) != "\(getpid())" else { return }
    answer.isOtherAudioPlaying = true
    // Sounds of the desktop and of keys do not compete with music.
    let role = text("media.role", of: stream) ?? ""
    if !["event", "notification", "a11y", "animation", "test"].contains(role) { answer.isOtherMediaPlaying = true }
  }

  private func text(_ key: String, of stream: PlayheadPulseStream) -> String? {
    guard let properties = stream.properties else { return nil }
    return functions.property(properties, key).map { String(cString: $0) }
  }

  private func release(_ operation: UnsafeMutableRawPointer?) {
    if let operation { functions.free_operation(operation) }
  }

  /// The loudest channel as a fraction of the full volume.
  private static func volume(of sink: PlayheadPulseSink) -> Float {
    guard sink.is_muted == 0 else { return 0 }
    let count = Int(min(32, sink.volume.channels))
    let values = withUnsafeBytes(of: sink.volume.values) { Array($0.bindMemory(to: UInt32.self).prefix(count)) }
    return min(1, Float(values.max() ?? 0) / Float(playhead_pulse_full_volume))
  }
}
