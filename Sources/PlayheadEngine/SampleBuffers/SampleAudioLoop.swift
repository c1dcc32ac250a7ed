import CoreMedia
import PlayheadAudio
import PlayheadClock
import PlayheadMedia
import Synchronization

/// The thread of an audio renderer: it decodes samples, and owns the output.
final class SampleAudioLoop: Sendable {
  /// The state that other threads change and read.
  let shared: Shared
  private let environment: PlaybackEnvironment
  private let isStarted = Atomic<Bool>(false)

  /// Creates a loop whose thread is not started.
  init(_ environment: PlaybackEnvironment, onEvent: @escaping @Sendable (SampleAudioRenderer.Event) -> Void) {
    self.environment = environment
    shared = Shared(environment, onEvent: onEvent)
  }

  /// Starts the thread, or wakes it.
  func start() {
    if isStarted.exchange(true, ordering: .acquiringAndReleasing) { return shared.gate.open() }
    let (shared, environment) = (shared, environment)
    _ = EngineThread("playhead.samples", clock: environment.clock) { SampleAudioWorker(shared, environment).run() }
  }

  /// A command of another thread.
  enum Command: Sendable {
    case flush
    case flushFrom(CMTime, @Sendable (Bool) -> Void)
    case clockChanged
    case gain(Float)
    case pitch(PitchAlgorithm)
    case device(String?)
    case close
  }

  /// The state of the renderer, which its thread shares with the program's threads.
  final class Shared: Sendable {
    private struct State {
      var commands: [Command] = []
      var clock: SampleClock
      var status = SampleAudioRenderer.Status.unknown
      var hasSufficientData = false
      /// Whether the decoded audio is as long as it should be.
      var isFull = false
    }

    private let state: Mutex<State>
    let queue: SampleQueue<AudioSample>
    let request = MediaDataRequest()
    let gate: any Gate
    private let delivery: any EventDelivery
    private let onEvent: @Sendable (SampleAudioRenderer.Event) -> Void

    /// About a second of compressed audio.
    private static let queueLength = 50

    init(_ environment: PlaybackEnvironment, onEvent: @escaping @Sendable (SampleAudioRenderer.Event) -> Void) {
      state = Mutex(State(clock: SampleClock(environment.clock)))
      queue = SampleQueue(byteLimit: environment.limits.packetBytes / 4, countLimit: Self.queueLength)
      gate = environment.clock.makeGate("samples")
      delivery = environment.delivery
      self.onEvent = onEvent
    }

    func perform(_ command: Command) {
      state.withLock { $0.commands.append(command) }
      gate.open()
    }
    func takeCommands() -> [Command] {
      state.withLock { state in
        defer { state.commands = [] }
        return state.commands
      }
    }

    var clock: SampleClock { state.withLock { $0.clock } }
    func follow(_ clock: SampleClock) {
      state.withLock { $0.clock = clock }
      perform(.clockChanged)
    }

    var status: SampleAudioRenderer.Status { state.withLock { $0.status } }
    func set(_ status: SampleAudioRenderer.Status) {
      state.withLock { $0.status = status }
      post(.status)
    }
    func post(_ event: SampleAudioRenderer.Event) {
      let onEvent = onEvent
      delivery.deliver { onEvent(event) }
    }
    func deliver(_ call: @escaping @Sendable () -> Void) { delivery.deliver(call) }

    var isReady: Bool {
      if case .failed = status { return false }
      return queue.isReady
    }
    var hasSufficientData: Bool { state.withLock { $0.hasSufficientData } }
    func setSufficient(_ isSufficient: Bool) { state.withLock { $0.hasSufficientData = isSufficient } }
  }
}
