import CPlayheadFFmpeg
import Glibc
import Synchronization

/// A pool of buffers for the decoded frames of one track, shared by all of its decoders.
///
/// libavcodec's own pool belongs to one decoder and never shrinks: if frames are cached and decoders change, each pool
/// would hold as many buffers as were ever cached. This pool is shared, and returns unused buffers to the system.
package final class FrameBufferPool: Sendable {
  /// A mapping of anonymous memory.
  private struct Block: @unchecked Sendable {
    // Sendable: only the current owner of a block knows its address.
    /// The first byte, aligned to a page.
    var address: UnsafeMutableRawPointer
    /// The size in bytes, a multiple of the page size.
    var size: Int
  }

  /// The state behind the lock.
  private struct State {
    /// The unused blocks; those of another size are unmapped by the next `take`.
    var spare: [Block] = []
    /// The sizes of the blocks in use, by address: libavutil's free callback passes only the address.
    var inUse: [UInt: Int] = [:]
  }

  /// Locked by libavcodec's threads and by the owners of frames, for moments only.
  private let state = Mutex(State())
  /// The number of buffers in flight while a decoder works: mapping fresh memory costs about a millisecond a frame.
  private static let spareLimit = 8
  /// The widest SIMD registers of any processor, in bytes.
  private static let alignment = 64
  /// The largest width and height of a copy: no hardware decodes larger frames.
  private static let sideLimit: Int32 = 1 << 15

  /// Creates a pool without buffers.
  package init() {}

  deinit {
    for block in state.withLock({ $0.spare }) { munmap(block.address, block.size) }
  }

  /// Returns an unused block of the size, or maps a new one. Unmaps the unused blocks of other sizes. nil without
  /// memory.
  private func take(_ size: Int) -> Block? {
    let size = (size + 4095) / 4096 * 4096
    let (found, others) = state.withLock { state -> (Block?, [Block]) in
      // The frame size has changed.
      let others = state.spare.filter { $0.size != size }
      state.spare.removeAll { $0.size != size }
      return (state.spare.popLast(), others)
    }
    for block in others { munmap(block.address, block.size) }
    guard let block = found ?? Self.map(size) else { return nil }
    state.withLock { $0.inUse[UInt(bitPattern: block.address)] = size }
    return block
  }

  /// Maps a new block; nil without memory.
  private static func map(_ size: Int) -> Block? {
    let address = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let address, address != MAP_FAILED else { return nil }
    return Block(address: address, size: size)
  }

  /// Takes back a block whose last reference was released. Unmaps it if there are enough unused ones.
  private func recycle(_ address: UnsafeMutableRawPointer) {
    let key = UInt(bitPattern: address)
    let surplus = state.withLock { state -> Block? in
      guard let size = state.inUse.removeValue(forKey: key), let address = UnsafeMutableRawPointer(bitPattern: key)
      else { return nil }
      let block = Block(address: address, size: size)
      guard state.spare.count < Self.spareLimit else { return block }
      state.spare.append(block)
      return nil
    }
    if let surplus { munmap(surplus.address, surplus.size) }
  }

  // MARK: For libavcodec

  /// Makes an unopened context allocate its frames from this pool. Its `opaque` retains this object until `detach`.
  func attach(_ context: UnsafeMutablePointer<AVCodecContext>) {
    playhead_set_get_buffer(
      context,
      { context, frame, flags in
        guard let context, let frame else { return playhead_error_from_errno(EINVAL) }
        if let opaque = context.pointee.opaque {
          let memory = Unmanaged<FrameBufferPool>.fromOpaque(opaque).takeUnretainedValue()
          if memory.fill(frame, context) { return 0 }
        }
        return avcodec_default_get_buffer2(context, frame, flags)
      }, Unmanaged.passRetained(self).toOpaque())
  }

  /// Releases the pool after the context with this `opaque` was freed.
  static func detach(_ opaque: UnsafeMutableRawPointer?) {
    if let opaque { Unmanaged<FrameBufferPool>.fromOpaque(opaque).release() }
  }

  /// Whether a context allocates its frames from a pool: one is set and its decoder supports custom buffers.
  static func usesPool(_ context: UnsafeMutablePointer<AVCodecContext>) -> Bool {
    guard context.pointee.opaque != nil, let codec = context.pointee.codec else { return false }
    return codec.pointee.capabilities & AV_CODEC_CAP_DR1 != 0
  }

  /// Allocates the buffers of a frame. False if this pool does not support its format.
  private func fill(_ frame: UnsafeMutablePointer<AVFrame>, _ context: UnsafeMutablePointer<AVCodecContext>) -> Bool {
    let format = AVPixelFormat(rawValue: frame.pointee.format)
    guard Self.usesPool(context), context.pointee.hw_frames_ctx == nil, let description = av_pix_fmt_desc_get(format),
      description.pointee.flags & UInt64(AV_PIX_FMT_FLAG_PAL | AV_PIX_FMT_FLAG_HWACCEL) == 0,
      let layout = Self.layout(frame, context, format), let block = take(layout.total)
    else { return false }
    return use(block, layout, in: frame)
  }

  /// Allocates the buffers of a frame whose format and size are set, for a copy of a frame in a device. False if this
  /// pool does not support its format.
  func allocate(_ frame: UnsafeMutablePointer<AVFrame>) -> Bool {
    let format = AVPixelFormat(rawValue: frame.pointee.format)
    guard let description = av_pix_fmt_desc_get(format),
      description.pointee.flags & UInt64(AV_PIX_FMT_FLAG_PAL | AV_PIX_FMT_FLAG_HWACCEL) == 0,
      let layout = Self.layout(width: frame.pointee.width, height: frame.pointee.height, format),
      let block = take(layout.total)
    else { return false }
    return use(block, layout, in: frame)
  }

  /// Makes a block the buffer of a frame, which returns it to the pool. False without memory.
  private func use(_ block: Block, _ layout: Layout, in frame: UnsafeMutablePointer<AVFrame>) -> Bool {
    let memory = Unmanaged.passRetained(self)
    let bytes = block.address.assumingMemoryBound(to: UInt8.self)
    let buffer = av_buffer_create(
      bytes, block.size,
      { opaque, data in
        guard let opaque, let data else { return }
        Unmanaged<FrameBufferPool>.fromOpaque(opaque).takeRetainedValue().recycle(data)
      }, memory.toOpaque(), 0)
    guard let buffer else {
      memory.release()
      recycle(block.address)
      return false
    }
    frame.pointee.buf.0 = buffer
    var offset = 0
    for plane in 0..<4 where layout.sizes[plane] > 0 {
      withUnsafeMutableBytes(of: &frame.pointee.data) {
        $0.bindMemory(to: UnsafeMutablePointer<UInt8>?.self)[plane] = bytes + offset
      }
      withUnsafeMutableBytes(of: &frame.pointee.linesize) {
        $0.bindMemory(to: Int32.self)[plane] = Int32(layout.rows[plane])
      }
      offset += layout.sizes[plane]
    }
    playhead_use_own_data(frame)
    return true
  }

  /// The sizes of the planes of a frame.
  private struct Layout {
    /// Bytes per row of each plane, and bytes of each plane including the margin that decoders read and write beyond
    /// it.
    var rows: [Int]
    /// Bytes of each plane.
    var sizes: [Int]
    /// Bytes of all planes.
    var total: Int { sizes.reduce(0, +) }
  }

  /// The plane layout that the decoder requires, as in libavcodec's own pool.
  private static func layout(
    _ frame: UnsafeMutablePointer<AVFrame>, _ context: UnsafeMutablePointer<AVCodecContext>, _ format: AVPixelFormat
  ) -> Layout? {
    var (width, height) = (frame.pointee.width, frame.pointee.height)
    var alignments = [Int32](repeating: 0, count: 8)
    avcodec_align_dimensions2(context, &width, &height, &alignments)
    var rows = [Int32](repeating: 0, count: 4)
    // The rows of all planes are aligned only if the width is a multiple of a sufficiently large power of two.
    repeat {
      guard width > 0, av_image_fill_linesizes(&rows, format, width) >= 0 else { return nil }
      width += width & ~(width - 1)
    } while zip(rows, alignments).contains { $1 > 0 && $0 % $1 != 0 }
    return layout(rows: rows.map { Int($0) }, height: height, format)
  }

  /// The plane layout of a copy: each row begins at a multiple of the alignment, as libavutil's own buffers do.
  private static func layout(width: Int32, height: Int32, _ format: AVPixelFormat) -> Layout? {
    var rows = [Int32](repeating: 0, count: 4)
    guard width > 0, height > 0, width <= sideLimit, height <= sideLimit,
      av_image_fill_linesizes(&rows, format, width) >= 0
    else { return nil }
    let strides = rows.map { (Int($0) + alignment - 1) / alignment * alignment }
    return layout(rows: strides, height: (height + 31) / 32 * 32, format)
  }

  /// The planes for rows of these lengths, with the margin that decoders and filters read beyond them.
  private static func layout(rows: [Int], height: Int32, _ format: AVPixelFormat) -> Layout? {
    var sizes = [Int](repeating: 0, count: 4)
    guard av_image_fill_plane_sizes(&sizes, format, height, rows) >= 0 else { return nil }
    let padded = sizes.map { $0 > 0 ? ($0 + 16 + 2 * alignment - 1) / alignment * alignment : 0 }
    return padded.reduce(0, +) > 0 ? Layout(rows: rows, sizes: padded) : nil
  }
}
