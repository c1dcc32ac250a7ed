import CoreMedia
import Synchronization

/// The samples that a program has enqueued and no decoder has taken yet.
///
/// A full queue accepts more: programs check `isReady` before they enqueue.
final class SampleQueue<Element: Sendable>: Sendable {
  /// The samples and their size.
  private struct State {
    var elements: [(element: Element, bytes: Int)] = []
    var head = 0
    var bytes = 0
    /// The number of samples enqueued so far.
    var enqueued = 0
  }

  private let state = Mutex(State())
  /// From this size on the queue is full.
  private let byteLimit: Int
  /// From this number of samples on the queue is full.
  private let countLimit: Int

  /// Creates an empty queue.
  init(byteLimit: Int, countLimit: Int) {
    self.byteLimit = byteLimit
    self.countLimit = countLimit
  }

  /// Appends a sample.
  func push(_ element: Element, bytes: Int) {
    state.withLock {
      $0.elements.append((element, bytes))
      $0.bytes += bytes
      $0.enqueued += 1
    }
  }

  /// Takes the oldest sample; nil if there is none.
  func pop() -> Element? {
    state.withLock { state in
      guard state.head < state.elements.count else { return nil }
      let taken = state.elements[state.head]
      state.head += 1
      state.bytes -= taken.bytes
      if state.head == state.elements.count || state.head > 64 {
        state.elements.removeFirst(state.head)
        state.head = 0
      }
      return taken.element
    }
  }

  /// Removes all samples.
  func clear() { state.withLock { $0 = State(enqueued: $0.enqueued) } }

  /// Whether more samples should be enqueued.
  var isReady: Bool {
    state.withLock { $0.elements.count - $0.head < countLimit && $0.bytes < byteLimit }
  }
  /// Whether there are no samples.
  var isEmpty: Bool { state.withLock { $0.head == $0.elements.count } }
  /// The number of samples enqueued so far.
  var enqueued: Int { state.withLock { $0.enqueued } }
}
