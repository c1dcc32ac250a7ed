import AVFoundation
import Synchronization
import Testing

@Suite("Concurrent observation")
struct ConcurrentObservationTests {
  private final class Model: NSObject, @unchecked Sendable {
    private let stored = Mutex(0)
    var count: Int { stored.withLock { $0 } }
    func increase() {
      willChangeValue(for: \.count)
      stored.withLock { $0 += 1 }
      didChangeValue(for: \.count)
    }
  }

  /// `PLAYHEAD_STRESS_SECONDS`: how long to run; a few hundred rounds unless set.
  private static var seconds: Double? {
    ProcessInfo.processInfo.environment["PLAYHEAD_STRESS_SECONDS"].flatMap(Double.init)
  }

  /// Swift 6.0 cannot capture a local `Mutex` in a concurrent closure.
  private final class SharedModels: Sendable {
    let models = Mutex((0..<4).map { _ in Model() })
  }

  @Test("eight threads add, remove and release observers while properties change and objects deallocate")
  func stress() {
    let shared = SharedModels()
    let end = Self.seconds.map { ContinuousClock.now + .seconds($0) }
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      var tokens: [NSKeyValueObservation] = []
      var round = 0
      while end.map({ ContinuousClock.now < $0 }) ?? (round < 400) {
        round += 1
        if tokens.count > 100 { tokens.removeFirst(50) }
        let model = shared.models.withLock { $0[(thread + round) % 4] }
        switch (thread * 7 + round) % 5 {
        case 0: tokens.append(model.observe(\.count, options: [.new, .old, .initial, .prior]) { _, _ in })
        case 1: model.increase()
        case 2: tokens.last?.invalidate()
        case 3: _ = tokens.popLast()
        default:
          model.increase()
          if round % 50 == 0 { shared.models.withLock { $0[(thread + round) % 4] = Model() } }
        }
      }
    }
  }

  @Test("nothing is delivered after invalidate has returned")
  func nothingAfterInvalidate() {
    let model = Model()
    let isOver = Atomic<Bool>(false)
    let late = Atomic<Int>(0)
    let group = DispatchGroup()
    for _ in 0..<2 {
      group.enter()
      Thread.detachNewThread {
        while !isOver.load(ordering: .acquiring) { model.increase() }
        group.leave()
      }
    }
    for _ in 0..<300 {
      let isEnded = Ended()
      let token = model.observe(\.count) { _, _ in
        if isEnded.value.load(ordering: .acquiring) { late.add(1, ordering: .relaxed) }
      }
      token.invalidate()
      isEnded.value.store(true, ordering: .releasing)
    }
    isOver.store(true, ordering: .releasing)
    group.wait()
    #expect(late.load(ordering: .acquiring) == 0)
  }

  private final class Ended: Sendable { let value = Atomic<Bool>(false) }
}
