import CoreMedia
import PlayheadFFmpeg

/// Stills whose hand moves on while they are decoded.
extension VideoDecodeLoop {
  /// The still that is under way may have become of no interest.
  func takeDetour() {
    guard landing?.hasLanded == false, let plan, let wish = visited.wish, wish.epoch == plan.epoch else { return }
    switch detour?.advice(wish: wish.time, upcoming: { [queue] in queue.upcoming }) {
    case nil, .goOn: break
    case .land(let target, let cover):
      landing?.move(to: target)
      self.cover = cover
    case .passed:
      // Otherwise nothing would be seen until the decoder has come to rest.
      guard visited.picture(near: wish.time) != nil else { return }
      isOver = true
      report(.passed(epoch: plan.epoch))
    }
  }

  /// Whether a picture that is not needed for the still it was read for is not needed for the one of now either, nor to be kept.
  func isDispensable(_ packet: Packet) -> Bool {
    if detour?.hasTurned == true, packet.presentationTime == cover { return false }
    guard let plan, let keeps = plan.keeps, packet.presentationTime.isNumeric else { return true }
    let wish = visited.wish.flatMap { $0.epoch == plan.epoch ? $0.time : nil }
    return !keeps.keeps(packet.presentationTime, before: landing?.target ?? plan.target, wish: wish)
  }

  /// Everything is in for the still that is wanted by now.
  func endDetour(_ decoder: inout VideoDecoder) {
    decoder.drain()
    receive(&decoder)
    land(isDrained: true)
    isOver = true
  }
}
