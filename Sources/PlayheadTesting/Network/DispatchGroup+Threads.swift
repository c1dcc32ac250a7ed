import Foundation

extension DispatchGroup {
  /// Runs `body` on a thread of its own, which may block. `wait` waits for it.
  func run(_ name: String, _ body: @escaping @Sendable () -> Void) {
    enter()
    let thread = Thread {
      body()
      self.leave()
    }
    thread.name = name
    thread.start()
  }
}
