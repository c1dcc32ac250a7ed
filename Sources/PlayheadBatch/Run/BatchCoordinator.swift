import Glibc
import PlayheadBasics
import PlayheadNetworking

/// Processes the pending sources of a journal with worker processes. Runs on one thread.
///
/// A worker processes one source after the other. It is replaced when it dies, exceeds its memory or its time, and
/// after `recycling` sources, so that neither a crash nor a leak concerns other files.
package final class BatchCoordinator {
  /// The configuration of a run.
  package struct Configuration: Sendable {
    /// The path of the program, and the arguments of a worker.
    package var worker: [String]
    /// The environment of workers, as `NAME=value`.
    package var environment: [String]
    /// The settings that result lines name.
    package var settings: String
    /// The number of workers.
    package var jobs: Int
    /// The limit of a worker's resident memory in bytes.
    package var memory: Int64
    /// The limit of a source's processing time in seconds; nil for none.
    package var timeout: Double?
    /// The further attempts after a temporary failure.
    package var retries: Int

    /// Creates a configuration.
    package init(
      worker: [String], environment: [String], settings: String, jobs: Int, memory: Int64, timeout: Double?,
      retries: Int
    ) {
      (self.worker, self.environment, self.settings) = (worker, environment, settings)
      (self.jobs, self.memory, self.timeout, self.retries) = (jobs, memory, timeout, retries)
    }
  }

  /// The reason why a run ended before all sources were processed.
  package enum Stop: Error, Equatable {
    /// A signal asked for the end.
    case interrupted(signal: Int32)
    /// Outputs cannot be written, or no worker can be started.
    case problem(ResultProblem)
    /// The journal or the result file failed.
    case journal(BatchJournal.Failure)
  }

  /// Seconds between two checks of memory and time, and between two reports of progress.
  private static let interval = 0.2
  /// The number of sources after which a worker is replaced.
  private static let recycling = 2000
  /// The deaths of workers in a row, for each worker, that are the program's own fault: files do not cause so many.
  private static let mostDeaths = 20
  /// The number of sources that are read from the journal at once.
  private static let chunk = 256

  private let configuration: Configuration
  private let journal: BatchJournal
  private let policy: AttemptPolicy
  /// The counts; those of planning are set before the run.
  package private(set) var summary: BatchSummary
  /// A descriptor that becomes readable when the run shall end, and the signal that it delivers.
  private let interrupts: (descriptor: Int32, take: () -> Int32?)
  private let report: (BatchSummary) -> Void
  private var workers: [WorkerProcess] = []
  private var queue: ArraySlice<BatchJournal.Pending> = []
  /// Sources to be processed again, with the number of the next attempt.
  private var retries: [(BatchJournal.Pending, Int)] = []
  private var lastRow: Int64 = 0
  private var isExhausted = false
  /// The workers that died since the last result of one.
  private var deaths = 0

  /// Creates a run.
  ///
  /// - Parameters:
  ///   - summary: The counts after planning.
  ///   - interrupts: A descriptor that becomes readable with a signal, and the function that returns the signal.
  ///   - report: Called several times a second with the counts.
  package init(
    _ configuration: Configuration, journal: BatchJournal, summary: BatchSummary,
    interrupts: (descriptor: Int32, take: () -> Int32?), report: @escaping (BatchSummary) -> Void
  ) {
    (self.configuration, self.journal, self.summary) = (configuration, journal, summary)
    (self.interrupts, self.report) = (interrupts, report)
    policy = AttemptPolicy(retries: configuration.retries)
  }

  /// Processes all pending sources.
  package func run() throws(Stop) {
    // A worker that dies must not end the run when a request is written to it.
    signal(SIGPIPE, SIG_IGN)
    defer { for worker in workers { worker.end() } }
    var checked = Self.now
    while true {
      try dispatch()
      guard workers.contains(where: { $0.task != nil }) else { break }
      let outcomes = try wait()
      try commit(outcomes)
      if Self.now - checked >= Self.interval {
        checked = Self.now
        try commit(try enforceLimits())
        report(summary)
      }
    }
    do throws(BatchJournal.Failure) { try journal.finish() } catch { throw .journal(error) }
    report(summary)
  }

  /// Seconds on a clock that never goes back.
  package static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  // MARK: Dispatching

  /// Gives every idle worker a source, and starts workers while there are more sources than workers.
  private func dispatch() throws(Stop) {
    while let worker = workers.first(where: { $0.task == nil }) {
      guard let (pending, attempt) = try next() else { return }
      worker.send(pending, attempt: attempt, at: Self.now)
    }
    while workers.count < configuration.jobs, let (pending, attempt) = try next() {
      switch WorkerProcess.start(configuration.worker, environment: configuration.environment) {
      case .success(let worker):
        workers.append(worker)
        worker.send(pending, attempt: attempt, at: Self.now)
      case .failure(let failure):
        retries.append((pending, attempt))
        // The others go on: the system may have too many processes for a moment.
        guard workers.isEmpty else { return }
        throw .problem(
          ResultProblem(.noWorker, "No worker process can be started: \(String(cString: strerror(failure.errno)))."))
      }
    }
  }

  /// The next source; nil if there is none at the moment.
  private func next() throws(Stop) -> (BatchJournal.Pending, Int)? {
    if let retry = retries.popLast() { return retry }
    if queue.isEmpty, !isExhausted {
      do throws(BatchJournal.Failure) {
        queue = try journal.pending(after: lastRow, limit: Int64(Self.chunk))[...]
      } catch {
        throw .journal(error)
      }
      isExhausted = queue.count < Self.chunk
      lastRow = queue.last?.id ?? lastRow
    }
    return queue.popFirst().map { ($0, 1) }
  }

  // MARK: Results

  /// An attempt that has ended, with its result line.
  private typealias Attempt = (pending: BatchJournal.Pending, attempt: Int, line: String)

  /// Waits for workers, at most until the next check, and returns the attempts that have ended.
  private func wait() throws(Stop) -> [Attempt] {
    var descriptors = workers.flatMap { [$0.output, $0.messages] } + [interrupts.descriptor]
    var states = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    descriptors = []
    _ = poll(&states, nfds_t(states.count), Int32(Self.interval * 1000))
    if let last = states.last, last.revents != 0, let signal = interrupts.take() { throw .interrupted(signal: signal) }
    var ended: [Attempt] = []
    for (index, worker) in Array(workers).enumerated() {
      if states[index * 2 + 1].revents != 0 { worker.readMessages() }
      guard states[index * 2].revents != 0 else { continue }
      let (line, isAtEnd) = worker.readLine()
      if let line, let task = worker.task {
        worker.task = nil
        deaths = 0
        ended.append((task.pending, task.attempt, String(decoding: line, as: UTF8.self)))
        if worker.count >= Self.recycling { remove(worker) }
      } else if isAtEnd {
        let problem = { end in Self.death(end, message: worker.lastMessage) }
        deaths += 1
        ended += bury(worker, problem)
        guard deaths < Self.mostDeaths * configuration.jobs else {
          throw .problem(
            ResultProblem(
              .noWorker,
              "\(deaths) worker processes in a row have ended without a result"
                + (worker.lastMessage.map { ": \($0)" } ?? ".")))
        }
      }
    }
    return ended
  }

  /// Ends workers that exceed their memory or their time.
  private func enforceLimits() throws(Stop) -> [Attempt] {
    var ended: [Attempt] = []
    for worker in workers {
      if let timeout = configuration.timeout, let task = worker.task, Self.now - task.started > timeout {
        ended += bury(worker) { _ in
          ResultProblem(.timeout, "It was not finished after \(Int64(saturating: timeout)) seconds.")
        }
      } else if worker.residentBytes > configuration.memory {
        let limit = configuration.memory >> 20
        ended += bury(worker) { _ in
          ResultProblem(.memory, "It needs more memory than \(limit) MiB. “--memory” sets the limit.")
        }
      }
    }
    return ended
  }

  private func remove(_ worker: WorkerProcess) {
    worker.end()
    workers.removeAll { $0 === worker }
  }

  /// Removes a worker and returns its attempt as a failure.
  private func bury(_ worker: WorkerProcess, _ problem: ((signal: Int32?, status: Int32)) -> ResultProblem) -> [Attempt]
  {
    let end = worker.end()
    workers.removeAll { $0 === worker }
    guard let task = worker.task else { return [] }
    var line = ResultLine(source: task.pending.source, name: task.pending.name, settings: configuration.settings)
    line.problems = [problem(end)]
    line.seconds = ((Self.now - task.started) * 1000).rounded() / 1000
    return [(task.pending, task.attempt, line.text())]
  }

  /// The failure of a source whose worker died.
  private static func death(_ end: (signal: Int32?, status: Int32), message: String?) -> ResultProblem {
    // `end()` sends the signal of a kill, but a process that has closed its output has usually ended before.
    let how = end.signal.map { "signal \($0)" } ?? "status \(end.status)"
    return ResultProblem(.died, "The worker process ended (\(how))" + (message.map { ": \($0)" } ?? "."))
  }

  /// Stores results, or plans further attempts.
  private func commit(_ attempts: [Attempt]) throws(Stop) {
    var outcomes: [BatchJournal.Outcome] = []
    var stop: ResultProblem?
    for (pending, attempt, text) in attempts {
      var text = text
      guard var header = ResultHeader(line: text.utf8), header.identity == pending.source.key else {
        var line = ResultLine(source: pending.source, name: pending.name, settings: configuration.settings)
        line.problems = [ResultProblem(.died, "The worker process returned something else than a result.")]
        text = line.text()
        guard let header = ResultHeader(line: text.utf8) else { continue }
        outcomes.append(BatchJournal.Outcome(pending: pending, line: text, header: header))
        continue
      }
      let problems = header.problems
      switch policy.decision(problems, attempt: attempt) {
      case .store:
        header.name = pending.name
        outcomes.append(BatchJournal.Outcome(pending: pending, line: text, header: header))
      case .retry:
        summary.retried += 1
        retries.append((pending, attempt + 1))
      case .stop: stop = problems.first { $0.code == .diskFull || $0.code == .noWorker }
      }
    }
    do throws(BatchJournal.Failure) { try journal.commit(outcomes) } catch { throw .journal(error) }
    for outcome in outcomes {
      switch outcome.header.status {
      case .done: summary.done += 1
      case .unchanged: summary.unchanged += 1
      case .failed:
        summary.failed += 1
        summary.add(outcome.header.problems, of: outcome.pending.name)
      }
    }
    if let stop { throw .problem(stop) }
  }
}
