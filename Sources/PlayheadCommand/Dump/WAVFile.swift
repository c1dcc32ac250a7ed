import Glibc
import PlayheadAudio
import PlayheadNetworking
import Synchronization

/// Writes audio to a WAV file of 32-bit floats as it arrives. Any thread; the first failure ends it.
final class WAVFile: Sendable {
  /// The path of the file, for messages.
  private let path: String
  /// The state, locked because audio arrives on another thread than `finish()`.
  private let state: Mutex<State>

  /// The open file and the samples written so far.
  private struct State {
    /// -1 once it is closed.
    var descriptor: Int32
    /// The format of the first samples, which all others must have; nil until they arrive.
    var format: AudioFormat?
    /// The number of bytes of samples written, without the header.
    var byteCount: UInt64 = 0
    /// The first error. Later samples are discarded.
    var failure: ImageFileError?
  }

  /// The number of bytes before the samples: RIFF, fmt, fact and data.
  private static let headerLength = 80

  /// Creates or truncates the file.
  init(_ path: String) throws(ImageFileError) {
    self.path = path
    let descriptor = SystemPath.withBytes(of: path) { open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666) }
    guard descriptor >= 0 else { throw ImageFileError(path: path, errno: errno) }
    state = Mutex(State(descriptor: descriptor))
  }

  deinit { state.withLock { if $0.descriptor >= 0 { close($0.descriptor) } } }

  /// Appends interleaved samples. A file has one format: samples in another one are an error.
  func append(_ samples: [Float], format: AudioFormat) {
    state.withLock { state in
      guard state.failure == nil else { return }
      if state.format == nil {
        state.format = format
        state.failure = write(header(state), at: 0, state.descriptor)
      }
      guard state.format == format else {
        state.failure = ImageFileError(
          path: path, cause: "the format of the audio changes", advice: "Dump the parts one by one with --start.")
        return
      }
      let bytes = samples.flatMap { Self.bytes($0.bitPattern) }
      state.failure = state.failure ?? write(bytes, at: nil, state.descriptor)
      state.byteCount += UInt64(bytes.count)
    }
  }

  /// The first error; nil if none has occurred.
  var failure: ImageFileError? { state.withLock { $0.failure } }

  /// Writes the final length and closes the file: some systems report a full disk only then.
  func finish() throws(ImageFileError) {
    let failure = state.withLock { state in
      let failure = state.failure ?? write(header(state), at: 0, state.descriptor)
      defer { state.descriptor = -1 }
      return close(state.descriptor) == 0 ? failure : failure ?? ImageFileError(path: path, errno: errno)
    }
    if let failure { throw failure }
  }

  /// RIFF with WAVE_FORMAT_EXTENSIBLE (Microsoft, "Multiple Channel Audio Data and WAVE Files"). A file longer than 4
  /// GB has the maximum length, with which readers continue to the end of the file.
  private func header(_ state: State) -> [UInt8] {
    let format = state.format ?? AudioFormat(sampleRate: 48_000, channelCount: 2)
    let (channels, rate) = (UInt32(clamping: format.channelCount), UInt32(clamping: format.sampleRate))
    let frame = channels * 4
    let length = UInt32(clamping: state.byteCount)
    var bytes = Array("RIFF".utf8) + Self.bytes(UInt32(clamping: state.byteCount + UInt64(Self.headerLength - 8)))
    bytes += Array("WAVEfmt ".utf8) + Self.bytes(UInt32(40)) + Self.bytes(UInt16(0xFFFE))
    bytes += Self.bytes(UInt16(clamping: channels)) + Self.bytes(rate) + Self.bytes(rate * frame)
    bytes += Self.bytes(UInt16(clamping: frame)) + Self.bytes(UInt16(32)) + Self.bytes(UInt16(22))
    bytes += Self.bytes(UInt16(32)) + Self.bytes(Self.channelMask(Int(channels)))
    // KSDATAFORMAT_SUBTYPE_IEEE_FLOAT
    bytes += [3, 0, 0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71]
    bytes += Array("fact".utf8) + Self.bytes(UInt32(4)) + Self.bytes(length / max(1, frame))
    return bytes + Array("data".utf8) + Self.bytes(length)
  }

  /// Only mono and stereo have one usual channel layout.
  private static func channelMask(_ count: Int) -> UInt32 { count == 1 ? 4 : count == 2 ? 3 : 0 }

  /// The little-endian bytes of a number, as in RIFF.
  private static func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { Array($0) }
  }

  /// Writes all bytes, at an offset in bytes or, if `place` is nil, at the current position. Returns the error, or nil.
  private func write(_ bytes: [UInt8], at place: off_t?, _ descriptor: Int32) -> ImageFileError? {
    if let place, lseek(descriptor, place, SEEK_SET) < 0 { return ImageFileError(path: path, errno: errno) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if written < 0 && errno == EINTR { continue }
      guard written > 0 else { return ImageFileError(path: path, errno: errno) }
      rest = rest.dropFirst(written)
    }
    return nil
  }
}
