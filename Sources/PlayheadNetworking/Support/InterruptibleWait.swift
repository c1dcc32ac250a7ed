/// A wait that other threads can interrupt.
package protocol InterruptibleWait: AnyObject, Sendable {
  /// Makes waiting and later calls fail until `resume` is called. What is awaited continues.
  func interrupt()
  /// Allows waiting again after `interrupt`.
  func resume()
}
