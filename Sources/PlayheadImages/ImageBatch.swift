import CoreMedia
import Foundation
import PlayheadClock
import PlayheadFFmpeg
import PlayheadItems
import PlayheadMedia
import Synchronization

/// A batch of image requests. The client takes the answers one by one, in the order of the times.
///
/// ```
///            a worker          groups available          all are taken
///   waiting ──────────► planning ─────────────────► served ─────────────► over
///                              └── cannot be opened ──┘
/// ```
/// Answers that are ready ahead of their order wait in memory. Once they exceed `heldBytes`, no further group is
/// started, and the running ones wait until answers have been taken; only the group with the next answer continues.
///
/// Any thread may take answers or cancel. The jobs run on the threads of the pool.
package final class ImageBatch: Sendable {
  /// The index of a request and its outcome.
  package typealias Answer = (index: Int, outcome: ImageOutcome)

  /// The progress of the batch: not started, planning its groups, or processing them.
  private enum Phase { case waiting, planning, served }

  /// All state of the batch, guarded by one lock.
  private struct State {
    /// The bytes of ready answers beyond which no further group is started.
    let limit: Int
    /// The progress, from which the next job follows.
    var phase = Phase.waiting
    /// The groups in the order of their processing; empty before the plan.
    var groups: [ImagePlan.Group] = []
    /// The number of groups that were started.
    var begun = 0
    /// The number of groups in progress.
    var running = 0
    /// The decoder parameters; nil before the resource is open.
    var parameters: StreamParameters?
    /// The clean aperture that the container specifies.
    var aperture: CleanAperture?
    /// The idle decoders, for later groups.
    var decoders: [ImageDecoder] = []
    var decoderThreads = 1
    /// The maximum number of groups in progress, limited by the memory of their decoders.
    var mostWorkers = 1
    /// Answers that were not taken yet, with the memory that each adds.
    var ready: [Int: (outcome: ImageOutcome, bytes: Int)] = [:]
    /// The bytes of the ready answers.
    var held = 0
    /// The number of answers taken, and so the index of the next one.
    var taken = 0
    /// Set by `cancel` and never reset.
    var isCancelled = false
    /// The gates of workers that wait for capacity.
    var gates: [any Gate] = []

    /// Whether a worker would find work now. With too many ready answers, only one group at a time is processed.
    var hasJob: Bool {
      guard !isCancelled else { return false }
      switch phase {
      case .waiting: return true
      case .planning: return false
      case .served:
        return begun < groups.count && (running == 0 || running < mostWorkers && held < limit)
      }
    }

    /// Removes all gates; the caller opens them.
    mutating func takeGates() -> [any Gate] {
      defer { gates = [] }
      return gates
    }
  }

  /// About a hundred thumbnails, or eight 1080p images.
  static let heldBytes = 64 << 20

  let extractor: ImageExtractor
  /// The requested times, in the client's order.
  package let times: [CMTime]
  /// The options of all images, with valid tolerances.
  let request: ImageRequest
  /// The threads of the batch; nil: the caller's own.
  private let workers: BackgroundWorkers?
  /// Called when an answer may be available, on any thread, with no lock held.
  private let onAnswer: @Sendable () -> Void
  /// Whether the times ascend. Only then do groups wait for capacity.
  private let isAscending: Bool
  private let state: Mutex<State>

  /// Creates a batch. `workers`: nil to process it on the calling thread. `onAnswer` is called when an answer may be
  /// available.
  init(
    _ extractor: ImageExtractor, times: [CMTime], request: ImageRequest, workers: BackgroundWorkers?,
    heldBytes: Int = heldBytes, onAnswer: @escaping @Sendable () -> Void
  ) {
    state = Mutex(State(limit: heldBytes))
    isAscending = zip(times, times.dropFirst()).allSatisfy { $0 <= $1 }
    self.extractor = extractor
    self.times = times
    self.request = request.validated
    self.workers = workers
    self.onAnswer = onAnswer
  }

  /// Starts the workers. The resource is not opened before.
  package func start() { if !times.isEmpty { workers?.add(self) } }

  // MARK: Taking answers

  /// The next answer in the order of the times; nil if it is not ready, or if all were taken.
  ///
  /// Never blocks. Frees capacity, which may start further groups.
  package func next() -> Answer? {
    let (answer, hasJob, gates) = state.withLock { state -> (Answer?, Bool, [any Gate]) in
      guard state.taken < times.count else { return (nil, false, []) }
      let index = state.taken
      if let ready = state.ready.removeValue(forKey: index) {
        state.held -= ready.bytes
        state.taken += 1
        return ((index, ready.outcome), ready.bytes > 0 && state.hasJob, state.takeGates())
      }
      guard state.isCancelled else { return (nil, false, []) }
      state.taken += 1
      return ((index, .cancelled), false, [])
    }
    for gate in gates { gate.open() }
    if hasJob { workers?.add(self) }
    return answer
  }

  /// Whether all answers were taken.
  package var isOver: Bool { state.withLock { $0.taken == times.count } }

  /// Cancels the batch. Open requests are answered with `cancelled`.
  ///
  /// A read in progress is interrupted. Answers that are ready can be taken afterwards.
  package func cancel() {
    let (wasReading, gates) = state.withLock { state in
      let wasReading = !state.isCancelled && (state.running > 0 || state.phase == .planning)
      state.isCancelled = true
      state.decoders = []
      return (wasReading, state.takeGates())
    }
    for gate in gates { gate.open() }
    if wasReading { extractor.interrupt() }
    onAnswer()
  }

  /// The memory of answers that wait to be taken.
  var held: Int { state.withLock { $0.held } }

  /// Whether the batch was not cancelled. Workers check it before each packet.
  var isActive: Bool { state.withLock { !$0.isCancelled } }

  // MARK: For workers

  /// Sets the groups to process, with their decoder configuration.
  ///
  /// - Parameters:
  ///   - file: The opened file, whose parameters the decoders use.
  ///   - decoderThreads: The number of threads of each decoder.
  ///   - mostWorkers: The maximum number of groups in progress.
  func serve(_ groups: [ImagePlan.Group], of file: FrameFile, decoderThreads: Int, mostWorkers: Int) {
    let (parameters, aperture) = (file.parameters, file.cleanAperture)
    state.withLock {
      $0.phase = .served
      $0.parameters = parameters
      $0.aperture = aperture
      $0.groups = groups
      $0.decoderThreads = decoderThreads
      $0.mostWorkers = mostWorkers
    }
  }

  /// Records an answer. `bytes`: the memory that it adds to the previous answers.
  ///
  /// Ignored if the request is answered already, or the batch was cancelled.
  func answer(_ index: Int, _ outcome: ImageOutcome, bytes: Int = 0) {
    let isNext = state.withLock { state in
      guard !state.isCancelled, index >= state.taken, state.ready[index] == nil else { return false }
      state.ready[index] = (outcome, bytes)
      state.held += bytes
      return index == state.taken
    }
    if isNext { onAnswer() }
  }

  /// Waits until there is capacity for the answers of a group, or the next answer is one of them. Lists that do not
  /// ascend are sorted within windows that fit the capacity.
  func waitForCapacity(for group: ImagePlan.Group) {
    guard let workers, isAscending, let first = group.requests.first?.index, let last = group.requests.last?.index
    else { return }
    let gate = PlaybackEnvironment.current.clock.makeGate("images")
    while true {
      let waits = state.withLock { state in
        let isNext = (first...last).contains(state.taken) && state.ready[state.taken] == nil
        guard !state.isCancelled, state.held >= state.limit, !isNext else { return false }
        state.gates.append(gate)
        return true
      }
      guard waits else { return }
      workers.yieldWorker { gate.wait(until: nil) }
    }
  }

  /// Answers all open requests with an error.
  func fail(_ error: MediaError) {
    for index in times.indices { answer(index, .failure(error)) }
  }

  /// A decoder that no other thread uses; nil before the resource was opened.
  ///
  /// - Throws: `MediaError` with the kind `.noDecoder` if a new one cannot be opened.
  func takeDecoder() throws(MediaError) -> ImageDecoder? {
    let (idle, parameters, aperture, threads) = state.withLock {
      ($0.decoders.popLast(), $0.parameters, $0.aperture, $0.decoderThreads)
    }
    guard let parameters else { return nil }
    if let idle { return idle }
    do throws(FFmpegError) {
      return try ImageDecoder(parameters, aperture: aperture, request: request, threads: threads)
    } catch {
      throw MediaError(.noDecoder(codec: parameters.track.codecName), url: extractor.url, cause: error)
    }
  }

  /// Returns a decoder for later groups.
  func returnDecoder(_ decoder: ImageDecoder) {
    state.withLock { if !$0.isCancelled && $0.begun < $0.groups.count { $0.decoders.append(decoder) } }
  }
}

extension ImageBatch: BackgroundWork {
  func takeJob() -> (run: () -> Void, hasMore: Bool)? {
    state.withLock { state in
      guard state.hasJob else { return nil }
      guard state.phase == .served else {
        state.phase = .planning
        return ({ self.plan() }, false)
      }
      let group = state.groups[state.begun]
      state.begun += 1
      state.running += 1
      return ({ self.serve(group) }, state.hasJob)
    }
  }

  /// Opens the resource and divides the requests into groups, on a worker.
  private func plan() {
    ImagePlanning(batch: self).run()
    if state.withLock({ $0.hasJob }) { workers?.add(self) }
  }

  private func serve(_ group: ImagePlan.Group) {
    ImageGroupJob(batch: self, group: group).run()
    let hasJob = state.withLock { state in
      state.running -= 1
      if state.begun == state.groups.count && state.running == 0 { state.decoders = [] }
      return state.hasJob
    }
    if hasJob { workers?.add(self) }
  }
}

extension ImageRequest {
  /// The request with invalid tolerances replaced by zero.
  fileprivate var validated: ImageRequest {
    func length(_ time: CMTime) -> CMTime { time.isNumeric || time.isPositiveInfinity ? max(.zero, time) : .zero }
    var request = self
    request.toleranceBefore = length(toleranceBefore)
    request.toleranceAfter = length(toleranceAfter)
    return request
  }
}
