import CoreMedia
import PlayheadFFmpeg

/// Disabled video: packets are retained instead of decoded.
extension VideoDecodeLoop {
  /// Whether decoding can stop: video is disabled, and playback needs no further frame to begin.
  var canRest: Bool { plan?.mode == .flow && landing?.hasLanded == true && isPrimed && !isWanted() }

  /// Retains a packet instead of decoding it, at the pace of playback.
  func rest(on packet: Packet) {
    if resting == nil {
      resting = DisabledVideoBuffer(limit: restingByteLimit)
      restsAtEnd = false
      timeline.rest()
    }
    resting?.take(packet)
    guard packet.decodeTime.isNumeric else { return }
    let due = packet.decodeTime.nanoseconds - Self.restingLead
    while !isClosed(), !queue.holdsNewerStart, !isWanted(), timeline.clock.nanoseconds(at: clock.now) < due {
      gate.wait(until: timeline.clock.hostTime(ofMedia: due, now: clock.now))
    }
  }

  /// About as far ahead as decoded frames usually are.
  private static let restingLead: Int64 = 500_000_000

  /// Decodes the retained packets when video is enabled again, and catches up with those that are late.
  func wake(_ decoder: inout VideoDecoder) {
    guard let kept = resting, isWanted() else { return }
    resting = nil
    timeline.wakeUp()
    isCatchingUp = true
    if kept.beginsAnew, let first = kept.packets.first { decoder.flush(startingAt: first.presentationTime) }
    for packet in kept.packets {
      guard !isClosed(), !queue.holdsNewerStart else { return }
      change(to: packet.parameters, &decoder)
      decode(packet, skipsNonReference: lag(of: packet) ?? 0 > OverloadPolicy.lateness, &decoder)
    }
    guard restsAtEnd else { return }
    decoder.drain()
    receive(&decoder)
  }

  /// Whether a frame's time has passed, so that it was only decoded as a reference. Ends with the first frame that is
  /// due later.
  func isOverBeforeSeen(_ frame: VideoFrame) -> Bool {
    guard isCatchingUp else { return false }
    isCatchingUp = frame.endTime.nanoseconds <= timeline.clock.nanoseconds(at: clock.now)
    return isCatchingUp
  }
}
