#if !compiler(>=6.2)
  import Foundation

  /// Stands in for `isolated deinit` (SE-0371), which compilers before Swift 6.2 lack.
  enum MainThreadTeardown {
    /// Runs the end of an object of the main actor on the main thread, and returns when it has run.
    ///
    /// The object is not freed before this returns. A thread that the main thread waits for must not be the one that frees it.
    static func perform(_ tearDown: @MainActor () -> Void) {
      withoutActuallyEscaping(tearDown) { tearDown in
        if isOnMainActor {
          MainActor.assumeIsolated { tearDown() }
        } else {
          DispatchQueue.main.sync { MainActor.assumeIsolated { tearDown() } }
        }
      }
    }

    /// Whether waiting for the main queue would wait for the caller.
    ///
    /// The thread alone does not say it: a program that calls `dispatchMain()` gives up the main thread, and its main queue then runs on
    /// Dispatch's own threads.
    private static var isOnMainActor: Bool {
      Thread.isMainThread || DispatchQueue.getSpecific(key: mainQueue.key) != nil
    }

    /// The mark of the main queue. Dispatch's keys do not change.
    private struct Mark: @unchecked Sendable {
      let key = DispatchSpecificKey<Bool>()
    }

    private static let mainQueue: Mark = {
      let mark = Mark()
      DispatchQueue.main.setSpecific(key: mark.key, value: true)
      return mark
    }()
  }
#endif
