import CPlayheadFFmpeg
import PlayheadMedia
import PlayheadNetworking
import Synchronization

/// Provides a `ByteSource` to libavformat. Owns the `AVIOContext`; lives as long as the demuxer that reads through it.
struct IOBridge: ~Copyable {
  /// Large enough that a video packet needs few reads, small enough that probing the header does not read megabytes.
  private static let bufferSize: Int32 = 64 * 1024

  /// libavformat's context, owned and freed by this object. Its buffer may be replaced by libavformat.
  let context: UnsafeMutablePointer<AVIOContext>
  /// The argument of the callbacks, released by `deinit`.
  private let box: Unmanaged<SourceBox>

  /// Holds the source and the cause of its last failure, which libavformat reduces to an error code.
  final class SourceBox: Sendable {
    /// The source; the reader thread uses it, any thread may cancel it.
    let source: any ByteSource
    /// The failure of the last read or seek; nil after it was taken.
    let lastError = Mutex<ByteSourceError?>(nil)
    /// Creates a box without a failure.
    init(_ source: any ByteSource) { self.source = source }
  }

  /// Creates the context with the callbacks for reading and seeking. The source must be prepared.
  ///
  /// - Throws: `FFmpegError` if memory is exhausted.
  init(_ source: any ByteSource) throws(FFmpegError) {
    guard let buffer = av_malloc(Int(Self.bufferSize)) else {
      throw FFmpegError(.open, code: playhead_error_out_of_memory)
    }
    let box = Unmanaged.passRetained(SourceBox(source))
    let context = avio_alloc_context(
      buffer.assumingMemoryBound(to: UInt8.self), Self.bufferSize, 0, box.toOpaque(),
      { opaque, buffer, count in
        guard let opaque, let buffer else { return playhead_error_exit }
        let box = Unmanaged<SourceBox>.fromOpaque(opaque).takeUnretainedValue()
        do throws(ByteSourceError) {
          let read = try box.source.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: Int(count)))
          return read == 0 ? playhead_error_eof : Int32(read)
        } catch {
          box.lastError.withLock { $0 = error }
          if case .system(let code, _) = error { return playhead_error_from_errno(code) }
          return playhead_error_exit
        }
      }, nil,
      { opaque, offset, whence in
        guard let opaque else { return -1 }
        let box = Unmanaged<SourceBox>.fromOpaque(opaque).takeUnretainedValue()
        // AVSEEK_SIZE requests the size; otherwise libavformat only sends SEEK_SET.
        if whence & AVSEEK_SIZE != 0 { return box.source.size ?? -1 }
        guard whence & ~Int32(AVSEEK_FORCE) == SEEK_SET else { return -1 }
        do throws(ByteSourceError) {
          try box.source.seek(to: offset)
          return offset
        } catch {
          box.lastError.withLock { $0 = error }
          return -1
        }
      })
    guard let context else {
      av_free(buffer)
      box.release()
      throw FFmpegError(.open, code: playhead_error_out_of_memory)
    }
    context.pointee.seekable = source.isSeekable ? 1 : 0
    self.context = context
    self.box = box
  }

  /// Whether the packet of an MPEG program stream that begins at a position is scrambled (ISO/IEC 13818-1 §2.4.3.7):
  /// libavformat returns its content unchanged. False if the position is no longer buffered.
  func isScrambled(packetAt position: Int64) -> Bool {
    let io = context.pointee
    guard let buffer = io.buffer, let end = io.buf_end, position >= 0 else { return false }
    let count = buffer.distance(to: end)
    let (start, overflows) = position.subtractingReportingOverflow(io.pos - Int64(count))
    guard !overflows, start >= 0, start <= Int64(count) - 7 else { return false }
    let head = UnsafeBufferPointer(start: buffer + Int(start), count: 7)
    // MPEG-2 audio and video streams: “10”, then two bits that are zero unless scrambled.
    return head.starts(with: [0, 0, 1]) && (0xC0...0xEF).contains(head[3]) && head[6] & 0xC0 == 0x80
      && head[6] & 0x30 != 0
  }

  /// The argument of callbacks: an unretained pointer to the box, valid as long as this object.
  var opaque: UnsafeMutableRawPointer { box.toOpaque() }
  /// The source that libavformat reads.
  var source: any ByteSource { box.takeUnretainedValue().source }
  /// Returns and clears the cause of the last failed read.
  func takeError() -> ByteSourceError? {
    box.takeUnretainedValue().lastError.withLock { error in
      defer { error = nil }
      return error
    }
  }

  /// Clears a failure or cancellation, which libavformat would otherwise retain, so that reading can resume.
  func clearFailure() {
    context.pointee.error = 0
    context.pointee.eof_reached = 0
    _ = takeError()
  }

  deinit {
    av_freep(&context.pointee.buffer)
    var context: UnsafeMutablePointer<AVIOContext>? = context
    avio_context_free(&context)
    box.release()
  }
}
