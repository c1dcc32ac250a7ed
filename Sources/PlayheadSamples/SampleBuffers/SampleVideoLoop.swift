import CoreMedia
import PlayheadClock
import PlayheadFFmpeg
import PlayheadItems
import PlayheadMedia
import PlayheadPipeline
import Synchronization

/// The thread of a video renderer: it decodes samples while the timeline has capacity, and owns the presenters.
final class SampleVideoLoop: Sendable {
  typealias Shared = SampleRendererState<Command, VideoSample>

  /// The state that other threads change and read.
  let shared: Shared
  /// The sinks that receive frames.
  private let sinks = SampleSinks()
  private let environment: PlaybackEnvironment
  private let isStarted = Atomic<Bool>(false)

  /// Half a second of compressed frames: the decoder holds more.
  private static let queueLength = 30

  /// Creates a loop whose thread is not started.
  init(_ environment: PlaybackEnvironment, onStatus: @escaping @Sendable () -> Void) {
    self.environment = environment
    shared = Shared(
      environment, clock: .hostTime(environment.clock),
      queue: SampleQueue(byteLimit: environment.limits.packetBytes, countLimit: Self.queueLength),
      clockChanged: .clockChanged, onEvent: { _ in onStatus() })
  }

  /// Adds a sink, which receives the next frame.
  func attach(_ sink: any VideoSink) {
    sinks.add(sink)
    shared.perform(.sinksChanged)
  }

  /// Removes a sink. It receives no frame after this has returned.
  func detach(_ sink: any VideoSink) {
    sinks.remove(sink)
    shared.perform(.sinksChanged)
  }

  /// Starts the thread, or wakes it.
  func start() {
    if isStarted.exchange(true, ordering: .acquiringAndReleasing) { return shared.gate.open() }
    let (shared, sinks, environment) = (shared, sinks, environment)
    _ = EngineThread("playhead.samples", clock: environment.clock) { Worker(shared, sinks, environment).run() }
  }

  /// A command of another thread.
  enum Command: Sendable {
    case flush(removesImage: Bool, (@Sendable () -> Void)?)
    case sinksChanged
    case clockChanged
    case close
  }

  /// Everything that only the thread uses.
  private final class Worker {
    private let shared: Shared
    private let sinks: SampleSinks
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

    init(_ shared: Shared, _ sinks: SampleSinks, _ environment: PlaybackEnvironment) {
      self.shared = shared
      self.sinks = sinks
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
        if removesImage { for sink in sinks.all { sink.clear() } }
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
      let sinks = sinks.all
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
