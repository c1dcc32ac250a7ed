import CoreMedia
import PlayheadFFmpeg

/// Stills whose hand moves on while they are decoded.
extension VideoDecodeLoop {
  /// The still that is under way may have become of no interest.
  func takeDetour() {
    guard landing?.hasLanded == false, let plan, let wish = visited.wish, wish.epoch == plan.epoch else { return }
    switch detour?.advice(wish: wish.time, upcoming: { [queue] in queue.upcoming }) {
    case nil, .goOn: break
    case .land(let target, let cover, let keepsFrom):
      landing?.move(to: target)
      self.cover = cover
      if plan.keepsFrom != nil { self.plan?.keepsFrom = keepsFrom }
    case .passed:
      // Otherwise nothing would be seen until the decoder has come to rest.
      guard visited.picture(near: wish.time) != nil else { return }
      isOver = true
      report(.passed(epoch: plan.epoch))
    }
  }

  /// Whether a picture that was not needed for the still is not needed by now either.
  func isDispensable(_ packet: Packet) -> Bool {
    guard let detour, detour.hasTurned else { return true }
    return packet.presentationTime != cover && packet.presentationTime < plan?.keepsFrom ?? .positiveInfinity
  }

  /// Everything is in for the still that is wanted by now.
  func endDetour(_ decoder: inout VideoDecoder) {
    decoder.drain()
    receive(&decoder)
    land(isDrained: true)
    isOver = true
  }
}
