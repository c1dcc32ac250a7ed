import CoreMedia
import PlayheadFFmpeg

/// Paused seeks whose target moves while they are decoded.
extension VideoDecodeLoop {
  /// Whether a speculative start is in progress.
  var isAhead: Bool { plan?.isSpeculative == true && landing?.hasLanded == false }

  /// The scrub position, if it belongs to the current start.
  private var wish: CMTime? {
    guard let plan, !plan.isSpeculative else { return nil }
    return visited.wish.flatMap { $0.epoch == plan.epoch ? $0.time : nil } ?? adopted
  }

  /// The scrub position, if it is before the target of the current start.
  var movedHand: CMTime? {
    guard let wish, let plan, wish < plan.target else { return nil }
    return wish
  }

  /// Takes over a speculative start for a paused seek whose target is before that of the start, perhaps already passed
  /// by the decoder.
  func adopt(_ plan: PipelineStart) {
    timeline.begin(epoch: plan.epoch, generation: plan.generation, isReverse: false)
    let isUnderWay = isAhead
    self.plan = plan
    adopted = plan.target
    if !isUnderWay { pass(plan) }
  }

  /// Ends a start that was taken over when no more packets follow: at its new target or without a frame.
  func endAdopted() {
    guard adopted != nil, let plan, landing?.hasLanded == false else { return }
    takeDetour()
    if !isOver, detour?.hasTurned != true { pass(plan) }
  }

  private func pass(_ plan: PipelineStart) {
    isOver = true
    report(.passed(epoch: plan.epoch))
  }

  /// Retargets or abandons the paused seek in progress if the scrub position has moved.
  func takeDetour() {
    guard landing?.hasLanded == false, let plan, let wish else { return }
    switch detour?.advice(wish: wish, upcoming: { [queue] in queue.upcoming }) {
    case nil, .goOn: break
    case .land(let target, let cover):
      landing?.move(to: target)
      self.cover = cover
    case .passed:
      // Otherwise the screen would show nothing new until scrubbing pauses.
      guard adopted != nil || visited.picture(near: wish) != nil else { return }
      pass(plan)
    }
  }

  /// Whether a packet not needed for the original target is also not needed for the current one, nor for the cache.
  func isDispensable(_ packet: Packet) -> Bool {
    if detour?.hasTurned == true, packet.presentationTime == cover { return false }
    guard let plan, let keeps = plan.keeps, packet.presentationTime.isNumeric else { return true }
    return !keeps.keeps(packet.presentationTime, before: landing?.target ?? plan.target, hand: movedHand)
  }

  /// Ends a retargeted seek after all packets for its target have been sent.
  func endDetour(_ decoder: inout VideoDecoder) {
    decoder.drain()
    receive(&decoder)
    land(isDrained: true)
    isOver = true
  }
}
