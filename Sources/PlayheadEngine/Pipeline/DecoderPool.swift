import CoreMedia
import PlayheadFFmpeg
import Synchronization

/// A video decoder together with the frames it has already output.
final class PooledDecoder: @unchecked Sendable {
  // Sendable: one thread at a time owns it. It moves from the decoder thread into `DecoderPool` and from there to the
  // thread that takes it; no other reference remains.
  var decoder: VideoDecoder
  let parameters: StreamParameters
  /// The frame at the target and those after it: the first output when the decoder resumes.
  var pendingFrames: [VideoFrame] = []

  init(_ parameters: StreamParameters, _ memory: FrameBufferPool) throws(FFmpegError) {
    decoder = try VideoDecoder(parameters, threads: VideoDecodeLoop.threads, memory: memory)
    self.parameters = parameters
  }
}

/// Open decoders in GOPs that are visited repeatedly: a paused seek after one of their positions decodes only the
/// packets between.
///
/// Bounded in bytes: a decoder holds frames for its references and its threads.
final class DecoderPool: Sendable {
  /// The buffers of the frames of all decoders.
  let memory = FrameBufferPool()
  private let limit: Int
  private let state = Mutex<[PoolEntry]>([])

  /// A pooled decoder and its position.
  struct PoolEntry {
    var pooled: PooledDecoder
    var position: DecoderPoolPositions.Position
  }

  init(limit: Int) { self.limit = limit }

  /// Reference and reordered frames, in addition to one for each thread.
  private static let framesHeld = 8
  /// Small frames need little memory, but each decoder has its threads.
  private static let countLimit = 6

  private func capacity(frameBytes: Int) -> Int {
    min(Self.countLimit, limit / max(1, frameBytes * (Self.framesHeld + VideoDecodeLoop.threads)))
  }

  /// Adds a decoder at a position, and evicts others if the pool exceeds its limit.
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
  func take(to target: CMTime, sync: CMTime?) -> PoolEntry? {
    state.withLock { entries in
      DecoderPoolPositions.best(of: entries.map(\.position), to: target, sync: sync).map { entries.remove(at: $0) }
    }
  }

  /// Whether a pooled decoder has less work than the decoder in use, whose position is `open`.
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
