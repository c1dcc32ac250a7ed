import Foundation

/// The one source of time and of waiting. Everything that waits in the engine waits at a gate of this clock, so that a test's
/// clock knows when every thread is idle and may move time forward.
public protocol EngineClock: Sendable {
  /// Whether time stands while something is fetched: then what is fetched is waited for, and nothing depends on how long it took.
  var waitsForNetwork: Bool { get }
  var now: HostTime { get }
  /// The calendar's time: for what is written down, never for waiting.
  var date: Date { get }
  /// A place for one thread to wait at. `name` appears in diagnostics; gates due at the same moment open in order of making.
  func makeGate(_ name: String) -> any Gate
  /// Says that a thread which will wait at gates is about to start, and that it has ended.
  func threadWillStart()
  func threadDidEnd()
}

/// Where one thread waits for a wake-up or for a moment. A wake-up that comes before the wait is not lost.
public protocol Gate: AnyObject, Sendable {
  /// Returns when `open` was called since the last return, or when the clock reaches `deadline`.
  func wait(until deadline: HostTime?)
  /// Lets the waiting thread go on. May be called from any thread, not from the audio callback (it takes a lock).
  func open()
}

extension EngineClock {
  public var waitsForNetwork: Bool { false }
}
