#if !compiler(>=6.2)
  import Foundation

  /// A replacement for `isolated deinit` (SE-0371), which compilers before Swift 6.2 lack.
  enum MainThreadTeardown {
    /// Runs the teardown of a main-actor object on the main thread, and returns when it has finished.
    ///
    /// The object is not freed before this returns. The calling thread must not be one that the main thread waits for.
    static func perform(_ tearDown: @MainActor () -> Void) {
      withoutActuallyEscaping(tearDown) { tearDown in
        if isOnMainActor {
          MainActor.assumeIsolated { tearDown() }
        } else {
          DispatchQueue.main.sync { MainActor.assumeIsolated { tearDown() } }
        }
      }
    }

    /// Whether waiting for the main queue would deadlock.
    ///
    /// The thread alone is not sufficient: a program that calls `dispatchMain()` gives up the main thread, and its main
    /// queue then runs on Dispatch's own threads.
    private static var isOnMainActor: Bool {
      Thread.isMainThread || DispatchQueue.getSpecific(key: mainQueue.key) != nil
    }

    /// The queue-specific key of the main queue. Sendable: Dispatch's keys are immutable.
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
