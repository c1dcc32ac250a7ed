import CoreMedia
import PlayheadFFmpeg
import PlayheadMedia

/// Disabled video: packets are retained instead of decoded.
extension VideoDecodeLoop {
  /// Whether decoding can stop: video is disabled, and playback needs no further frame to begin.
  var canSkipDecoding: Bool {
    plan?.mode == .playback && frameSelector?.hasTargetFrame == true && isPrimed && !isVideoEnabled()
  }

  /// Retains a packet instead of decoding it, at the pace of playback.
  ///
  /// Blocks until the packet is due, video is enabled again, or a newer start is queued.
  func retain(_ packet: Packet) {
    if disabledBuffer == nil {
      disabledBuffer = DisabledVideoBuffer(limit: disabledByteLimit)
      disabledToEnd = false
      timeline.disable()
    }
    disabledBuffer?.take(packet)
    guard packet.decodeTime.isNumeric else { return }
    let due = packet.decodeTime.nanoseconds - Self.disabledLead
    while !isClosed(), !queue.holdsNewerStart, !isVideoEnabled(), timeline.clock.nanoseconds(at: clock.now) < due {
      gate.wait(until: timeline.clock.hostTime(ofMedia: due, now: clock.now))
    }
  }

  /// About as far ahead as decoded frames usually are.
  /// In nanoseconds.
  private static let disabledLead: Int64 = 500_000_000

  /// Decodes the retained packets when video is enabled again, and catches up with those that are late.
  func decodeRetained(_ decoder: inout VideoDecoder) {
    guard let retained = disabledBuffer, isVideoEnabled() else { return }
    disabledBuffer = nil
    timeline.enable()
    isCatchingUp = true
    if retained.startsWithSyncSample, let first = retained.packets.first {
      decoder.flush(startingAt: first.presentationTime)
    }
    for packet in retained.packets {
      guard !isClosed(), !queue.holdsNewerStart else { return }
      change(to: packet.parameters, &decoder)
      decode(packet, skipsNonReference: lag(of: packet) ?? 0 > OverloadPolicy.lateness, &decoder)
    }
    guard disabledToEnd else { return }
    decoder.drain()
    receive(&decoder)
  }

  /// Whether a frame's time has passed, so that it was only decoded as a reference. Ends with the first frame that is
  /// due later.
  func isOnlyReference(_ frame: VideoFrame) -> Bool {
    guard isCatchingUp else { return false }
    isCatchingUp = frame.endTime.nanoseconds <= timeline.clock.nanoseconds(at: clock.now)
    return isCatchingUp
  }
}
