import CoreMedia
import PlayheadFFmpeg
import PlayheadMedia

/// Reverse playback: a GOP is decoded in parts, and each part is shown from its last frame back.
extension VideoDecodeLoop {
  /// Decodes a GOP in parts that fit into the budget and shows each in reverse.
  func showReversed(_ group: ReverseGroup, _ decoder: inout VideoDecoder) {
    guard let plan else { return }
    let frameBytes = max(1, timeline.frameBytes ?? Self.usualFrameBytes)
    // A tenth is reserved for frames of the previous part that are not yet shown.
    for part in group.parts(of: max(4, reverseByteLimit / frameBytes * 9 / 10)) {
      guard !isClosed(), !queue.holdsNewerStart else { return }
      let frames = decodePart(part, of: group, &decoder)
      for frame in frames.reversed() {
        insert(frame, plan, waits: false)
        if frameSelector?.hasTargetFrame == false {
          _ = frameSelector?.finish()
          report(.targetReached(epoch: plan.epoch, time: plan.target, isDrained: false))
        }
      }
      prime()
    }
  }

  /// Bytes of a 1080p frame in 4:2:0, for the first part, before the frame size is known.
  private static let usualFrameBytes = 3 << 20

  /// Decodes the frames of one part, in presentation order. Frames that only other parts need are not decoded.
  private func decodePart(_ part: Range<CMTime>, of group: ReverseGroup, _ decoder: inout VideoDecoder) -> [VideoFrame]
  {
    var frames: [VideoFrame] = []
    decoder.flush(startingAt: group.lower)
    for packet in group.packets {
      guard !isClosed(), !queue.holdsNewerStart else { return [] }
      change(to: packet.parameters, &decoder)
      if packet.decodeTime.isNumeric, packet.decodeTime >= part.upperBound { break }
      let isOutside = packet.presentationTime.isNumeric && !part.contains(packet.presentationTime)
      do throws(FFmpegError) {
        while try !decoder.send(packet, skipsNonReference: isOutside) { try collect(part, &decoder, &frames) }
        try collect(part, &decoder, &frames)
      } catch {
        tolerate(error)
      }
    }
    decoder.drain()
    drain(part, &decoder, &frames)
    return frames.sorted { $0.presentationTime < $1.presentationTime }
  }

  /// Collects the frames that a drained decoder outputs.
  /// An error costs its own frame: others may follow.
  private func drain(_ part: Range<CMTime>, _ decoder: inout VideoDecoder, _ frames: inout [VideoFrame]) {
    for _ in 0..<Self.threads {
      do throws(FFmpegError) {
        return try collect(part, &decoder, &frames)
      } catch {
        tolerate(error)
      }
    }
  }

  /// Appends the available frames of a part, and waits for capacity in the timeline before each. Other frames are
  /// dropped.
  private func collect(
    _ part: Range<CMTime>, _ decoder: inout VideoDecoder, _ frames: inout [VideoFrame]
  ) throws(FFmpegError) {
    while let frame = try decoder.receive() {
      guard part.contains(frame.presentationTime) else { continue }
      waitForCapacity(adding: frames.reduce(0) { $0 + $1.byteCount })
      frames.append(frame)
    }
  }
}
