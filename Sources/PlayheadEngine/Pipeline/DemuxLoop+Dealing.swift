import CoreMedia
import PlayheadFFmpeg

/// Distributes packets to the decoders' queues.
extension DemuxLoop {
  /// Sends a packet to its track's consumer.
  func deal(_ packet: Packet) {
    if packet.streamIndex == text.track { return text.take(packet) }
    if intake?.take(packet) == true || metadata?.take(packet) == true { return }
    guard let queue = queues[packet.streamIndex], progress.isNew(packet) else { return }
    guard packet.streamIndex == videoIndex else {
      if plan?.mode == .flow { queue.push(.packet(packet, skipsNonReference: false)) }
      return
    }
    if plan?.mode == .still { visited.learn(packet.landingTimes) }
    if let given = givenThrough {
      guard packet.decodeTime.isNumeric, packet.decodeTime > given else { return }
      givenThrough = nil
    }
    lookInto(packet)
    scrub.dealt(packet.presentationTime, decode: packet.decodeTime)
    if plan?.mode == .flow { noteFlow() }
    guard filter != nil else {
      queue.push(.packet(packet, skipsNonReference: false))
      if let left = tail {
        tail = left > 1 ? left - 1 : nil
        isIdle = left <= 1
      }
      return
    }
    heldBack.append(packet)
    if filter?.see(packet.landingTimes) == true {
      settle(queue)
    } else {
      release(to: queue)
    }
  }

  /// Collects closed captions, which video packets may carry.
  func lookInto(_ packet: Packet) {
    if let found = closed?.take(packet) { report(.closedCaptions(found)) }
  }

  /// Releases held packets, in order, up to the first undecided one.
  func release(to queue: PacketQueue) {
    while let packet = heldBack.first, let skips = filter?.decision(packet.landingTimes) {
      queue.push(.packet(packet, skipsNonReference: skips))
      heldBack.removeFirst()
    }
  }

  /// Releases the held packets once the frame at the target is known: a paused seek needs no packet after it.
  func settle(_ queue: PacketQueue) {
    guard let cover = filter?.cover else {
      // Every frame is after the target: the first one is shown.
      filter = nil
      for packet in heldBack { queue.push(.packet(packet, skipsNonReference: false)) }
      heldBack = []
      endStill(queue)
      return
    }
    queue.push(.cover(cover))
    for packet in heldBack {
      let isCover = packet.presentationTime == cover
      let skips = !isCover && packet.presentationTime <= cover
      queue.push(.packet(packet, skipsNonReference: skips))
      // Frames to be cached may be decoded after the frame that follows them in presentation order.
      if isCover, let plan, plan.mode == .still, !plan.leavesOpen, plan.keeps == nil { break }
    }
    heldBack = []
    filter = nil
    endStill(queue)
  }

  /// Ends a paused seek after all packets that it needs have been sent.
  func endStill(_ queue: PacketQueue) {
    guard let plan, plan.mode == .still else { return }
    if plan.leavesOpen { return giveTail() }
    queue.push(.drain)
    isIdle = true
  }

  /// Handles the end of the source.
  func finish() {
    endTracks()
    if let plan, plan.mode == .flow, !plan.isSpeculative { report(.readEverything(epoch: plan.epoch)) }
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
