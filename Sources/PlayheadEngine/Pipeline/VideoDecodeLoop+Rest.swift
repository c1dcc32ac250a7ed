import CoreMedia
import PlayheadFFmpeg

/// Pictures that are switched off: they are not decoded.
extension VideoDecodeLoop {
  /// Once playing can begin nothing of the pictures is needed any more.
  var canRest: Bool { plan?.mode == .flow && landing?.hasLanded == true && isPrimed && !isWanted() }

  /// Keeps a packet instead of decoding it, and goes no faster than what is played.
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

  /// As far ahead as pictures that are decoded mostly are.
  private static let restingLead: Int64 = 500_000_000

  /// Decodes what has been kept, once pictures are wanted again. What is late by now is caught up with.
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

  /// Whether a picture is over by now and only decoded because others need it. Ends with the first that is not.
  func isOverBeforeSeen(_ frame: VideoFrame) -> Bool {
    guard isCatchingUp else { return false }
    isCatchingUp = frame.endTime.nanoseconds <= timeline.clock.nanoseconds(at: clock.now)
    return isCatchingUp
  }
}
