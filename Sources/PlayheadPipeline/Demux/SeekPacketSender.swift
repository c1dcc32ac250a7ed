import CoreMedia
import PlayheadFFmpeg

/// Sends the video packets of a start to the decoder, and holds those whose decoding `SeekPacketFilter` has not decided
/// yet.
///
///     packet ─► received before? ─► target frame undecided? ─► held ─► sent: full or skipped
///                 └─► dropped          └─► sent, counted as the tail of the seek
///
/// Belongs to the reader thread.
struct SeekPacketSender {
  /// The effect of a packet on the seek.
  enum Effect: Equatable {
    /// Nothing was decided.
    case none
    /// The frame at the target has become known, and the packets that it needs were sent.
    case frameKnown
    /// The packet was the last one of the tail.
    case tailSent
  }

  /// Decides about the packets before the frame at the target; nil once that is known.
  private var filter: SeekPacketFilter?
  /// The packets whose decoding `filter` has not decided yet, in decode order.
  private var held: [Packet] = []
  /// The resuming decoder has already received packets up to this decode time.
  private var sentThrough: CMTime?
  /// The number of packets still to be sent after those that a paused seek needs, so that the decoder outputs its frame
  /// without being drained; nil: none.
  private var tail: Int?

  /// Whether the frame at the target is not known yet.
  var isDeciding: Bool { filter != nil }
  /// Whether no packet is held, and none will be.
  var isSettled: Bool { filter == nil && held.isEmpty }

  /// Begins a seek. `target`: nil if packets are sent as they come; `known`: the presentation times of packets that the
  /// decoder has already received.
  mutating func begin(target: CMTime?, known: [CMTime]) {
    tail = nil
    filter = target.map { SeekPacketFilter(target: $0, known: known) }
  }

  /// Drops the packets up to a decode time, which the decoder has already received.
  mutating func skip(through decodeTime: CMTime) { sentThrough = decodeTime }

  /// Whether the decoder has not received a packet yet. Called once for each packet, in decode order.
  mutating func isUnsent(_ packet: Packet) -> Bool {
    guard let sent = sentThrough else { return true }
    guard packet.decodeTime.isNumeric, packet.decodeTime > sent else { return false }
    sentThrough = nil
    return true
  }

  /// Sends or holds a packet.
  ///
  /// - Parameter endsAtFrame: Whether no packet after the frame at the target is needed.
  mutating func send(_ packet: Packet, to queue: PacketQueue, endsAtFrame: Bool) -> Effect {
    guard filter != nil else {
      queue.push(.packet(packet, skipsNonReference: false))
      guard let left = tail else { return .none }
      tail = left > 1 ? left - 1 : nil
      return left > 1 ? .none : .tailSent
    }
    held.append(packet)
    if filter?.record(packet.packetTimes) == true {
      releaseAll(to: queue, endsAtFrame: endsAtFrame)
      return .frameKnown
    }
    release(to: queue)
    return .none
  }

  /// Makes the best candidate the frame at the target, because no earlier frame can follow, and sends the held packets.
  mutating func settle(to queue: PacketQueue, endsAtFrame: Bool) {
    filter?.settle()
    releaseAll(to: queue, endsAtFrame: endsAtFrame)
  }

  /// Sets the number of packets to send after those that the seek needs; none if it is not positive.
  mutating func beginTail(_ count: Int) { tail = count > 0 ? count : nil }

  /// Ends the tail: no packets follow.
  mutating func endTail() { tail = nil }

  /// Releases held packets, in order, up to the first undecided one.
  private mutating func release(to queue: PacketQueue) {
    while let packet = held.first, let skips = filter?.decision(packet.packetTimes) {
      queue.push(.packet(packet, skipsNonReference: skips))
      held.removeFirst()
    }
  }

  /// Releases the held packets once the frame at the target is known.
  private mutating func releaseAll(to queue: PacketQueue, endsAtFrame: Bool) {
    defer {
      held = []
      filter = nil
    }
    guard let frameTime = filter?.frameTime else {
      // Every frame is after the target: the first one is shown.
      for packet in held { queue.push(.packet(packet, skipsNonReference: false)) }
      return
    }
    queue.push(.frameTime(frameTime))
    for packet in held {
      let isTargetFrame = packet.presentationTime == frameTime
      let skips = !isTargetFrame && packet.presentationTime <= frameTime
      queue.push(.packet(packet, skipsNonReference: skips))
      if isTargetFrame, endsAtFrame { break }
    }
  }
}
