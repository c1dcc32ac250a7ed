#if !compiler(>=6.2)
  import Foundation
  import PlayheadClock

  /// A replacement for `isolated deinit` (SE-0371), which compilers before Swift 6.2 lack.
  enum MainThreadTeardown {
    /// Runs the teardown of a main-actor object on the main thread, and returns when it has finished.
    ///
    /// The object is not freed before this returns. The calling thread must not be one that the main thread waits for.
    static func perform(_ tearDown: @MainActor () -> Void) {
      withoutActuallyEscaping(tearDown) { tearDown in
        // Waiting for the queue from itself would deadlock.
        if MainQueue.isCurrent {
          MainActor.assumeIsolated { tearDown() }
        } else {
          DispatchQueue.main.sync { MainActor.assumeIsolated { tearDown() } }
        }
      }
    }
  }
#endif
