import CoreMedia
import PlayheadFFmpeg
import PlayheadMedia

/// The state of the video decode loop: what it does with packets and frames. Pure.
///
///     idle ── begin ──► seeking ─┬─ frame found ───────────────────► playing ◄── disable, enable ──► disabled
///                                ├─ frame found, decoder left open ─► open
///                                └─ frame obsolete ────────────────► ended
///
/// `begin` leads from every state to `seeking`, and a paused seek whose frame is cached leads directly to `open`.
///
/// A start seeks first: frames before its target are decode-only, until `SeekFrameSelector` has the frame that the seek
/// shows. A paused seek may be retargeted or taken over meanwhile.
struct VideoDecodeStateMachine {
  /// The activity of the loop.
  enum State: Equatable {
    /// There is no start yet.
    case idle
    /// Decodes up to the target. Frames before it are not shown.
    case seeking
    /// The requested frame is shown. The decoder is open behind it, and packets wait in the queue until a start resumes
    /// the decoder.
    case open
    /// Frames go to the timeline, in the direction of playback.
    case playing
    /// Video is disabled: packets are retained instead of decoded.
    case disabled
    /// The start has ended before its last packet: the remaining ones are ignored.
    case ended
  }

  /// The current state.
  private(set) var state = State.idle
  /// The current start; nil before the first one.
  private(set) var start: PipelineStart?
  /// Finds the frame at the target of the current start.
  private var selector = SeekFrameSelector(target: .zero)

  /// The target of the current start, which retargeting moves back.
  var target: CMTime { selector.target }
  /// The presentation time of the frame at the target; nil until the packets have determined it.
  var frameTime: CMTime? { selector.frameTime }
  /// Whether the frame at the target was found.
  var hasTargetFrame: Bool { state == .open || state == .playing || state == .disabled }
  /// Whether a speculative start is in progress.
  var isPrefetching: Bool { state == .seeking && start?.isSpeculative == true }

  /// A start begins. `target`: its target, which may be a sync sample before the requested position.
  mutating func begin(_ start: PipelineStart, target: CMTime) {
    self.start = start
    selector = SeekFrameSelector(target: target)
    state = .seeking
  }

  /// A paused seek whose frame is cached begins: nothing is decoded.
  mutating func showCached(_ start: PipelineStart) {
    begin(start, target: start.target)
    _ = selector.finish()
    state = .open
  }

  /// A paused seek takes over the speculative start. Returns false if that is no longer in progress: the paused seek
  /// has then ended without a frame.
  mutating func adopt(_ start: PipelineStart) -> Bool {
    let isInProgress = isPrefetching
    self.start = start
    if !isInProgress { state = .ended }
    return isInProgress
  }

  /// The seek in progress ends at another target, whose frame has the presentation time `frameTime`.
  mutating func retarget(to target: CMTime, frameTime: CMTime) { selector.move(to: target, frameTime: frameTime) }

  /// The next frame in presentation order was decoded.
  ///
  /// - Returns: The frames to show from here on, empty before the target, and whether the first of them is the frame at
  ///   the target.
  mutating func take(_ frame: VideoFrame) -> (frames: [VideoFrame], isSeekResult: Bool) {
    let frames = selector.take(frame)
    guard state == .seeking, selector.hasTargetFrame else { return (frames, false) }
    noteFound()
    return (frames, true)
  }

  /// The packets have determined the presentation time of the frame at the target. Returns the frame if it was decoded
  /// before.
  mutating func settle(frameTime: CMTime) -> VideoFrame? {
    guard let frame = selector.settle(frameTime: frameTime) else { return nil }
    noteFound()
    return frame
  }

  /// No further frame follows: the last one before the target is the one at the target. Returns nil without one.
  mutating func finishSeek() -> VideoFrame? {
    noteFound()
    return selector.finish()
  }

  /// The frame at the target was found.
  private mutating func noteFound() { state = start?.reuse.leavesOpen == true ? .open : .playing }

  /// The start ends: it needs no further packet, or its frame is obsolete.
  mutating func end() { state = .ended }

  /// Video was disabled during playback.
  mutating func disable() { state = .disabled }

  /// Video was enabled again.
  mutating func enable() { state = .playing }
}
