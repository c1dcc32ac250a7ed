import CoreMedia
import PlayheadFFmpeg
import Synchronization

/// A decoder and what it has given already.
final class PooledDecoder: @unchecked Sendable {
  // Sendable: one thread at a time has it. It goes from the decoder's thread into `DecoderPool`, and out of there to one who takes
  // it; nobody keeps a reference behind.
  var decoder: VideoDecoder
  let parameters: StreamParameters
  /// Pictures since it landed, and the landing itself: where it goes on, these come first.
  var spare: [VideoFrame] = []

  init(_ parameters: StreamParameters, _ memory: FrameBufferPool) throws(FFmpegError) {
    decoder = try VideoDecoder(parameters, threads: VideoDecodeLoop.threads, memory: memory)
    self.parameters = parameters
  }
}

/// Decoders that stand behind stills in groups of pictures that somebody looks at again and again: the next still after one of them
/// costs what lies between.
///
/// Bounded in bytes: a decoder holds pictures for its references and its threads.
final class DecoderPool: Sendable {
  /// Where the pictures of all decoders lie.
  let memory = FrameBufferPool()
  private let limit: Int
  private let state = Mutex<[Parked]>([])

  struct Parked {
    var seat: PooledDecoder
    var place: DecoderPoolPositions.Place
  }

  init(limit: Int) { self.limit = limit }

  /// Reference pictures and those that are reordered, beside one for each thread.
  private static let picturesHeld = 8
  /// Small pictures cost little, but each decoder has its threads.
  private static let countLimit = 6

  private func room(pictureBytes: Int) -> Int {
    min(Self.countLimit, limit / max(1, pictureBytes * (Self.picturesHeld + VideoDecodeLoop.threads)))
  }

  func park(_ seat: PooledDecoder, at place: DecoderPoolPositions.Place, pictureBytes: Int) {
    let room = room(pictureBytes: pictureBytes)
    var ended: [Parked] = []
    state.withLock { parked in
      parked.append(Parked(seat: seat, place: place))
      while parked.count > room,
        let victim = DecoderPoolPositions.victim(of: parked.map(\.place), newest: place.landed)
      {
        ended.append(parked.remove(at: victim))
      }
    }
    // Their threads are joined here, with no lock held.
    ended.removeAll()
  }

  /// The decoder that has least to do to come to `target`; it is parked no longer. `sync`: the last sync sample not after it.
  func take(to target: CMTime, sync: CMTime?) -> Parked? {
    state.withLock { parked in
      DecoderPoolPositions.best(of: parked.map(\.place), to: target, sync: sync).map { parked.remove(at: $0) }
    }
  }

  /// Whether one has less to do than the decoder in use, which stands at `open`.
  func isNearer(to target: CMTime, sync: CMTime?, than open: CMTime?) -> Bool {
    let places = state.withLock { $0.map(\.place) }
    guard let best = DecoderPoolPositions.best(of: places, to: target, sync: sync), let open else { return false }
    return places[best].landed > open
  }

  func clear() {
    var ended = state.withLock { parked in
      defer { parked = [] }
      return parked
    }
    ended.removeAll()
  }
}
