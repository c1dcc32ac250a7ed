import CoreMedia
import PlayheadMedia

/// Selects the frame at the target of a start from the decoded frames, and passes on the frames after it.
extension VideoDecodeLoop {
  /// Takes the next decoded frame in presentation order.
  ///
  /// Before the target, the frame is cached if it is within the retention window; from the target on, it is inserted
  /// into the timeline. While the decoder is idle at a target, frames wait in `pendingFrames`.
  func take(_ frame: VideoFrame) {
    guard let plan, var frameSelector else { return }
    if isIdleAtTarget { return pendingFrames.append(frame) }
    if isPrefetching { lastFrame = frame }
    retargeting?.received(frame.presentationTime)
    if let retention = plan.reuse.retention, !frameSelector.hasTargetFrame,
      frame.presentationTime >= syncTime ?? .positiveInfinity
    {
      if !hasPrerollFrame {
        frameCache.begin(
          length: frameSelector.target - frame.presentationTime, frameBytes: frame.byteCount,
          isScrubbingBackward: retention.long != nil)
      }
      hasPrerollFrame = true
      frameCache.add(
        frame, isNear: retention.isNear(frame.presentationTime, to: frameSelector.target, scrubPosition: movedPosition))
    }
    let hadTargetFrame = frameSelector.hasTargetFrame
    let frames = frameSelector.take(frame, frameTime: frameTime)
    self.frameSelector = frameSelector
    if !hadTargetFrame, frameSelector.hasTargetFrame, !frames.isEmpty { return finishSeek(with: frames) }
    for frame in frames where isNew(frame, plan) { insert(frame, plan) }
    if !isPrimed, timeline.count(epoch: plan.epoch) >= 2 { prime() }
  }

  /// Ends the seek with the frame at the target, and shows it and the one after it, if available.
  func finishSeek(with frames: [VideoFrame]) {
    guard let plan, let first = frames.first else { return }
    if plan.reuse.leavesOpen {
      pendingFrames = frames
      decoderPosition.noteOpen(after: frameSelector?.target ?? plan.target)
    }
    for frame in frames where isNew(frame, plan) { insert(frame, plan) }
    announce(first, plan, isDrained: plan.mode == .pausedSeek)
  }

  /// Whether the requested frame of a paused seek is shown and the decoder is open behind it.
  var isIdleAtTarget: Bool {
    guard let plan, plan.reuse.leavesOpen || plan.reuse.approach == .cached else { return false }
    return frameSelector?.hasTargetFrame == true
  }

  /// Resumes the decoder: frames that it has already output come first.
  func resumeOpenDecoder() {
    let frames = pendingFrames
    pendingFrames = []
    for (index, frame) in frames.enumerated() {
      take(frame)
      guard isIdleAtTarget else { continue }
      pendingFrames += frames[(index + 1)...].filter { next in !pendingFrames.contains { $0 === next } }
      return
    }
  }

  /// Where a stream switches variants within a segment, frames that were already shown are decoded again.
  func isNew(_ frame: VideoFrame, _ plan: PipelineStart) -> Bool {
    guard plan.mode == .playback, parameters.isPlacedPart else { return true }
    return duplicates.insert(frame.presentationTime)
  }

  /// Ends the seek with the last frame before the target, if any.
  func finishSeek(isDrained: Bool) {
    guard let plan, frameSelector?.hasTargetFrame == false else { return }
    if let frame = frameSelector?.finish() {
      insert(frame, plan)
      announce(frame, plan, isDrained: isDrained)
    } else {
      // No frame before the target nor after it: the position is reported without a frame.
      reportSeekResult(plan, time: plan.target, isDrained: isDrained)
    }
  }

  /// Reports the seek result. `target`: the target of the paused seek; nil: that of the current start.
  func announce(_ frame: VideoFrame, _ plan: PipelineStart, target: CMTime? = nil, isDrained: Bool) {
    let position = target ?? frameSelector?.target ?? plan.target
    reportSeekResult(plan, time: plan.snapsToFrame ? frame.presentationTime : position, isDrained: isDrained)
  }

  /// Reports the seek result, except for speculative starts, and wakes the reader after a paused seek.
  private func reportSeekResult(_ plan: PipelineStart, time: CMTime, isDrained: Bool) {
    if !clock.waitsForNetwork { startupThrottle.noteFrame(at: clock.now) }
    if !plan.isSpeculative { report(.targetReached(epoch: plan.epoch, time: time, isDrained: isDrained)) }
    guard plan.mode == .pausedSeek, !isPrefetching else { return }
    frameCache.lastFinished = plan.reuse.startNumber
    queue.wakeProducer()
  }
}
