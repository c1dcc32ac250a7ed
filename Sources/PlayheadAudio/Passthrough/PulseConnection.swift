import CPlayheadPulse
import Dispatch
import PlayheadMedia
import Synchronization

/// A connection to the sound server with a thread of libpulse's own, for one output of bursts.
///
/// libpulse is called on its thread, or under its lock.
final class PulseConnection: @unchecked Sendable {
  // Sendable: all properties are set once, in `init`.
  /// The functions of libpulse.
  let functions: PlayheadPulseStreamFunctions
  /// libpulse's thread.
  private let loop: UnsafeMutableRawPointer
  /// libpulse's connection.
  let context: UnsafeMutableRawPointer
  /// Signaled by each change of a state.
  private let changed = DispatchSemaphore(value: 0)
  /// Longer than a server needs unless it is stopped. The session waits meanwhile.
  private static let timeout = DispatchTimeInterval.milliseconds(1500)

  /// Connects.
  ///
  /// - Parameters:
  ///   - functions: The functions of libpulse.
  ///   - server: The address of the server; nil for the user's one.
  /// - Throws: `noDevice` without a server.
  init(_ functions: PlayheadPulseStreamFunctions, server: String? = nil) throws(PassthroughRefusal) {
    guard let loop = functions.base.new_loop() else { throw .noDevice }
    guard let context = functions.base.new_context(functions.base.interface(loop), "Playhead") else {
      functions.free_loop(loop)
      throw .noDevice
    }
    (self.functions, self.loop, self.context) = (functions, loop, context)
    functions.base.on_state(context, { PulseConnection.from($1).changed.signal() }, data)
    functions.base.name_loop(loop, "playhead-bursts")
    guard functions.base.connect(context, server, Int32(playhead_pulse_flags & 1), nil) >= 0,
      functions.base.start_loop(loop) == 0
    else { throw .noDevice }
    let isReady = wait {
      switch functions.base.state(context) {
      case Int32(playhead_pulse_ready): true
      case Int32(playhead_pulse_failed), Int32(playhead_pulse_terminated): false
      default: nil
      }
    }
    guard isReady == true else { throw .noDevice }
  }

  /// Disconnects, and waits for libpulse's thread.
  deinit {
    locked {
      functions.base.on_state(context, nil, nil)
      functions.base.disconnect(context)
    }
    functions.stop_loop(loop)
    functions.base.free_context(context)
    functions.free_loop(loop)
  }

  /// The functions of libpulse; nil if it is not installed.
  static func loadFunctions() -> PlayheadPulseStreamFunctions? {
    var functions = PlayheadPulseStreamFunctions()
    return playhead_pulse_load_streams(&functions) ? functions : nil
  }

  /// The data of callbacks, valid as long as the connection: its thread ends before.
  private var data: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  /// The connection behind the data of a callback.
  private static func from(_ data: UnsafeMutableRawPointer?) -> PulseConnection {
    Unmanaged<PulseConnection>.fromOpaque(data.unsafelyUnwrapped).takeUnretainedValue()
  }

  /// Performs calls of libpulse under its lock. Not called on its thread.
  func locked<Result>(_ body: () throws -> Result) rethrows -> Result {
    functions.base.lock(loop)
    defer { functions.base.unlock(loop) }
    return try body()
  }

  /// Wakes `wait`. Called by callbacks.
  func signalChange() { changed.signal() }

  /// Waits until `result` returns a value, which is called under the lock after each change. Nil if the server does not
  /// answer in time.
  func wait(_ result: () -> Bool?) -> Bool? {
    let deadline = DispatchTime.now() + Self.timeout
    while true {
      if let value = locked(result) { return value }
      guard changed.wait(timeout: deadline) == .success else { return locked(result) }
    }
  }

  /// libpulse's description of a format of bursts, to be freed; nil if it does not know the format.
  func makeFormat(_ format: AudioFormat) -> UnsafeMutableRawPointer? {
    guard let codec = format.passthrough else { return nil }
    // libpulse has the rate of E-AC-3 before it is multiplied by four, and that of TrueHD after it.
    let rate = codec == .eac3 ? format.sampleRate / 4 : format.sampleRate
    return functions.make_format("\(codec.rawValue)-iec61937, format.rate = \"\(rate)\"")
  }
}
