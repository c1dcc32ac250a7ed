import Foundation

/// The one source of time and of waiting. Every wait of the engine happens at a gate of this clock, so that a test's
/// clock can detect when every thread is idle and time may advance.
public protocol EngineClock: Sendable {
  /// Whether time stops during network transfers. Transfers are then waited for, and results do not depend on their
  /// duration.
  var waitsForNetwork: Bool { get }
  /// The current host time.
  var now: HostTime { get }
  /// The calendar date: for logs, never for waiting.
  var date: Date { get }
  /// Makes a gate for one thread to wait at. `name` appears in diagnostics; gates due at the same time open in order of
  /// creation.
  func makeGate(_ name: String) -> any Gate
  /// Called before a thread that waits at gates starts.
  func threadWillStart()
  /// Called when such a thread has ended.
  func threadDidEnd()
}

/// A gate at which one thread waits for a wake-up or a deadline. A wake-up before the wait is not lost.
public protocol Gate: AnyObject, Sendable {
  /// Returns when `open` was called since the last return, or when the clock reaches `deadline`.
  func wait(until deadline: HostTime?)
  /// Wakes the waiting thread. May be called from any thread, except the audio callback (it takes a lock).
  func open()
}

extension EngineClock {
  /// False: transfers take real time unless a clock states otherwise.
  public var waitsForNetwork: Bool { false }
}
