#if !compiler(>=6.2)
  import Foundation

  /// Stands in for `isolated deinit` (SE-0371), which compilers before Swift 6.2 lack.
  enum MainThreadTeardown {
    /// Runs the end of an object of the main actor on the main thread, and returns when it has run.
    ///
    /// The object is not freed before this returns. A thread that the main thread waits for must not be the one that frees it.
    static func perform(_ tearDown: @MainActor () -> Void) {
      withoutActuallyEscaping(tearDown) { tearDown in
        nonisolated(unsafe) let tearDown = tearDown
        if Thread.isMainThread {
          MainActor.assumeIsolated { tearDown() }
        } else {
          DispatchQueue.main.sync { MainActor.assumeIsolated { tearDown() } }
        }
      }
    }
  }
#endif
