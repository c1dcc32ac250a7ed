import CoreMedia
import PlayheadAudio
import PlayheadClock
import PlayheadItems
import PlayheadMedia
import Synchronization

/// The thread of an audio renderer: it decodes samples, and owns the output.
final class SampleAudioLoop: Sendable {
  typealias Shared = SampleRendererState<Command, AudioSample>

  /// The state that other threads change and read.
  let shared: Shared
  private let environment: PlaybackEnvironment
  private let isStarted = Atomic<Bool>(false)

  /// About a second of compressed audio.
  private static let queueLength = 50

  /// Creates a loop whose thread is not started.
  init(_ environment: PlaybackEnvironment, onEvent: @escaping @Sendable (SampleRendererEvent) -> Void) {
    self.environment = environment
    shared = Shared(
      environment, clock: SampleClock(environment.clock),
      queue: SampleQueue(byteLimit: environment.limits.packetBytes / 4, countLimit: Self.queueLength),
      clockChanged: .clockChanged, onEvent: onEvent)
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
}
