import CoreMedia
import PlayheadFFmpeg

/// Selects the frame at the target of a start from the decoded frames, and passes on the frames after it.
extension VideoDecodeLoop {
  /// Takes the next decoded frame in presentation order.
  func take(_ frame: VideoFrame) {
    guard let plan, var landing else { return }
    if isResting { return spare.append(frame) }
    if isAhead { latest = frame }
    detour?.received(frame.presentationTime)
    if let keeps = plan.keeps, !landing.hasLanded, frame.presentationTime >= syncTime ?? .positiveInfinity {
      if !isOnWay {
        visited.begin(
          length: landing.target - frame.presentationTime, pictureBytes: frame.byteCount,
          isDragged: keeps.much != nil)
      }
      isOnWay = true
      visited.add(frame, isNear: keeps.isNear(frame.presentationTime, to: landing.target, hand: movedHand))
    }
    let wasLanded = landing.hasLanded
    let frames = landing.take(frame, cover: cover)
    self.landing = landing
    if !wasLanded, landing.hasLanded, !frames.isEmpty { return land(on: frames) }
    for frame in frames where isNew(frame, plan) { insert(frame, plan) }
    if !isPrimed, timeline.count(epoch: plan.epoch) >= 2 { prime() }
  }

  /// Ends the seek with the frame at the target, and shows it and the one after it, if available.
  func land(on frames: [VideoFrame]) {
    guard let plan, let first = frames.first else { return }
    if plan.leavesOpen {
      spare = frames
      footing.stands(behind: landing?.target ?? plan.target)
    }
    for frame in frames where isNew(frame, plan) { insert(frame, plan) }
    announce(first, plan, isDrained: plan.mode == .still)
  }

  /// Whether the requested frame of a paused seek is shown and the decoder is open behind it.
  var isResting: Bool {
    guard let plan, plan.leavesOpen || plan.way == .visited else { return false }
    return landing?.hasLanded == true
  }

  /// Resumes the decoder: frames that it has already output come first.
  func goOn() {
    let frames = spare
    spare = []
    for (index, frame) in frames.enumerated() {
      take(frame)
      guard isResting else { continue }
      spare += frames[(index + 1)...].filter { next in !spare.contains { $0 === next } }
      return
    }
  }

  /// Where a stream switches variants within a segment, frames that were already shown are decoded again.
  func isNew(_ frame: VideoFrame, _ plan: PipelineStart) -> Bool {
    guard plan.mode == .flow, parameters.isPlacedPart else { return true }
    return seen.insert(frame.presentationTime)
  }

  /// Ends the seek with the last frame before the target, if any.
  func land(isDrained: Bool) {
    guard let plan, landing?.hasLanded == false else { return }
    if let frame = landing?.finish() {
      insert(frame, plan)
      announce(frame, plan, isDrained: isDrained)
    } else {
      // No frame before the target nor after it: the position is reported without a frame.
      tell(plan, time: plan.target, isDrained: isDrained)
    }
  }

  /// Reports the seek result. `target`: the target of the paused seek; nil: that of the current start.
  func announce(_ frame: VideoFrame, _ plan: PipelineStart, target: CMTime? = nil, isDrained: Bool) {
    let place = target ?? landing?.target ?? plan.target
    tell(plan, time: plan.snapsToPicture ? frame.presentationTime : place, isDrained: isDrained)
  }

  private func tell(_ plan: PipelineStart, time: CMTime, isDrained: Bool) {
    if !clock.waitsForNetwork { opening.noteLanding(at: clock.now) }
    if !plan.isSpeculative { report(.landed(epoch: plan.epoch, time: time, isDrained: isDrained)) }
    guard plan.mode == .still, !isAhead else { return }
    visited.landed = plan.order
    queue.wakeProducer()
  }
}
