import CoreMedia
import PlayheadFFmpeg

/// Distributes packets to the decoders' queues.
extension DemuxLoop {
  /// Sends a packet to its track's consumer.
  ///
  /// Packets of tracks without a consumer, and those that were distributed before, are dropped. Video packets of a seek
  /// may be held until the frame at the target is known.
  func distribute(_ packet: Packet) {
    if packet.streamIndex == text.track { return text.take(packet) }
    if captionIntake?.take(packet) == true || metadata?.take(packet) == true { return }
    guard let queue = queues[packet.streamIndex], progress.isNew(packet) else { return }
    guard packet.streamIndex == videoIndex else {
      if plan?.mode == .playback { queue.push(.packet(packet, skipsNonReference: false)) }
      return
    }
    if plan?.mode == .pausedSeek { frameCache.record(packet.packetTimes) }
    if let sent = sentThrough {
      guard packet.decodeTime.isNumeric, packet.decodeTime > sent else { return }
      sentThrough = nil
    }
    collectCaptions(packet)
    scrub.noteSent(packet.presentationTime, decode: packet.decodeTime)
    if plan?.mode == .playback { notePlayback() }
    guard filter != nil else {
      queue.push(.packet(packet, skipsNonReference: false))
      if let left = tail {
        tail = left > 1 ? left - 1 : nil
        isIdle = left <= 1
      }
      return
    }
    heldPackets.append(packet)
    if filter?.record(packet.packetTimes) == true {
      settle(queue)
    } else {
      release(to: queue)
    }
  }

  /// Collects closed captions, which video packets may carry.
  func collectCaptions(_ packet: Packet) {
    if let found = closedCaptionIntake?.take(packet) { report(.closedCaptions(found)) }
  }

  /// Releases held packets, in order, up to the first undecided one.
  func release(to queue: PacketQueue) {
    while let packet = heldPackets.first, let skips = filter?.decision(packet.packetTimes) {
      queue.push(.packet(packet, skipsNonReference: skips))
      heldPackets.removeFirst()
    }
  }

  /// Releases the held packets once the frame at the target is known: a paused seek needs no packet after it.
  func settle(_ queue: PacketQueue) {
    guard let frameTime = filter?.frameTime else {
      // Every frame is after the target: the first one is shown.
      filter = nil
      for packet in heldPackets { queue.push(.packet(packet, skipsNonReference: false)) }
      heldPackets = []
      endPausedSeek(queue)
      return
    }
    queue.push(.frameTime(frameTime))
    for packet in heldPackets {
      let isTargetFrame = packet.presentationTime == frameTime
      let skips = !isTargetFrame && packet.presentationTime <= frameTime
      queue.push(.packet(packet, skipsNonReference: skips))
      // Frames to be cached may be decoded after the frame that follows them in presentation order.
      if isTargetFrame, let plan, plan.mode == .pausedSeek, !plan.reuse.leavesOpen, plan.reuse.retention == nil {
        break
      }
    }
    heldPackets = []
    filter = nil
    endPausedSeek(queue)
  }

  /// Ends a paused seek after all packets that it needs have been sent.
  func endPausedSeek(_ queue: PacketQueue) {
    guard let plan, plan.mode == .pausedSeek else { return }
    if plan.reuse.leavesOpen { return readTail() }
    queue.push(.drain)
    isIdle = true
  }

  /// Handles the end of the source.
  ///
  /// Reports it only for playback: the next item can then be prepared.
  func finish() {
    endTracks()
    if let plan, plan.mode == .playback, !plan.isSpeculative { report(.readEverything(epoch: plan.epoch)) }
  }

  /// Announces the end of all tracks: the decoders output what they hold.
  func endTracks() {
    if let videoIndex, let queue = queues[videoIndex], filter != nil {
      filter?.settle()
      settle(queue)
    }
    // A decoder cannot resume after the end.
    scrub.closeDecoder()
    tail = nil
    isIdle = true
    if plan?.isSpeculative == true { return }
    for (track, queue) in queues where progress.ends(track) { queue.push(.endOfStream) }
  }
}
