import CoreMedia
import PlayheadFFmpeg

/// Stills whose hand moves on while they are decoded.
extension VideoDecodeLoop {
  /// Whether something is under way that nobody asked for.
  var isAhead: Bool { plan?.isSpeculative == true && landing?.hasLanded == false }

  /// Where the hand is, if it is elsewhere than where the present start leads.
  private var wish: CMTime? {
    guard let plan, !plan.isSpeculative else { return nil }
    return visited.wish.flatMap { $0.epoch == plan.epoch ? $0.time : nil } ?? adopted
  }

  /// Where a hand is that has gone back since the present start began.
  var movedHand: CMTime? {
    guard let wish, let plan, wish < plan.target else { return nil }
    return wish
  }

  /// Somebody wants a still that lies on the way of what nobody asked for, perhaps where the decoder has been already.
  func adopt(_ plan: PipelineStart) {
    timeline.begin(epoch: plan.epoch, generation: plan.generation, isReverse: false)
    let isUnderWay = isAhead
    self.plan = plan
    adopted = plan.target
    if !isUnderWay { pass(plan) }
  }

  /// No more packets come for what was taken over: it ends where it is wanted or not at all.
  func endAdopted() {
    guard adopted != nil, let plan, landing?.hasLanded == false else { return }
    takeDetour()
    if !isOver, detour?.hasTurned != true { pass(plan) }
  }

  private func pass(_ plan: PipelineStart) {
    isOver = true
    report(.passed(epoch: plan.epoch))
  }

  /// The still that is under way may have become of no interest.
  func takeDetour() {
    guard landing?.hasLanded == false, let plan, let wish else { return }
    switch detour?.advice(wish: wish, upcoming: { [queue] in queue.upcoming }) {
    case nil, .goOn: break
    case .land(let target, let cover):
      landing?.move(to: target)
      self.cover = cover
    case .passed:
      // Otherwise nothing would be seen until the decoder has come to rest.
      guard adopted != nil || visited.picture(near: wish) != nil else { return }
      pass(plan)
    }
  }

  /// Whether a picture that is not needed for the still it was read for is not needed for the one of now either, nor to be kept.
  func isDispensable(_ packet: Packet) -> Bool {
    if detour?.hasTurned == true, packet.presentationTime == cover { return false }
    guard let plan, let keeps = plan.keeps, packet.presentationTime.isNumeric else { return true }
    return !keeps.keeps(packet.presentationTime, before: landing?.target ?? plan.target, hand: movedHand)
  }

  /// Everything is in for the still that is wanted by now.
  func endDetour(_ decoder: inout VideoDecoder) {
    decoder.drain()
    receive(&decoder)
    land(isDrained: true)
    isOver = true
  }
}
