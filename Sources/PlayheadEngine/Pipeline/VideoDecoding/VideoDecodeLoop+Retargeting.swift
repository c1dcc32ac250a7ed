import CoreMedia
import PlayheadFFmpeg

/// Paused seeks whose target moves while they are decoded.
extension VideoDecodeLoop {
  /// Whether a speculative start is in progress.
  var isPrefetching: Bool { plan?.isSpeculative == true && frameSelector?.hasTargetFrame == false }

  /// The scrub position, if it belongs to the current start.
  private var scrubPosition: CMTime? {
    guard let plan, !plan.isSpeculative else { return nil }
    return frameCache.scrubPosition.flatMap { $0.epoch == plan.epoch ? $0.time : nil } ?? adopted
  }

  /// The scrub position, if it is before the target of the current start.
  var movedPosition: CMTime? {
    guard let scrubPosition, let plan, scrubPosition < plan.target else { return nil }
    return scrubPosition
  }

  /// Takes over a speculative start for a paused seek whose target is before that of the start, perhaps already passed
  /// by the decoder.
  func adopt(_ plan: PipelineStart) {
    timeline.begin(epoch: plan.epoch, generation: plan.generation, isReverse: false)
    let isUnderWay = isPrefetching
    self.plan = plan
    adopted = plan.target
    if !isUnderWay { pass(plan) }
  }

  /// Ends a start that was taken over when no more packets follow: at its new target or without a frame.
  func endAdopted() {
    guard adopted != nil, let plan, frameSelector?.hasTargetFrame == false else { return }
    retargetIfNeeded()
    if !hasEndedEarly, retargeting?.isRetargeted != true { pass(plan) }
  }

  /// Reports that the paused seek produces no frame, and ignores its remaining packets.
  private func pass(_ plan: PipelineStart) {
    hasEndedEarly = true
    report(.passed(epoch: plan.epoch))
  }

  /// Retargets or abandons the paused seek in progress if the scrub position has moved.
  func retargetIfNeeded() {
    guard frameSelector?.hasTargetFrame == false, let plan, let scrubPosition else { return }
    switch retargeting?.advice(scrubPosition: scrubPosition, upcoming: { [queue] in queue.upcoming }) {
    case nil, .proceed: break
    case .retarget(let target, let frameTime):
      frameSelector?.move(to: target)
      self.frameTime = frameTime
    case .passed:
      // Otherwise the screen would show nothing new until scrubbing pauses.
      guard adopted != nil || frameCache.frame(near: scrubPosition) != nil else { return }
      pass(plan)
    }
  }

  /// Whether a packet not needed for the original target is also not needed for the current one, nor for the cache.
  func isDispensable(_ packet: Packet) -> Bool {
    if retargeting?.isRetargeted == true, packet.presentationTime == frameTime { return false }
    guard let plan, let retention = plan.reuse.retention, packet.presentationTime.isNumeric else { return true }
    return !retention.contains(
      packet.presentationTime, before: frameSelector?.target ?? plan.target, scrubPosition: movedPosition)
  }

  /// Ends a retargeted seek after all packets for its target have been sent.
  ///
  /// The decoder is drained and must be flushed before its next use.
  func endRetargetedSeek(_ decoder: inout VideoDecoder) {
    decoder.drain()
    receive(&decoder)
    finishSeek(isDrained: true)
    hasEndedEarly = true
  }
}
