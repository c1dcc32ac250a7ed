import CPlayheadFFmpeg
import Glibc
import Synchronization

/// The memory of the decoded pictures of one track, whichever decoder makes them.
///
/// libavcodec's own memory belongs to one decoder and never shrinks: where pictures are kept and decoders change, each of them would
/// hold as many as were ever kept. Here all share, and what nobody needs goes back to the system.
package final class FrameBufferPool: Sendable {
  private struct Block: @unchecked Sendable {
    // Sendable: whoever has taken a block is the only one who knows its address.
    var address: UnsafeMutableRawPointer
    var size: Int
  }

  private struct State {
    var spare: [Block] = []
    /// How large the blocks are that pictures have, by their addresses: who gives one back knows no more than that.
    var lent: [UInt: Int] = [:]
  }

  private let state = Mutex(State())
  /// As many as a decoder takes and gives back while it works: memory that is fresh from the system costs a millisecond a picture.
  private static let spareLimit = 8
  /// The widest registers of any processor.
  private static let alignment = 64

  package init() {}

  deinit {
    for block in state.withLock({ $0.spare }) { munmap(block.address, block.size) }
  }

  private func take(_ size: Int) -> Block? {
    let size = (size + 4095) / 4096 * 4096
    let (found, others) = state.withLock { state -> (Block?, [Block]) in
      // Pictures have another size from now on.
      let others = state.spare.filter { $0.size != size }
      state.spare.removeAll { $0.size != size }
      return (state.spare.popLast(), others)
    }
    for block in others { munmap(block.address, block.size) }
    guard let block = found ?? Self.map(size) else { return nil }
    state.withLock { $0.lent[UInt(bitPattern: block.address)] = size }
    return block
  }

  private static func map(_ size: Int) -> Block? {
    let address = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let address, address != MAP_FAILED else { return nil }
    return Block(address: address, size: size)
  }

  private func giveBack(_ address: UnsafeMutableRawPointer) {
    let key = UInt(bitPattern: address)
    let surplus = state.withLock { state -> Block? in
      guard let size = state.lent.removeValue(forKey: key), let address = UnsafeMutableRawPointer(bitPattern: key)
      else { return nil }
      let block = Block(address: address, size: size)
      guard state.spare.count < Self.spareLimit else { return block }
      state.spare.append(block)
      return nil
    }
    if let surplus { munmap(surplus.address, surplus.size) }
  }

  // MARK: For libavcodec

  /// Has a context that is not open yet take its pictures from here. Its `opaque` keeps this object until `endServing`.
  func serve(_ context: UnsafeMutablePointer<AVCodecContext>) {
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

  /// The context whose `opaque` this was is gone.
  static func endServing(_ opaque: UnsafeMutableRawPointer?) {
    if let opaque { Unmanaged<FrameBufferPool>.fromOpaque(opaque).release() }
  }

  /// Whether a context was told to take its pictures from here, and its decoder does so.
  static func serves(_ context: UnsafeMutablePointer<AVCodecContext>) -> Bool {
    guard context.pointee.opaque != nil, let codec = context.pointee.codec else { return false }
    return codec.pointee.capabilities & AV_CODEC_CAP_DR1 != 0
  }

  /// False where this cannot give what is wanted.
  private func fill(_ frame: UnsafeMutablePointer<AVFrame>, _ context: UnsafeMutablePointer<AVCodecContext>) -> Bool {
    let format = AVPixelFormat(rawValue: frame.pointee.format)
    guard Self.serves(context), context.pointee.hw_frames_ctx == nil, let description = av_pix_fmt_desc_get(format),
      description.pointee.flags & UInt64(AV_PIX_FMT_FLAG_PAL | AV_PIX_FMT_FLAG_HWACCEL) == 0,
      let layout = Self.layout(frame, context, format), let block = take(layout.total)
    else { return false }
    let memory = Unmanaged.passRetained(self)
    let bytes = block.address.assumingMemoryBound(to: UInt8.self)
    let buffer = av_buffer_create(
      bytes, block.size,
      { opaque, data in
        guard let opaque, let data else { return }
        Unmanaged<FrameBufferPool>.fromOpaque(opaque).takeRetainedValue().giveBack(data)
      }, memory.toOpaque(), 0)
    guard let buffer else {
      memory.release()
      giveBack(block.address)
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

  private struct Layout {
    /// Bytes of a row of each plane, and of each plane with what decoders write and read beyond it.
    var rows: [Int]
    var sizes: [Int]
    var total: Int { sizes.reduce(0, +) }
  }

  /// How the decoder wants the planes to lie; as libavcodec's own memory has them.
  private static func layout(
    _ frame: UnsafeMutablePointer<AVFrame>, _ context: UnsafeMutablePointer<AVCodecContext>, _ format: AVPixelFormat
  ) -> Layout? {
    var (width, height) = (frame.pointee.width, frame.pointee.height)
    var alignments = [Int32](repeating: 0, count: 8)
    avcodec_align_dimensions2(context, &width, &height, &alignments)
    var rows = [Int32](repeating: 0, count: 4)
    // Rows of all planes are aligned at once only where the width is a multiple of a power of two that is large enough.
    repeat {
      guard width > 0, av_image_fill_linesizes(&rows, format, width) >= 0 else { return nil }
      width += width & ~(width - 1)
    } while zip(rows, alignments).contains { $1 > 0 && $0 % $1 != 0 }
    var sizes = [Int](repeating: 0, count: 4)
    let strides = rows.map { Int($0) }
    guard av_image_fill_plane_sizes(&sizes, format, height, strides) >= 0 else { return nil }
    let padded = sizes.map { $0 > 0 ? ($0 + 16 + 2 * alignment - 1) / alignment * alignment : 0 }
    return padded.reduce(0, +) > 0 ? Layout(rows: strides, sizes: padded) : nil
  }
}
