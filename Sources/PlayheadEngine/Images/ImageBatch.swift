import CoreMedia
import Foundation
import PlayheadFFmpeg
import Synchronization

/// Pictures that were asked for together. Whoever asked takes the answers one by one, in the order of the times.
///
/// ```
///            a worker            groups are there          all are taken
///   waiting ──────────► planning ─────────────────► served ─────────────► over
///                              └── cannot be opened ──┘
/// ```
/// Answers that are ready before their turn wait in memory. When they have become `heldBytes`, no further group is begun, and
/// those that are under way wait, until some were taken; only the one whose answer comes next goes on.
package final class ImageBatch: Sendable {
  package typealias Answer = (index: Int, outcome: ImageOutcome)

  private enum Phase { case waiting, planning, served }

  private struct State {
    let limit: Int
    var phase = Phase.waiting
    var groups: [ImagePlan.Group] = []
    var begun = 0
    var running = 0
    var parameters: StreamParameters?
    var aperture: CleanAperture?
    var decoders: [ImageDecoder] = []
    var decoderThreads = 1
    var mostWorkers = 1
    /// Answers that were not taken yet, and what each holds.
    var ready: [Int: (outcome: ImageOutcome, bytes: Int)] = [:]
    var held = 0
    var taken = 0
    var isCancelled = false
    /// Of workers that wait for room.
    var gates: [any Gate] = []

    var hasPiece: Bool {
      guard !isCancelled else { return false }
      switch phase {
      case .waiting: return true
      case .planning: return false
      case .served:
        return begun < groups.count && (running == 0 || running < mostWorkers && held < limit)
      }
    }

    mutating func takeGates() -> [any Gate] {
      defer { gates = [] }
      return gates
    }
  }

  /// Some hundred thumbnails, or eight images of 1080p.
  static let heldBytes = 64 << 20

  let extractor: ImageExtractor
  package let times: [CMTime]
  let wish: ImageRequest
  private let workers: BackgroundWorkers?
  private let onNews: @Sendable () -> Void
  private let isAscending: Bool
  private let state: Mutex<State>

  init(
    _ extractor: ImageExtractor, times: [CMTime], wish: ImageRequest, workers: BackgroundWorkers?,
    heldBytes: Int = heldBytes, onNews: @escaping @Sendable () -> Void
  ) {
    state = Mutex(State(limit: heldBytes))
    isAscending = zip(times, times.dropFirst()).allSatisfy { $0 <= $1 }
    self.extractor = extractor
    self.times = times
    self.wish = wish.sane
    self.workers = workers
    self.onNews = onNews
  }

  /// Lets the workers begin. Before it nothing is opened.
  package func start() { if !times.isEmpty { workers?.add(self) } }

  // MARK: Taking answers

  /// The next answer in the order of the times; nil where it is not there yet, or when all were taken.
  package func next() -> Answer? {
    let (answer, hasPiece, gates) = state.withLock { state -> (Answer?, Bool, [any Gate]) in
      guard state.taken < times.count else { return (nil, false, []) }
      let index = state.taken
      if let ready = state.ready.removeValue(forKey: index) {
        state.held -= ready.bytes
        state.taken += 1
        return ((index, ready.outcome), ready.bytes > 0 && state.hasPiece, state.takeGates())
      }
      guard state.isCancelled else { return (nil, false, []) }
      state.taken += 1
      return ((index, .cancelled), false, [])
    }
    for gate in gates { gate.open() }
    if hasPiece { workers?.add(self) }
    return answer
  }

  /// Whether all answers were taken.
  package var isOver: Bool { state.withLock { $0.taken == times.count } }

  /// Ends what is under way. Requests that are not answered yet are answered with `cancelled`.
  package func cancel() {
    let (wasReading, gates) = state.withLock { state in
      let wasReading = !state.isCancelled && (state.running > 0 || state.phase == .planning)
      state.isCancelled = true
      state.decoders = []
      return (wasReading, state.takeGates())
    }
    for gate in gates { gate.open() }
    if wasReading { extractor.interrupt() }
    onNews()
  }

  /// What the answers that wait for their turn hold.
  var held: Int { state.withLock { $0.held } }

  var isWanted: Bool { state.withLock { !$0.isCancelled } }

  // MARK: For workers

  /// The requests to serve, and how.
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

  /// `bytes`: what the answer holds that none before it did.
  func answer(_ index: Int, _ outcome: ImageOutcome, bytes: Int = 0) {
    let isNext = state.withLock { state in
      guard !state.isCancelled, index >= state.taken, state.ready[index] == nil else { return false }
      state.ready[index] = (outcome, bytes)
      state.held += bytes
      return index == state.taken
    }
    if isNext { onNews() }
  }

  /// Waits until there is room for the answers of a group, or the next answer is one of them. Lists that do not ascend are
  /// sorted in windows that have room.
  func waitForRoom(for group: ImagePlan.Group) {
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
      workers.stepAside { gate.wait(until: nil) }
    }
  }

  func fail(_ error: MediaError) {
    for index in times.indices { answer(index, .failure(error)) }
  }

  /// One that no other thread uses; nil before the resource was opened.
  func takeDecoder() throws(MediaError) -> ImageDecoder? {
    let (idle, parameters, aperture, threads) = state.withLock {
      ($0.decoders.popLast(), $0.parameters, $0.aperture, $0.decoderThreads)
    }
    guard let parameters else { return nil }
    if let idle { return idle }
    do throws(FFmpegError) {
      return try ImageDecoder(parameters, aperture: aperture, wish: wish, threads: threads)
    } catch {
      throw MediaError(.noDecoder(codec: parameters.track.codecName), url: extractor.url, cause: error)
    }
  }

  func giveBack(_ decoder: ImageDecoder) {
    state.withLock { if !$0.isCancelled && $0.begun < $0.groups.count { $0.decoders.append(decoder) } }
  }
}

extension ImageBatch: BackgroundWork {
  func takePiece() -> (run: () -> Void, hasMore: Bool)? {
    state.withLock { state in
      guard state.hasPiece else { return nil }
      guard state.phase == .served else {
        state.phase = .planning
        return ({ self.plan() }, false)
      }
      let group = state.groups[state.begun]
      state.begun += 1
      state.running += 1
      return ({ self.serve(group) }, state.hasPiece)
    }
  }

  private func plan() {
    ImagePlanning(batch: self).run()
    if state.withLock({ $0.hasPiece }) { workers?.add(self) }
  }

  private func serve(_ group: ImagePlan.Group) {
    ImageGroupJob(batch: self, group: group).run()
    let hasPiece = state.withLock { state in
      state.running -= 1
      if state.begun == state.groups.count && state.running == 0 { state.decoders = [] }
      return state.hasPiece
    }
    if hasPiece { workers?.add(self) }
  }
}

extension ImageRequest {
  /// Tolerances that are no lengths of time count as none.
  fileprivate var sane: ImageRequest {
    func length(_ time: CMTime) -> CMTime { time.isNumeric || time.isPositiveInfinity ? max(.zero, time) : .zero }
    var wish = self
    wish.toleranceBefore = length(toleranceBefore)
    wish.toleranceAfter = length(toleranceAfter)
    return wish
  }
}
