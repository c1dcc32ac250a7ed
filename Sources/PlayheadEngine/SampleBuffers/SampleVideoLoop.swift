import CoreMedia
import PlayheadClock
import PlayheadFFmpeg
import PlayheadMedia
import Synchronization

/// The thread of a video renderer: it decodes samples while the timeline has capacity, and owns the presenters.
final class SampleVideoLoop: Sendable {
  /// The state that other threads change and read.
  let shared: Shared
  private let environment: PlaybackEnvironment
  private let isStarted = Atomic<Bool>(false)

  /// Creates a loop whose thread is not started.
  init(_ environment: PlaybackEnvironment, onStatus: @escaping @Sendable () -> Void) {
    self.environment = environment
    shared = Shared(environment, onStatus: onStatus)
  }

  /// Starts the thread, or wakes it.
  func start() {
    if isStarted.exchange(true, ordering: .acquiringAndReleasing) { return shared.wake() }
    let (shared, environment) = (shared, environment)
    _ = EngineThread("playhead.samples", clock: environment.clock) { Worker(shared, environment).run() }
  }

  /// A command of another thread.
  enum Command: Sendable {
    case flush(removesImage: Bool, (@Sendable () -> Void)?)
    case sinksChanged
    case clockChanged
    case close
  }

  /// The state of the renderer, which its thread shares with the program's threads.
  final class Shared: Sendable {
    private struct State {
      var commands: [Command] = []
      var sinks: [AttachedSink] = []
      var clock: SampleClock
      var status = SampleVideoRenderer.Status.unknown
      var hasSufficientData = false
    }

    private let state: Mutex<State>
    let queue: SampleQueue<VideoSample>
    let request = MediaDataRequest()
    let gate: any Gate
    private let delivery: any EventDelivery
    private let onStatus: @Sendable () -> Void

    /// Half a second of compressed frames: the decoder holds more.
    private static let queueLength = 30

    init(_ environment: PlaybackEnvironment, onStatus: @escaping @Sendable () -> Void) {
      state = Mutex(State(clock: .hostTime(environment.clock)))
      queue = SampleQueue(byteLimit: environment.limits.packetBytes, countLimit: Self.queueLength)
      gate = environment.clock.makeGate("samples")
      delivery = environment.delivery
      self.onStatus = onStatus
    }

    func wake() { gate.open() }

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

    var sinks: [AttachedSink] { state.withLock { $0.sinks } }
    func attach(_ sink: any VideoSink) {
      state.withLock { $0.sinks.append(AttachedSink(sink)) }
      perform(.sinksChanged)
    }
    func detach(_ sink: any VideoSink) {
      let detached = state.withLock { state -> AttachedSink? in
        guard let index = state.sinks.firstIndex(where: { $0.sink === sink }) else { return nil }
        return state.sinks.remove(at: index)
      }
      detached?.close()
      perform(.sinksChanged)
    }

    var status: SampleVideoRenderer.Status { state.withLock { $0.status } }
    func set(_ status: SampleVideoRenderer.Status) {
      state.withLock { $0.status = status }
      delivery.deliver(onStatus)
    }
    var isReady: Bool {
      if case .failed = status { return false }
      return queue.isReady
    }
    var hasSufficientData: Bool { state.withLock { $0.hasSufficientData } }
    func setSufficient(_ isSufficient: Bool) { state.withLock { $0.hasSufficientData = isSufficient } }
    func deliver(_ call: @escaping @Sendable () -> Void) { delivery.deliver(call) }
  }

  /// Everything that only the thread uses.
  private final class Worker {
    private let shared: Shared
    private let environment: PlaybackEnvironment
    private let decoder = SampleVideoDecoder()
    private var clock: SampleClock
    private var timeline: VideoTimeline
    private var presenters: [(sink: AttachedSink, presenter: VideoPresenter)] = []
    /// The start of the timeline: the number grows with every frame that is shown at once.
    private var epoch = 0
    private var isClosed = false
    /// The change of the clock of which the presenters know.
    private var revision = 0

    init(_ shared: Shared, _ environment: PlaybackEnvironment) {
      self.shared = shared
      self.environment = environment
      clock = shared.clock
      timeline = VideoTimeline(clock: clock.media, limits: environment.limits)
      clock.addWaiter(shared.gate)
      timeline.addWaiter(shared.gate)
    }

    func run() {
      while !isClosed {
        for command in shared.takeCommands() { perform(command) }
        guard !isClosed else { break }
        let next = step()
        guard next != .zero else { continue }
        gateWait(next)
      }
      for (_, presenter) in presenters { presenter.stop() }
      clock.removeWaiter(shared.gate)
    }

    /// Waits until something changes. A change of the clock also concerns the presenters.
    private func gateWait(_ deadline: HostTime?) {
      shared.gate.wait(until: deadline)
      let latest = clock.revision
      guard latest != revision else { return }
      revision = latest
      timeline.wakeWaiters()
    }

    // MARK: Commands

    private func perform(_ command: Command) {
      switch command {
      case .flush(let removesImage, let completion):
        decoder.flush()
        if removesImage { stopPresenters() }
        replaceTimeline(keeping: [])
        if removesImage { for sink in shared.sinks { sink.clear() } }
        updatePresenters()
        shared.set(.unknown)
        if let completion { shared.deliver(completion) }
      case .clockChanged:
        let clock = shared.clock
        guard clock !== self.clock else { return }
        self.clock.removeWaiter(shared.gate)
        clock.addWaiter(shared.gate)
        self.clock = clock
        replaceTimeline(keeping: timeline.pendingFrames)
      case .sinksChanged: updatePresenters()
      case .close: isClosed = true
      }
    }

    /// Continues with another timeline. What the sinks show remains until its first frame is due.
    private func replaceTimeline(keeping frames: [VideoFrame]) {
      timeline.removeWaiter(shared.gate)
      timeline = VideoTimeline(clock: clock.media, limits: environment.limits)
      timeline.addWaiter(shared.gate)
      epoch = 0
      for frame in frames { _ = timeline.insert(frame, epoch: 0) }
      for (_, presenter) in presenters { presenter.show(timeline) }
      shared.setSufficient(!frames.isEmpty)
    }

    private func stopPresenters() {
      for (_, presenter) in presenters { presenter.stop() }
      presenters = []
    }

    private func updatePresenters() {
      let sinks = shared.sinks
      for (sink, presenter) in presenters where !sinks.contains(where: { $0 === sink }) { presenter.stop() }
      presenters.removeAll { old in !sinks.contains { $0 === old.sink } }
      for sink in sinks where !presenters.contains(where: { $0.sink === sink }) {
        let presenter = VideoPresenter(sink: sink, clock: environment.clock)
        presenter.show(timeline)
        presenters.append((sink, presenter))
      }
    }

    // MARK: Samples

    /// Decodes a sample if possible. Returns until when there is nothing to do; zero: there is more to do now.
    private func step() -> HostTime? {
      let now = environment.clock.now
      if case .failed = shared.status { return nil }
      let (queue, request) = (shared.queue, shared.request)
      var next =
        queue.isReady
        ? request.call(enqueued: { queue.enqueued }, clock: environment.clock, gate: shared.gate) : nil
      let capacity = timeline.freeCapacity(at: now)
      guard capacity.hasCapacity else {
        shared.setSufficient(true)
        return [next, capacity.at].compactMap { $0 }.min()
      }
      if let sample = queue.pop() {
        render(sample)
        return .zero
      }
      if decoder.holdsFrames, let due = drainTime(now) {
        if due <= now {
          attempt { () throws(SampleBufferError) in try decoder.drain { show($0, options: []) } }
        } else {
          next = min(next ?? due, due)
        }
      }
      return next
    }

    /// When the frames inside of the decoder are due, at the latest.
    private func drainTime(_ now: HostTime) -> HostTime? {
      guard decoder.lastTime.isNumeric else { return now }
      let last = timeline.end ?? decoder.lastTime
      let due = Swift.min(last, decoder.lastTime).nanoseconds
      if media.nanoseconds(at: now) >= due { return now }
      return media.hostTime(ofMedia: due, now: now)
    }

    private var media: MediaClock { clock.media }

    private func render(_ sample: VideoSample) {
      if sample.options.contains(.resetsDecoder) { decoder.flush() }
      attempt { () throws(SampleBufferError) in
        switch sample.content {
        case .packet(let packet, let parameters):
          try decoder.decode(packet, parameters, isHidden: sample.options.contains(.isHidden)) {
            show($0, options: sample.options)
          }
        case .frame(let frame): if !sample.options.contains(.isHidden) { show(frame, options: sample.options) }
        case .failure(let error): throw error
        case .marker: break
        }
        if sample.options.contains(.drains) { try decoder.drain { show($0, options: []) } }
      }
      if case .unknown = shared.status { shared.set(.rendering) }
    }

    private func attempt(_ body: () throws(SampleBufferError) -> Void) {
      do throws(SampleBufferError) { try body() } catch { shared.set(.failed(error)) }
    }

    /// Passes a frame to the presenters: at its time, or at once.
    private func show(_ frame: VideoFrame, options: VideoSample.Options) {
      if options.contains(.displaysImmediately) {
        epoch += 1
        timeline.begin(epoch: epoch, generation: epoch)
        let now = CMTime(nanoseconds: media.nanoseconds(at: environment.clock.now))
        _ = timeline.insert(frame.retimed(to: now) ?? frame, epoch: epoch)
      } else {
        // Frames without a time are shown at once too.
        timeline.place(epoch: epoch)
        _ = timeline.insert(frame, epoch: epoch)
      }
      shared.setSufficient(true)
    }
  }
}
