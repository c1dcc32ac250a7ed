import CPlayheadCubeb
import PlayheadBasics
import PlayheadClock
import PlayheadMedia
import Synchronization

/// Creates outputs on an audio device: the system's default one unless another was chosen.
package struct CubebOutputProvider: AudioOutputProvider {
  /// The sound server's identifier of the device; nil for the default one.
  private var device: String?

  /// A provider for the system's default device.
  package init() {}

  /// Not checked here: an identifier that the server does not know leads to the default device.
  package func onDevice(_ identifier: String?) -> any AudioOutputProvider {
    var provider = self
    provider.device = identifier
    return provider
  }

  /// Limits the sample rate to 8…192 kHz, and the number of channels to that of the device.
  ///
  /// - Throws: `noDevice` if there is no connection to a sound server.
  package func format(for preferred: AudioFormat) throws -> AudioFormat {
    guard let connection = CubebConnection.current() else { throw AudioOutputError.noDevice }
    let limit = preferred.channelCount > 2 ? connection.channelLimit(ofDevice: device) : 2
    // The sound server converts rates; it refuses only those outside any device's range.
    return AudioFormat(
      sampleRate: max(8000, min(192_000, preferred.sampleRate)),
      channelCount: SpeakerLayout.device(for: preferred.channelCount, limit: limit).channelCount)
  }

  /// Whether libcubeb is installed. A server or a device may appear later.
  package var canAppear: Bool { CubebLibrary.shared != nil }

  /// Opens a stream on the chosen device, or on the default one if the server does not list that device.
  ///
  /// - Throws: `noDevice` without a server, or `refused` with libcubeb's code.
  package func makeOutput(source: AudioRenderer, clock: any EngineClock) throws -> any AudioOutput {
    guard let connection = CubebConnection.current() else { throw AudioOutputError.noDevice }
    guard let device else { return try CubebOutput(connection, device: nil, source: source, clock: clock) }
    // A device number is valid only while its list exists.
    return try connection.withOutputs { devices in
      let chosen = devices.first { $0.device_id.map { String(cString: $0) == device } ?? false }
      return try CubebOutput(connection, device: chosen?.devid, source: source, clock: clock)
    }
  }
}

/// The cause of missing audio.
package enum AudioOutputError: Error, Sendable {
  /// No sound server or device, or libcubeb is not installed.
  case noDevice
  /// The device refuses the stream; the code is cubeb's.
  case refused(code: Int32)
}

/// A stream of the system's audio device through libcubeb.
final class CubebOutput: AudioOutput, @unchecked Sendable {
  // Sendable: the session's thread alone calls start, stop and played; cubeb's threads only see `caller`, which is
  // Sendable.
  /// The format of the source, which the stream has as well.
  let format: AudioFormat
  /// Retained, so that the connection outlives its streams.
  private let connection: CubebConnection
  /// The clock for the times of `played()`.
  private let clock: any EngineClock
  /// Retained by the output until the stream is destroyed.
  private let caller: Unmanaged<Caller>
  /// Nil only if the stream could not be created.
  private var stream: OpaquePointer?
  /// Whether the stream was started, and not stopped since.
  private var isRunning = false

  /// The state accessed by cubeb's threads.
  private final class Caller: Sendable {
    /// Renders the audio in libcubeb's data callback.
    let renderer: AudioRenderer
    /// Whether the stream has reported an error. Set by libcubeb's state callback, and never reset.
    let isLost = Atomic<Bool>(false)
    /// Created before the stream, which receives a pointer to it.
    init(_ renderer: AudioRenderer) { self.renderer = renderer }
  }

  /// Seconds of audio in the device. Short enough that a pause and a change of the volume are audible at once, long
  /// enough for a machine under load. The sound server wakes for each part of it: with 30 ms it uses nearly three times
  /// as much processor time.
  private static let latency = 0.08

  /// - Parameter device: nil for the system's own choice.
  ///
  /// - Throws: `AudioOutputError.refused` if the stream cannot be opened. The connection is retired then.
  init(
    _ connection: CubebConnection, device: cubeb_devid?, source: AudioRenderer, clock: any EngineClock
  ) throws {
    self.connection = connection
    self.clock = clock
    format = source.format
    caller = .passRetained(Caller(source))
    var parameters = cubeb_stream_params()
    parameters.format = CUBEB_SAMPLE_FLOAT32LE
    parameters.rate = UInt32(format.sampleRate)
    parameters.channels = UInt32(format.channelCount)
    parameters.layout = Self.layout(channels: format.channelCount)
    var least: UInt32 = 0
    _ = connection.library.minLatency(connection.context, &parameters, &least)
    let frames = max(least, UInt32(saturating: Double(format.sampleRate) * Self.latency))
    let code = connection.library.initStream(
      connection.context, &stream, "Playhead", nil, nil, device, &parameters, frames,
      { _, opaque, _, output, count in
        guard let opaque, let output else { return count }
        // Borrowed without reference counting: the output keeps the caller alive until the stream is destroyed.
        _ = Unmanaged<Caller>.fromOpaque(opaque)._withUnsafeGuaranteedRef {
          $0.renderer.render(into: output.assumingMemoryBound(to: Float.self), count: Int(count))
        }
        return count
      },
      { _, opaque, state in
        guard state == CUBEB_STATE_ERROR, let opaque else { return }
        Unmanaged<Caller>.fromOpaque(opaque)._withUnsafeGuaranteedRef { $0.isLost.store(true, ordering: .relaxed) }
      }, caller.toOpaque())
    guard code == CUBEB_OK, stream != nil else {
      caller.release()
      // After a server restart, the next attempt may succeed over another connection.
      connection.retire(isLost: false)
      throw AudioOutputError.refused(code: code)
    }
  }

  /// libcubeb's callbacks have ended before the caller is released.
  deinit {
    guard let stream else { return }
    stop()
    connection.library.destroyStream(stream)
    caller.release()
  }

  /// The first access after the loss retires the connection, so that the next output opens another one.
  var isLost: Bool {
    let isLost = caller._withUnsafeGuaranteedRef { $0.isLost.load(ordering: .relaxed) }
    if isLost { connection.retire(isLost: true) }
    return isLost
  }

  /// Does nothing while running.
  func start() throws {
    guard !isRunning, let stream else { return }
    let code = connection.library.start(stream)
    guard code == CUBEB_OK else { throw AudioOutputError.refused(code: code) }
    isRunning = true
  }

  /// Does nothing unless running.
  func stop() {
    guard isRunning, let stream else { return }
    isRunning = false
    _ = connection.library.stop(stream)
  }

  /// Nil while stopped, and until the device has played its first frame.
  func played() -> (frames: Int64, at: HostTime)? {
    guard isRunning, let stream else { return nil }
    var position: UInt64 = 0
    guard connection.library.position(stream, &position) == CUBEB_OK, position > 0 else { return nil }
    // A position below zero arrives as a huge number.
    return (Int64(bitPattern: position), clock.now)
  }

  /// Zero while stopped.
  var reportedLatency: HostDuration {
    guard isRunning, let stream else { return .zero }
    var frames: UInt32 = 0
    guard connection.library.latency(stream, &frames) == CUBEB_OK else { return .zero }
    return .seconds(Double(frames) / Double(format.sampleRate))
  }

  /// The server's speaker layout for a number of channels; undefined for an unusual number.
  private static func layout(channels: Int) -> cubeb_channel_layout {
    SpeakerLayout.device(channelCount: channels)?.mask ?? cubeb_channel_layout(CUBEB_LAYOUT_UNDEFINED)
  }
}
