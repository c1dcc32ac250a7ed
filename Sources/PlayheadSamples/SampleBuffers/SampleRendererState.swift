import CoreMedia
import PlayheadClock
import PlayheadItems
import Synchronization

/// The status of a renderer of samples.
package enum SampleRendererStatus: Sendable {
  /// No sample has been decoded.
  case unknown
  /// Samples are decoded.
  case rendering
  /// A sample could not be decoded; no others are until the renderer is flushed.
  case failed(SampleBufferError)
}

/// An event of a renderer of samples for the program.
package enum SampleRendererEvent: Sendable {
  /// The status has changed.
  case status
  /// The output has changed, and the samples from a time on have to be enqueued again.
  case flushed(CMTime)
}

/// The state that the thread of a renderer shares with the program's threads: samples, commands, clock and status.
final class SampleRendererState<Command: Sendable, Sample: Sendable>: Sendable {
  /// The values behind the lock.
  private struct Values {
    /// The commands that the thread has not carried out.
    var commands: [Command] = []
    var clock: SampleClock
    var status = SampleRendererStatus.unknown
    var hasSufficientData = false
  }

  /// The samples that are not decoded yet.
  let queue: SampleQueue<Sample>
  /// The program's request to be called for more samples.
  let request = MediaDataRequest()
  /// Wakes the thread.
  let gate: any Gate
  private let values: Mutex<Values>
  /// The command that reports another clock to the thread.
  private let clockChanged: Command
  private let delivery: any EventDelivery
  private let onEvent: @Sendable (SampleRendererEvent) -> Void

  /// Creates the state of a renderer without samples.
  ///
  /// - Parameter onEvent: Called by the environment's delivery.
  init(
    _ environment: PlaybackEnvironment, clock: SampleClock, queue: SampleQueue<Sample>, clockChanged: Command,
    onEvent: @escaping @Sendable (SampleRendererEvent) -> Void
  ) {
    values = Mutex(Values(clock: clock))
    self.queue = queue
    self.clockChanged = clockChanged
    gate = environment.clock.makeGate("samples")
    delivery = environment.delivery
    self.onEvent = onEvent
  }

  // MARK: Commands

  /// Leaves a command for the thread, and wakes it.
  func perform(_ command: Command) {
    values.withLock { $0.commands.append(command) }
    gate.open()
  }

  /// The commands since the last call, in their order.
  func takeCommands() -> [Command] {
    values.withLock { values in
      defer { values.commands = [] }
      return values.commands
    }
  }

  // MARK: Clock

  /// The clock of the samples.
  var clock: SampleClock { values.withLock { $0.clock } }

  /// Follows another clock.
  func follow(_ clock: SampleClock) {
    values.withLock { $0.clock = clock }
    perform(clockChanged)
  }

  // MARK: Status

  /// The status.
  var status: SampleRendererStatus { values.withLock { $0.status } }

  /// Changes the status, and reports it.
  func set(_ status: SampleRendererStatus) {
    values.withLock { $0.status = status }
    post(.status)
  }

  /// Whether more samples should be enqueued.
  var isReady: Bool {
    if case .failed = status { return false }
    return queue.isReady
  }

  /// Whether enough is decoded to start without a stall.
  var hasSufficientData: Bool { values.withLock { $0.hasSufficientData } }
  /// Sets whether enough is decoded to start without a stall.
  func setSufficient(_ isSufficient: Bool) { values.withLock { $0.hasSufficientData = isSufficient } }

  // MARK: Delivery

  /// Delivers an event.
  func post(_ event: SampleRendererEvent) {
    let onEvent = onEvent
    delivery.deliver { onEvent(event) }
  }

  /// Delivers a call.
  func deliver(_ call: @escaping @Sendable () -> Void) { delivery.deliver(call) }
}
