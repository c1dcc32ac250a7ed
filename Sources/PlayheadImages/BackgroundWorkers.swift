import Foundation
import Glibc
import PlayheadClock
import PlayheadItems
import Synchronization

/// Work that any number of threads can process in jobs.
protocol BackgroundWork: AnyObject, Sendable {
  /// Takes the next job and reports whether another thread would find one too. Returns nil if there is none at the
  /// moment; the work is added again when there is one.
  func takeJob() -> (run: () -> Void, hasMore: Bool)?
}

/// A shared pool of low-priority threads for work without a deadline, as many as the machine has cores. Threads start
/// when there is work and end when there is none.
final class BackgroundWorkers: Sendable {
  /// The pool of the process.
  static let shared = BackgroundWorkers(count: ProcessInfo.processInfo.activeProcessorCount)

  /// The work and the threads, guarded by one lock.
  private struct State {
    /// The work that may have a job, the next one first.
    var waiting: [any BackgroundWork] = []
    /// The threads that process a job; one that waits in `yieldWorker` does not count.
    var running = 0
  }

  /// Added to the process's own priority: a player that competes for a core gets nine tenths of it.
  private static let niceness: Int32 = 10

  /// The maximum number of running threads.
  let count: Int
  private let state = Mutex(State())

  /// Creates a pool of at most `count` threads.
  init(count: Int) { self.count = max(1, count) }

  /// Adds work. Works are processed in rotation, one job each.
  ///
  /// Starts a thread if the pool is not exhausted. Work that is waiting already is not added twice.
  func add(_ work: any BackgroundWork) {
    let starts = state.withLock { state in
      if !state.waiting.contains(where: { $0 === work }) { state.waiting.append(work) }
      guard state.running < min(count, state.running + state.waiting.count) else { return false }
      state.running += 1
      return true
    }
    guard starts else { return }
    _ = EngineThread("playhead.images", clock: PlaybackEnvironment.current.clock, qualityOfService: .utility) {
      // On Linux each thread has its own priority, which decoders inherit for the threads that they start.
      setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, Self.niceness)
      while let run = self.nextJob() { run() }
    }
  }

  /// Lets another thread work while this one waits.
  ///
  /// - Parameter wait: Blocks until the job of this thread can continue. Called with no lock held.
  func yieldWorker(_ wait: () -> Void) {
    let work = state.withLock { state in
      state.running -= 1
      return state.waiting.first
    }
    if let work { add(work) }
    wait()
    state.withLock { $0.running += 1 }
  }

  /// Takes the next job, in rotation; nil ends the thread.
  private func nextJob() -> (() -> Void)? {
    while true {
      let work = state.withLock { state -> (any BackgroundWork)? in
        if state.waiting.isEmpty {
          state.running -= 1
          return nil
        }
        return state.waiting.removeFirst()
      }
      guard let work else { return nil }
      guard let job = work.takeJob() else { continue }
      if job.hasMore { add(work) }
      return job.run
    }
  }
}
