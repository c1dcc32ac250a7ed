import CoreMedia

/// How the video decoder reuses the work of earlier paused seeks for a start, and what it retains for later ones.
///
/// The default value reuses and retains nothing: the decoder is flushed, and a paused seek ends by draining it.
struct DecoderReuse: Sendable, Equatable {
  /// How the decoder reaches the target.
  enum Approach: Sendable, Equatable {
    /// From the sync sample. The decoder in use is flushed or, with `poolsFormer`, goes into the pool.
    case fresh(poolsFormer: Bool)
    /// The decoder resumes from its position.
    case resume
    /// A pooled decoder, the next element of the queue, resumes. With `poolsFormer`, the decoder in use goes into the
    /// pool.
    case pooled(poolsFormer: Bool)
    /// No decoding: the frame is cached.
    case cached
  }

  /// How the decoder reaches the target.
  var approach = Approach.fresh(poolsFormer: false)
  /// Whether a paused seek leaves the decoder able to resume, instead of draining it.
  var leavesOpen = false
  /// The decode-only frames to cache; nil: none.
  var retention: FrameRetentionWindow?
  /// Grows with every start that is sent to the video decoder.
  var startNumber = 0

  /// Whether the decoder that is open goes into the pool, instead of being flushed.
  var poolsFormer: Bool {
    switch approach {
    case .fresh(let poolsFormer), .pooled(let poolsFormer): poolsFormer
    case .resume, .cached: false
    }
  }

  /// Whether the decoder starts at the sync sample.
  var isFresh: Bool { if case .fresh = approach { true } else { false } }

  /// Whether a pooled decoder resumes.
  var isPooled: Bool { if case .pooled = approach { true } else { false } }
}
