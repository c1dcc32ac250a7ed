import CoreMedia
import PlayheadFFmpeg

/// Playing backward: a group of pictures is decoded in parts, and each part shown from its end on.
extension VideoDecodeLoop {
  func showBackward(_ group: ReverseGroup, _ decoder: inout VideoDecoder) {
    guard let plan else { return }
    let pictureBytes = max(1, timeline.pictureBytes ?? Self.usualPictureBytes)
    // A tenth is left for pictures of the part before that are still to be seen.
    for part in group.parts(of: max(4, reverseByteLimit / pictureBytes * 9 / 10)) {
      guard !isClosed(), !queue.holdsNewerStart else { return }
      let frames = decodePart(part, of: group, &decoder)
      for frame in frames.reversed() {
        insert(frame, plan, waits: false)
        if landing?.hasLanded == false {
          _ = landing?.finish()
          report(.landed(epoch: plan.epoch, time: plan.target, isDrained: false))
        }
      }
      prime()
    }
  }

  /// Of a picture of 1080p, for a first part whose size nobody knows yet.
  private static let usualPictureBytes = 3 << 20

  /// Decodes the pictures of one part, in order of time. What only other parts need is not decoded.
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

  /// An error costs its own frame: others may follow it.
  private func drain(_ part: Range<CMTime>, _ decoder: inout VideoDecoder, _ frames: inout [VideoFrame]) {
    for _ in 0..<Self.threads {
      do throws(FFmpegError) {
        return try collect(part, &decoder, &frames)
      } catch {
        tolerate(error)
      }
    }
  }

  private func collect(
    _ part: Range<CMTime>, _ decoder: inout VideoDecoder, _ frames: inout [VideoFrame]
  ) throws(FFmpegError) {
    while let frame = try decoder.receive() {
      guard part.contains(frame.presentationTime) else { continue }
      waitForRoom(besides: frames.reduce(0) { $0 + $1.byteCount })
      frames.append(frame)
    }
  }
}
