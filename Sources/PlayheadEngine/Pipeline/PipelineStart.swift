import CoreMedia

/// The position at which an item's pipeline starts, and the kind of start.
struct PipelineStart: Sendable, Equatable {
  /// The kind of start, which decides how much is read and decoded.
  enum Mode: Sendable, Equatable {
    /// A paused seek: only what the one frame needs is decoded, and the decoder is drained as soon as that has been
    /// sent.
    case pausedSeek
    /// Video and audio from the target on.
    case playback
    /// Video from the target back to the beginning.
    case reverse
  }

  /// Grows with every start of the pipeline: data of an older start is dropped.
  var epoch: Int
  /// Grows with every requested position; a restart at the same position keeps it.
  var generation: Int
  /// The requested position, in the item's time.
  var target: CMTime
  /// The time before the target within which a seek may end at a sync sample. Infinite: any sync sample before it.
  var toleranceBefore = CMTime.zero
  /// The time after the target within which a seek may end.
  var toleranceAfter = CMTime.zero
  /// Playback, a paused seek, or reverse.
  var mode: Mode
  /// The time at which audio is cut, exact to the sample; nil: the end of the track.
  var end: CMTime?
  /// Whether the position becomes the presentation time of the frame that was found, as when stepping by frames.
  var snapsToFrame = false

  /// Whether the start was requested while another one was in progress and waited for it: the user is scrubbing.
  var isWhileSeeking = false

  /// Whether the start is speculative: while the reader is idle it decodes the frames that backward scrubbing will
  /// probably need next. Nothing of it is shown or reported, and a paused seek to one of these frames may take it over.
  var isSpeculative = false
  /// Grows with every start that is sent to the video decoder.
  var startNumber = 0

  /// How the decoder reaches the target.
  enum Approach: Sendable, Equatable {
    /// The decoder is flushed.
    case fresh
    /// The decoder resumes from its position.
    case resume
    /// A pooled decoder, the next element of the queue, resumes.
    case pooled
    /// No decoding: the frame is cached.
    case cached
  }
  /// Chosen by the demux loop; `fresh` in a requested start.
  var approach = Approach.fresh
  /// Whether a paused seek leaves the decoder able to resume, instead of draining it.
  var leavesOpen = false
  /// Whether the decoder that is open goes into the pool, instead of being flushed.
  var poolsDecoder = false
  /// The decode-only frames to cache; nil: none.
  var retention: FrameRetentionWindow?

  /// Whether exactly the frame at the target is requested, with no tolerance.
  var isExactPausedSeek: Bool {
    mode == .pausedSeek && (snapsToFrame || (toleranceBefore == .zero && toleranceAfter == .zero))
  }

  /// The position at which playback begins if the first sync sample found is at `key`: that sample if it is within the
  /// tolerance, else exactly the target.
  func resolvedTarget(key: CMTime) -> CMTime {
    guard key.isNumeric else { return target }
    if toleranceBefore == .positiveInfinity { return key <= target ? key : target }
    return key <= target && key >= target - toleranceBefore ? key : target
  }
}
