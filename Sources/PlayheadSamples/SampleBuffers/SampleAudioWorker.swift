import CoreMedia
import PlayheadAudio
import PlayheadBasics
import PlayheadClock
import PlayheadFFmpeg
import PlayheadItems
import PlayheadMedia

/// Everything that only the thread of an audio renderer uses: the decoded audio, the ring and its output.
///
///     samples ─► decoder ─► timeline ─► stretcher ─► ring ─► device
///                              ▲ cursor                        │ audible position
///                              └──── clock ◄───────────────────┘
final class SampleAudioWorker {
  /// The state of the output.
  private enum Mode {
    /// The clock is stopped, or runs backward.
    case idle
    /// The clock runs or is held, and the ring is filled before the output starts.
    case preparing
    /// The output plays the ring.
    case playing
    /// The samples have run out. The clock continues, and later samples join it.
    case starved
  }

  private let shared: SampleAudioLoop.Shared
  private let environment: PlaybackEnvironment
  private var clock: SampleClock
  private var output: Output?
  private var mode = Mode.idle
  /// The change of the clock that the output follows.
  private var version = -1
  private var nextReading: HostTime?
  private var startedAt: HostTime?
  private var gain: Float = 1
  private var pitch = PitchAlgorithm.timeDomain
  private var device: String?
  private var isClosed = false

  /// The output and the audio in its format.
  private final class Output {
    let path: AudioOutputPath
    let decoder: SampleAudioDecoder
    var timeline: PCMTimeline
    var stretcher: Stretcher?
    /// The next frame to be written to the ring.
    var cursor: Int64 = 0
    var epoch = 0
    /// Rendered samples that did not fit into the ring.
    var rest: ArraySlice<Float> = []

    init(_ path: AudioOutputPath) {
      self.path = path
      let format = path.ring.format
      decoder = SampleAudioDecoder(sampleRate: format.sampleRate, channelCount: format.channelCount)
      timeline = PCMTimeline(sampleRate: format.sampleRate, channelCount: format.channelCount)
    }
  }

  /// A stretcher, which cannot be copied, in an object.
  private final class Stretcher {
    var stretcher: TimeStretcher
    init(_ stretcher: consuming TimeStretcher) { self.stretcher = stretcher }
  }

  /// The decoded audio ahead of the cursor, in seconds.
  private static let aheadLimit = 1.0
  /// The decoded audio with which playback can start, in seconds.
  private static let sufficientSeconds = 0.2
  /// A larger difference to the clock is corrected by a restart.
  private static let driftLimit: Int64 = 40_000_000
  /// Audio that follows the clock may begin with this difference.
  private static let joinTolerance: Int64 = 1_000_000

  init(_ shared: SampleAudioLoop.Shared, _ environment: PlaybackEnvironment) {
    self.shared = shared
    self.environment = environment
    clock = shared.clock
    clock.addWaiter(shared.gate)
  }

  private var now: HostTime { environment.clock.now }

  func run() {
    while !isClosed {
      for command in shared.takeCommands() { perform(command) }
      guard !isClosed else { break }
      let next = step()
      guard next != .zero else { continue }
      shared.gate.wait(until: next)
    }
    leave(clock)
    output?.path.stop()
  }

  // MARK: Commands

  private func perform(_ command: SampleAudioLoop.Command) {
    switch command {
    case .flush:
      output?.decoder.flush()
      output.map {
        $0.timeline = PCMTimeline(sampleRate: $0.timeline.sampleRate, channelCount: $0.timeline.channelCount)
      }
      shared.setSufficient(false)
      shared.set(.unknown)
      restart()
    case .flushFrom(let time, let completion):
      let isDone = flush(from: time)
      shared.deliver { completion(isDone) }
    case .clockChanged:
      let next = shared.clock
      guard next !== clock else { return }
      leave(clock)
      clock = next
      clock.addWaiter(shared.gate)
      restart()
    case .gain(let gain):
      self.gain = gain
      output?.path.setGain(gain)
    case .pitch(let pitch):
      self.pitch = pitch
      if output?.stretcher != nil { restart() }
    case .device(let device):
      guard device != self.device else { return }
      self.device = device
      changeOutput()
    case .close: isClosed = true
    }
  }

  private func leave(_ clock: SampleClock) {
    clock.removeWaiter(shared.gate)
    clock.resign(self)
  }

  /// Removes the samples from a time on. False, without any effect, for a time that has been played.
  private func flush(from time: CMTime) -> Bool {
    guard let output, time.isNumeric else { return false }
    while let sample = shared.queue.pop() {
      try? output.decoder.decode(sample, into: &output.timeline)
    }
    let frame = output.timeline.frame(ofMedia: time.nanoseconds)
    guard frame > output.timeline.frame(ofMedia: clock.media.nanoseconds(at: now)) else { return false }
    output.decoder.flush()
    output.timeline.removeAll(from: frame)
    if output.cursor > frame { restart() }
    return true
  }

  /// Begins again at the clock's position.
  private func restart() { version = -1 }

  /// Opens another output. Its format may differ: decoded audio is dropped, and the program enqueues it again.
  private func changeOutput() {
    guard let output else { return }
    output.path.stop()
    self.output = nil
    clock.resign(self)
    shared.setSufficient(false)
    shared.queue.clear()
    restart()
    shared.post(.flushed(clock.time))
  }

  // MARK: Steps

  /// Does what can be done. Returns until when there is nothing to do; zero: there is more to do now.
  private func step() -> HostTime? {
    var deadlines: [HostTime] = []
    let (queue, request) = (shared.queue, shared.request)
    if case .failed = shared.status { return nil }
    if queue.isReady,
      let retry = request.call(enqueued: { queue.enqueued }, clock: environment.clock, gate: shared.gate)
    {
      deadlines.append(retry)
    }
    if decodeNext() { return .zero }
    guard let output else { return deadlines.min() }
    if clock.version != version { follow(output) }
    guard mode != .idle else { return deadlines.min() }
    output.timeline.removeAll(
      before: output.timeline.frame(
        ofMedia: min(clock.media.nanoseconds(at: now), output.timeline.media(ofFrame: output.cursor))))
    fill(output)
    switch mode {
    case .idle: break
    case .preparing: if let next = begin(output) { deadlines.append(next) }
    case .playing: if let next = read(output) { deadlines.append(next) }
    case .starved:
      if output.timeline.available(from: output.cursor) > 0 {
        restart()
        return .zero
      }
    }
    return deadlines.min()
  }

  /// Decodes a sample unless enough is decoded. Returns whether it did.
  private func decodeNext() -> Bool {
    if let output {
      // While the clock is stopped, playback may begin anywhere.
      let frames = output.timeline.available(from: mode == .idle ? .min : output.cursor)
      let ahead = Double(frames) / Double(output.timeline.sampleRate)
      let isSufficient = ahead >= Self.sufficientSeconds || !shared.queue.isReady
      if isSufficient != shared.hasSufficientData, isSufficient || mode == .idle { shared.setSufficient(isSufficient) }
      guard ahead < Self.aheadLimit else { return false }
    }
    guard let sample = shared.queue.pop() else { return false }
    do throws(SampleBufferError) {
      if output == nil { output = try open(sample) }
      if let output { try output.decoder.decode(sample, into: &output.timeline) }
      if case .unknown = shared.status { shared.set(.rendering) }
    } catch {
      shared.set(.failed(error))
    }
    return true
  }

  /// Opens the output for the format of the first sample; a silent one where there is no device.
  private func open(_ sample: AudioSample) throws(SampleBufferError) -> Output {
    guard case .packets(_, let parameters, _, _) = sample, let audio = parameters.track.audio else {
      if case .failure(let error) = sample { throw error }
      throw .invalidData
    }
    let preferred = AudioFormat(sampleRate: audio.sampleRate, channelCount: audio.channels)
    let providers: [(any AudioOutputProvider)?] = [environment.audio?.onDevice(device), SilentOutputProvider()]
    for provider in providers.compactMap({ $0 }) {
      if let path = try? AudioOutputPath(
        preferred: preferred, provider: provider, clock: environment.clock, seconds: environment.limits.audioSeconds,
        isStandIn: provider is SilentOutputProvider)
      {
        path.setGain(gain)
        return Output(path)
      }
    }
    throw .noOutput("no format of the device suits the samples")
  }

  /// Follows a change of the clock: the audio begins again at its position.
  private func follow(_ output: Output) {
    version = clock.version
    output.path.pause()
    nextReading = nil
    startedAt = nil
    output.stretcher = nil
    output.rest = []
    let rate = clock.rate
    guard rate > 0 else {
      clock.resign(self)
      mode = .idle
      return
    }
    output.epoch += 1
    output.path.reset(epoch: output.epoch)
    output.cursor = output.timeline.frame(ofMedia: clock.media.mappedNanoseconds(at: now))
    if rate != 1 {
      let format = output.path.ring.format
      if let stretcher = try? TimeStretcher(
        sampleRate: format.sampleRate, channelCount: format.channelCount, rate: rate, algorithm: pitch)
      {
        output.stretcher = Stretcher(stretcher)
      }
    }
    output.path.ring.addAnchor(
      media: output.timeline.media(ofFrame: output.cursor), rate: rate, epoch: output.epoch)
    mode = .preparing
  }

  /// Writes audio to the ring while there is space. Audio at another rate is not played without a stretcher.
  private func fill(_ output: Output) {
    let ring = output.path.ring
    guard clock.rate == 1 || output.stretcher != nil else { return }
    while true {
      if output.rest.isEmpty {
        let block = output.timeline.read(from: output.cursor, count: Self.blockSize)
        guard !block.isEmpty else { return }
        output.cursor += Int64(block.count / output.timeline.channelCount)
        if let stretcher = output.stretcher {
          var stretched: [Float] = []
          try? stretcher.stretcher.stretch(block, into: &stretched)
          output.rest = stretched[...]
        } else {
          output.rest = block[...]
        }
      }
      guard !output.rest.isEmpty else { continue }
      let written = output.rest.withUnsafeBufferPointer { ring.write($0, epoch: output.epoch) }
      guard case .frames(let count) = written, count > 0 else { return }
      output.rest = output.rest.dropFirst(count * ring.format.channelCount)
    }
  }

  /// The frames that are rendered at once.
  private static let blockSize = 1024

  /// Starts the output when the ring is filled: at once while the clock is held, or when the audio joins the clock.
  private func begin(_ output: Output) -> HostTime? {
    let path = output.path
    guard path.isWellFilled || (shared.queue.isEmpty && !path.isDry) else { return nil }
    if clock.isHeld {
      start(output)
      return now
    }
    let ahead = path.align(to: clock.media.mappedNanoseconds(at: now + path.latency), rate: clock.rate)
    if ahead > Self.joinTolerance { return now + .seconds(Double(ahead) / 1e9 / max(0.1, clock.rate)) }
    if ahead < -Self.joinTolerance || path.isDry { return now + .milliseconds(10) }
    start(output)
    return now
  }

  private func start(_ output: Output) {
    do {
      try output.path.start(at: now)
      mode = .playing
      startedAt = now
      nextReading = now
    } catch {
      changeOutput()
    }
  }

  /// Reads the audible position, if that is due, and steers the clock.
  private func read(_ output: Output) -> HostTime? {
    let now = now
    // The ring has to be filled again before it is empty. An empty one has to be noticed soon.
    let rest = HostDuration.seconds(Double(output.path.ring.fill) / Double(output.path.ring.format.sampleRate) / 2)
    let refill = now + max(rest, .milliseconds(10))
    if output.path.isDry { nextReading = nextReading.map { min($0, refill) } }
    guard let nextReading, nextReading <= now else { return [self.nextReading, refill].compactMap { $0 }.min() }
    switch output.path.read() {
    case .silent:
      if output.path.isStuck(at: now) {
        changeOutput()
        return .zero
      }
      self.nextReading = now + .milliseconds(clock.isHeld ? 2 : 10)
    case .lost:
      changeOutput()
      return .zero
    case .over: self.nextReading = nil
    case .playing(let reading):
      if output.path.isStarved, output.timeline.available(from: output.cursor) == 0 {
        output.path.pause()
        mode = .starved
        self.nextReading = nil
        return nil
      }
      steer(reading)
      self.nextReading = now + ClockSteering.interval(sinceStart: startedAt.map { now - $0 } ?? .zero)
    }
    return [self.nextReading, refill].compactMap { $0 }.min()
  }

  private func steer(_ reading: AudioOutputPath.Reading) {
    if clock.lead(self) {
      clock.steer(
        to: reading.media, at: reading.at, rate: reading.rate, version: version, isStart: clock.isHeld)
    } else if abs(reading.media - clock.media.nanoseconds(at: reading.at)) > Self.driftLimit {
      restart()
    }
  }
}
