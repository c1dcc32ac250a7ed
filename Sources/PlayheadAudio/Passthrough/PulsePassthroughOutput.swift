import CPlayheadPulse
import PlayheadBasics
import PlayheadClock
import PlayheadMedia
import Synchronization

/// A stream of IEC 61937 bursts to a device of the sound server, through libpulse: cubeb opens no such streams.
///
/// A stopped output has no stream, so that other programs can use the device.
final class PulsePassthroughOutput: AudioOutput, @unchecked Sendable {
  // Sendable: the session's thread alone uses `stream`, `base` and `isRunning`; libpulse's thread only sees `caller`,
  // which is Sendable.
  /// The format of the bursts.
  let format: AudioFormat
  /// The connection to the server.
  private let connection: PulseConnection
  /// The server's name of the device; nil for the default one.
  private let device: String?
  /// The clock for the times of `played()`.
  private let clock: any EngineClock
  /// The source of the bursts, as libpulse's thread uses it.
  private let caller: Caller
  /// libpulse's stream; nil while stopped.
  private var stream: UnsafeMutableRawPointer?
  /// The frames that were rendered before the stream was opened.
  private var base: Int64 = 0
  /// Whether the stream was started.
  private var isRunning = false

  /// The state that libpulse's thread uses.
  private final class Caller: @unchecked Sendable {
    // Sendable: the buffers are used on libpulse's thread or under its lock.
    /// Renders the bursts as samples.
    let renderer: AudioRenderer
    /// The functions of libpulse. The callback that writes does not access `connection`, which would count references.
    let functions: PlayheadPulseStreamFunctions
    /// The connection, which outlives the stream.
    unowned let connection: PulseConnection
    /// The samples of a block.
    private let samples: UnsafeMutablePointer<Float>
    /// The words of a block.
    private let words: UnsafeMutablePointer<Int16>
    /// Whether requests are answered. Before the start they would be answered with silence.
    let isRunning = Atomic<Bool>(false)
    /// Whether the server has ended the stream.
    let isLost = Atomic<Bool>(false)

    /// The frames of a block.
    static let blockFrames = 1024

    /// Allocates the buffers of a block.
    init(_ renderer: AudioRenderer, _ connection: PulseConnection) {
      self.renderer = renderer
      self.connection = connection
      functions = connection.functions
      let count = Self.blockFrames * renderer.format.channelCount
      samples = .allocate(capacity: count)
      words = .allocate(capacity: count)
      samples.initialize(repeating: 0, count: count)
      words.initialize(repeating: 0, count: count)
    }

    /// Frees the buffers.
    deinit {
      samples.deallocate()
      words.deallocate()
    }

    /// Writes up to `count` bytes to the stream, in whole frames. On libpulse's thread, or under its lock.
    func write(to stream: UnsafeMutableRawPointer, count: Int) {
      guard isRunning.load(ordering: .acquiring) else { return }
      let channels = renderer.format.channelCount
      var left = count / (2 * channels)
      while left > 0 {
        let frames = min(left, Self.blockFrames)
        renderer.render(into: samples, count: frames)
        for index in 0..<frames * channels { words[index] = PassthroughSamples.word(of: samples[index]).littleEndian }
        guard functions.write(stream, words, 2 * channels * frames, nil, 0, 0) >= 0 else { return }
        left -= frames
      }
    }
  }

  /// The buffer of the server in seconds: a few bursts, so that none is late on a machine under load.
  private static let latency = 0.1

  /// Opens a stream without starting it.
  ///
  /// - Throws: `PassthroughRefusal` if the device does not accept the bursts.
  init(
    _ connection: PulseConnection, device: String?, source: AudioRenderer, clock: any EngineClock
  ) throws(PassthroughRefusal) {
    self.connection = connection
    self.device = device
    self.clock = clock
    format = source.format
    caller = Caller(source, connection)
    try open()
  }

  deinit { close() }

  /// Opens a stream.
  private func open() throws(PassthroughRefusal) {
    let functions = connection.functions
    guard let requested = connection.makeFormat(format) else { throw .notOffered }
    let made = connection.locked { () -> UnsafeMutableRawPointer? in
      defer { functions.free_format(requested) }
      let formats: [UnsafeMutableRawPointer?] = [requested]
      return functions.new_stream(connection.context, "Playhead", formats, 1, nil)
    }
    guard let made else { throw .noDevice }
    stream = made
    base = caller.renderer.renderedFrames
    caller.isLost.store(false, ordering: .relaxed)
    let data = Unmanaged.passUnretained(caller).toOpaque()
    let frameBytes = UInt32(2 * format.channelCount)
    var buffer = PlayheadPulseBuffer(
      maximum_length: playhead_pulse_any_length,
      target_length: UInt32(saturating: Double(format.sampleRate) * Self.latency) * frameBytes,
      prebuffering: playhead_pulse_any_length, minimum_request: playhead_pulse_any_length,
      fragment_size: playhead_pulse_any_length)
    let code = connection.locked {
      functions.on_stream_state(
        made,
        { stream, data in
          guard let stream, let data else { return }
          Unmanaged<Caller>.fromOpaque(data)._withUnsafeGuaranteedRef {
            let state = $0.functions.stream_state(stream)
            if state == Int32(playhead_pulse_stream_failed) || state == Int32(playhead_pulse_stream_terminated) {
              $0.isLost.store(true, ordering: .relaxed)
            }
            $0.connection.signalChange()
          }
        }, data)
      functions.on_write(
        made,
        { stream, count, data in
          guard let stream, let data else { return }
          Unmanaged<Caller>.fromOpaque(data)._withUnsafeGuaranteedRef { $0.write(to: stream, count: count) }
        }, data)
      return functions.connect_stream(made, device, &buffer, Int32(playhead_pulse_stream_flags), nil, nil)
    }
    if code < 0 { caller.isLost.store(true, ordering: .relaxed) }
    let isReady = connection.wait { [caller] in
      if caller.isLost.load(ordering: .relaxed) { return false }
      return functions.stream_state(made) == Int32(playhead_pulse_stream_ready) ? true : nil
    }
    guard isReady == true else {
      let error = connection.locked { functions.error(connection.context) }
      close()
      throw Self.refusal(error)
    }
    // A server that understands the format differently would play the bursts at another speed.
    let isExpected = connection.locked {
      functions.stream_format(made).map {
        $0.pointee.format == UInt32(playhead_pulse_words) && Int($0.pointee.rate) == format.sampleRate
          && Int($0.pointee.channels) == format.channelCount
      }
    }
    guard isExpected == true else {
      close()
      throw .notOffered
    }
  }

  /// The reason for an error of libpulse.
  private static func refusal(_ error: Int32) -> PassthroughRefusal {
    switch error {
    case Int32(playhead_pulse_not_supported): .notOffered
    case Int32(playhead_pulse_busy): .busy
    default: .refused(code: error)
    }
  }

  /// Closes the stream, and waits until the server has: another stream can be opened then.
  private func close() {
    guard let stream else { return }
    self.stream = nil
    isRunning = false
    caller.isRunning.store(false, ordering: .releasing)
    let functions = connection.functions
    connection.locked {
      functions.on_write(stream, nil, nil)
      _ = functions.disconnect_stream(stream)
    }
    _ = connection.wait { [caller] in caller.isLost.load(ordering: .relaxed) ? true : nil }
    connection.locked {
      functions.on_stream_state(stream, nil, nil)
      functions.free_stream(stream)
    }
  }

  /// Does nothing while running.
  ///
  /// - Throws: `PassthroughRefusal` if the device does not accept the bursts any more.
  func start() throws {
    guard !isRunning else { return }
    if stream == nil { try open() }
    guard let stream else { return }
    isRunning = true
    let functions = connection.functions
    connection.locked {
      caller.isRunning.store(true, ordering: .releasing)
      let count = functions.writable(stream)
      if count < Int(Int32.max) { caller.write(to: stream, count: count) }
      if let operation = functions.cork(stream, 0, nil, nil) { functions.base.free_operation(operation) }
    }
  }

  /// Closes the stream.
  func stop() { close() }

  /// Nil while stopped, and until the device has played its first frame.
  func played() -> (frames: Int64, at: HostTime)? {
    guard isRunning, let stream else { return nil }
    var microseconds: UInt64 = 0
    let code = connection.locked { connection.functions.time(stream, &microseconds) }
    let frames = Int64(saturating: Double(microseconds) / 1e6 * Double(format.sampleRate))
    guard code >= 0, frames > 0 else { return nil }
    // The interpolated time continues during an underrun.
    return (min(base + frames, caller.renderer.renderedFrames), clock.now)
  }

  /// The buffer's length while stopped: nothing is known of the device then.
  var reportedLatency: HostDuration {
    guard isRunning, let stream else { return .seconds(Self.latency) }
    var (microseconds, isNegative) = (UInt64(0), Int32(0))
    let code = connection.locked { connection.functions.latency(stream, &microseconds, &isNegative) }
    guard code >= 0, isNegative == 0 else { return .zero }
    return .seconds(Double(microseconds) / 1e6)
  }

  /// Whether the server has ended the stream, or has disappeared.
  var isLost: Bool { stream != nil && caller.isLost.load(ordering: .relaxed) }
}
