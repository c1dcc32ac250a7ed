import CoreMedia
import PlayheadFFmpeg
import PlayheadMedia
import Synchronization

/// A video decoder together with the frames it has already output.
final class PooledDecoder: @unchecked Sendable {
  // Sendable: one thread at a time owns it. It moves from the decoder thread into `DecoderPool` and from there to the
  // thread that takes it; no other reference remains.
  /// The decoder, which is open at its position.
  var decoder: VideoDecoder
  /// The parameters with which the decoder was opened. The video decoder continues with them when it resumes.
  let parameters: StreamParameters
  /// The frame at the target and those after it: the first output when the decoder resumes.
  var pendingFrames: [VideoFrame] = []

  /// Opens a decoder. `memory`: the frame buffers that it shares with all other decoders. `hardware`: opens hardware
  /// decoders, which are not pooled.
  ///
  /// - Throws: `FFmpegError` if no decoder for the codec exists, or it cannot be opened.
  init(
    _ parameters: StreamParameters, _ memory: FrameBufferPool, filters: VideoFilterSettings,
    hardware: HardwareDecoderSource?
  ) throws(FFmpegError) {
    decoder = try VideoDecoder(
      parameters, threads: VideoPacketDecoder.threads, memory: memory, filters: filters, hardware: hardware)
    self.parameters = parameters
  }
}

/// Open decoders in GOPs that are visited repeatedly: a paused seek after one of their positions decodes only the
/// packets between.
///
/// Bounded in bytes: a decoder holds frames for its references and its threads.
///
/// The demux loop takes decoders out, and the video decoder adds them.
final class DecoderPool: Sendable {
  /// In bytes: the memory that all pooled decoders may use, as estimated from the size of a frame.
  private let limit: Int
  /// The entries, the longest pooled first.
  private let state = Mutex<[PoolEntry]>([])

  /// A pooled decoder and its position.
  struct PoolEntry {
    /// The decoder, which the pool owns until it is taken.
    var pooled: PooledDecoder
    /// The position at which the decoder was left open.
    var position: DecoderPoolPositions.Position
  }

  /// Creates an empty pool. `limit`: bytes of memory for all pooled decoders.
  init(limit: Int) { self.limit = limit }

  /// Reference and reordered frames, in addition to one for each thread.
  private static let framesHeld = 8
  /// Small frames need little memory, but each decoder has its threads.
  private static let countLimit = 6

  /// The number of decoders that the pool may hold at this frame size. Zero if one alone exceeds the limit.
  private func capacity(frameBytes: Int) -> Int {
    min(Self.countLimit, limit / max(1, frameBytes * (Self.framesHeld + VideoPacketDecoder.threads)))
  }

  /// Adds a decoder at a position, and evicts others if the pool exceeds its limit.
  ///
  /// - Parameters:
  ///   - pooled: The decoder, which the caller must not use afterwards.
  ///   - position: The position at which it was left open.
  ///   - frameBytes: The size of one of its frames.
  func addToPool(_ pooled: PooledDecoder, at position: DecoderPoolPositions.Position, frameBytes: Int) {
    let capacity = capacity(frameBytes: frameBytes)
    var ended: [PoolEntry] = []
    state.withLock { entries in
      entries.append(PoolEntry(pooled: pooled, position: position))
      while entries.count > capacity,
        let victim = DecoderPoolPositions.victim(of: entries.map(\.position), newest: position.openTime)
      {
        ended.append(entries.remove(at: victim))
      }
    }
    // Deinitialization joins the decoders' threads, with no lock held.
    ended.removeAll()
  }

  /// Takes the decoder with the least work to reach `target` out of the pool. `sync`: the last sync sample not after
  /// the target.
  ///
  /// - Returns: Nil if no decoder is between `sync` and the target, or if `sync` is nil.
  func take(to target: CMTime, sync: CMTime?) -> PoolEntry? {
    state.withLock { entries in
      DecoderPoolPositions.best(of: entries.map(\.position), to: target, sync: sync).map { entries.remove(at: $0) }
    }
  }

  /// Whether a pooled decoder has less work than the decoder in use, whose position is `open`.
  ///
  /// False if the decoder in use is not open (`open` is nil): it would not resume anyway.
  func isNearer(to target: CMTime, sync: CMTime?, than open: CMTime?) -> Bool {
    let positions = state.withLock { $0.map(\.position) }
    guard let best = DecoderPoolPositions.best(of: positions, to: target, sync: sync), let open else { return false }
    return positions[best].openTime > open
  }

  /// Releases all decoders.
  func clear() {
    var ended = state.withLock { entries in
      defer { entries = [] }
      return entries
    }
    ended.removeAll()
  }
}
