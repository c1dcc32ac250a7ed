import CPlayheadFFmpeg
import PlayheadMedia

/// Receives the bytes that a muxer writes, for segments that a program stores itself. Used by one thread at a time;
/// lives as long as the muxer.
final class SegmentOutput {
  /// libavformat's context, owned and freed by this object.
  let context: UnsafeMutablePointer<AVIOContext>

  private final class Box {
    var bytes: [UInt8] = []
  }

  private let box: Unmanaged<Box>

  /// The bytes that libavformat collects before it passes them on.
  private static let bufferSize: Int32 = 64 << 10

  /// Nothing is written yet.
  ///
  /// - Throws: `FFmpegError` if memory is exhausted.
  init() throws(FFmpegError) {
    guard let buffer = av_malloc(Int(Self.bufferSize)) else { throw .outOfMemory(.write) }
    let box = Unmanaged.passRetained(Box())
    let made = avio_alloc_context(
      buffer.assumingMemoryBound(to: UInt8.self), Self.bufferSize, 1, box.toOpaque(), nil,
      { opaque, bytes, count in
        guard let opaque, let bytes, count >= 0 else { return playhead_error_exit }
        let box = Unmanaged<Box>.fromOpaque(opaque).takeUnretainedValue()
        box.bytes.append(contentsOf: UnsafeRawBufferPointer(start: bytes, count: Int(count)))
        return count
      }, nil)
    guard let made else {
      av_free(buffer)
      box.release()
      throw .outOfMemory(.write)
    }
    (context, self.box) = (made, box)
  }

  deinit {
    av_freep(&context.pointee.buffer)
    var context: UnsafeMutablePointer<AVIOContext>? = context
    avio_context_free(&context)
    box.release()
  }

  /// The bytes since the last call.
  func take() -> [UInt8] {
    let box = box.takeUnretainedValue()
    defer { box.bytes = [] }
    return box.bytes
  }
}
