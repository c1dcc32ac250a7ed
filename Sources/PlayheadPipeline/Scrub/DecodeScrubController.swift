import CoreMedia
import PlayheadFFmpeg
import PlayheadItems
import PlayheadMedia

/// The part of scrubbing that runs on the video decoder thread: caches decode-only frames, retargets paused seeks while
/// they are decoded, and leaves decoders open for later starts.
///
/// Created by `ScrubController`. The video decode loop asks it, and works without one.
final class DecodeScrubController {
  /// The frames near paused seeks, shared with the demux loop and the session.
  private let cache: DecodedFrameCache
  /// The open decoders in visited GOPs, shared with the demux loop.
  private let pool: DecoderPool
  /// Retargets the paused seek in progress when the user continues to scrub; nil for a start that cannot be retargeted.
  private var retargeting: SeekRetargeting?
  /// The target of the paused seek that has taken over the speculative start.
  private var adopted: CMTime?
  /// The last decoded frame of a speculative start.
  private var lastFrame: VideoFrame?
  /// The frame at the target and those after it, decoded but not yet used: the first output when the decoder resumes.
  private var pendingFrames: [VideoFrame] = []
  /// The position of the decoder in use.
  private var position = DecoderPosition()
  /// The presentation time of the first packet since the decoder was flushed: frames before it lack their references.
  private var syncTime: CMTime?
  /// Whether the first decode-only frame of a paused seek has been decoded.
  private var hasPrerollFrame = false

  /// Creates the controller of a decoder thread.
  init(cache: DecodedFrameCache, pool: DecoderPool) {
    self.cache = cache
    self.pool = pool
  }

  // MARK: Choice of the decoder

  /// Prepares the decoder for a start: the one in use goes into the pool, or loses its position.
  ///
  /// - Parameter isPrefetching: Whether a speculative start was in progress until now.
  /// - Throws: `MediaError` if a new decoder cannot be opened.
  func prepare(
    _ decoder: VideoPacketDecoder, for start: PipelineStart, isPrefetching: Bool
  ) throws(MediaError) {
    switch start.reuse.approach {
    case .fresh(let poolsFormer):
      if poolsFormer, addToPool(decoder, isPrefetching: isPrefetching) { try decoder.replaceByNewDecoder() }
      pendingFrames = []
      position = DecoderPosition()
    case .resume: position.noteResumed()
    case .pooled, .cached: break
    }
  }

  /// Resets the state for a start.
  func begin(_ start: PipelineStart) {
    retargeting = SeekRetargeting(start)
    adopted = nil
    lastFrame = nil
    hasPrerollFrame = false
    if start.reuse.isFresh { syncTime = nil }
  }

  /// Continues with a pooled decoder. The one in use goes into the pool if the start demands it.
  func resume(_ entry: DecoderPool.PoolEntry, in decoder: VideoPacketDecoder, for start: PipelineStart?) {
    if start?.reuse.poolsFormer == true { _ = addToPool(decoder, isPrefetching: false) }
    retargeting?.resume(entry.position)
    decoder.replace(by: entry.pooled)
    pendingFrames = entry.pooled.pendingFrames
    entry.pooled.pendingFrames = []
    position = DecoderPosition(entry.position)
    syncTime = .negativeInfinity
  }

  /// Puts the decoder in use into the pool. Returns false if it has no position from which it could resume.
  private func addToPool(_ decoder: VideoPacketDecoder, isPrefetching: Bool) -> Bool {
    if isPrefetching, let lastFrame {
      // Interrupted before it reached its target.
      pendingFrames = [lastFrame]
      position.noteOpen(after: lastFrame.presentationTime)
    }
    guard let pooled = decoder.poolable, let position = position.position, let frame = pendingFrames.first else {
      return false
    }
    pooled.pendingFrames = pendingFrames
    pool.addToPool(pooled, at: position, frameBytes: frame.byteCount)
    return true
  }

  // MARK: Frames after the target

  /// Records that the decoder is open after the frame at the target. `frames`: that frame and the one after it, if
  /// available.
  func noteOpen(after target: CMTime, frames: [VideoFrame]) {
    pendingFrames = frames
    position.noteOpen(after: target)
  }

  /// Retains a frame that was decoded after the target.
  func hold(_ frame: VideoFrame) { pendingFrames.append(frame) }

  /// Removes and returns the frames that were decoded after the target: the decoder resumes.
  func takePendingFrames() -> [VideoFrame] {
    defer { pendingFrames = [] }
    return pendingFrames
  }

  /// Returns frames that the resumed start does not need, after those that were retained meanwhile.
  func putBack(_ frames: ArraySlice<VideoFrame>) {
    let others = frames.filter { next in !pendingFrames.contains { $0 === next } }
    pendingFrames += others
  }

  /// Records that the decoder was drained: it must be flushed before it can resume.
  func noteDrained() { position.noteResumed() }

  // MARK: Packets and decode-only frames

  /// Records a packet sent to the decoder. `isSkippable`: the decoder may drop it if no other depends on it.
  func noteSent(_ packet: SeekPacketFilter.Times, isSkippable: Bool) {
    retargeting?.noteSent(packet, isSkippable: isSkippable)
    position.noteSent(packet)
    if syncTime == nil, packet.presentation.isNumeric { syncTime = packet.presentation }
  }

  /// Records a decoded frame, and caches it if it is within the retention window before the target.
  func noteDecoded(_ frame: VideoFrame, of start: PipelineStart, isSeeking: Bool, target: CMTime) {
    if isSeeking, start.isSpeculative { lastFrame = frame }
    let time = frame.presentationTime
    retargeting?.received(time)
    guard isSeeking, let retention = start.reuse.retention, time >= syncTime ?? .positiveInfinity else { return }
    if !hasPrerollFrame {
      cache.begin(
        length: target - time, frameBytes: frame.byteCount, isScrubbingBackward: retention.long != nil)
    }
    hasPrerollFrame = true
    cache.add(frame, isNear: retention.isNear(time, to: target, scrubPosition: movedPosition(of: start)))
  }

  /// Whether a packet not needed for the original target is also not needed for the current one, nor for the cache.
  ///
  /// - Parameters:
  ///   - time: The presentation time of the packet.
  ///   - target: The current target of the start.
  ///   - frameTime: The presentation time of the frame at the target, if it is known.
  func isDispensable(_ time: CMTime, for start: PipelineStart?, target: CMTime, frameTime: CMTime?) -> Bool {
    if isRetargeted, time == frameTime { return false }
    guard let start, let retention = start.reuse.retention, time.isNumeric else { return true }
    return !retention.contains(time, before: target, scrubPosition: movedPosition(of: start))
  }

  // MARK: Retargeting

  /// Whether the paused seek in progress was retargeted.
  var isRetargeted: Bool { retargeting?.isRetargeted == true }
  /// Whether all packets needed for the current target of a retargeted seek have been sent.
  var isRetargetedSeekComplete: Bool { retargeting?.isComplete == true }
  /// Whether a paused seek has taken over the speculative start.
  var hasAdopted: Bool { adopted != nil }

  /// Records that a paused seek has taken over the speculative start.
  func adopt(_ start: PipelineStart) { adopted = start.target }

  /// The scrub position, if it belongs to a start.
  private func scrubPosition(of start: PipelineStart) -> CMTime? {
    guard !start.isSpeculative else { return nil }
    return cache.scrubPosition.flatMap { $0.epoch == start.epoch ? $0.time : nil } ?? adopted
  }

  /// The scrub position, if it is before the target of the start.
  private func movedPosition(of start: PipelineStart) -> CMTime? {
    scrubPosition(of: start).flatMap { $0 < start.target ? $0 : nil }
  }

  /// Returns how the paused seek in progress continues if the scrub position has moved.
  ///
  /// - Parameter upcoming: The packets queued for the decoder, evaluated only if the position has moved back.
  func advice(for start: PipelineStart, upcoming: () -> [SeekPacketFilter.Times]) -> SeekRetargeting.Advice {
    guard let scrubPosition = scrubPosition(of: start),
      let advice = retargeting?.advice(scrubPosition: scrubPosition, upcoming: upcoming)
    else { return .proceed }
    // Without a placeholder the screen would show nothing new until scrubbing pauses.
    if advice == .passed, adopted == nil, cache.frame(near: scrubPosition) == nil { return .proceed }
    return advice
  }
}
