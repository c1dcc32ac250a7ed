import CoreMedia
import PlayheadFFmpeg
import PlayheadMedia

/// Decodes a GOP for reverse playback in parts whose frames fit into the budget, the latest part first.
struct ReverseGroupDecoder {
  /// The bytes of decoded frames that reverse playback may use.
  private let byteLimit: Int

  /// Bytes of a 1080p frame in 4:2:0, for the first part, before the frame size is known.
  private static let usualFrameBytes = 3 << 20

  /// Creates a decoder with a budget in bytes.
  init(byteLimit: Int) { self.byteLimit = byteLimit }

  /// The parts of a GOP, the latest first. `frameBytes`: the size of a frame; nil if unknown.
  func parts(of group: ReverseGroup, frameBytes: Int?) -> [Range<CMTime>] {
    // A tenth is reserved for frames of the previous part that are not yet shown.
    let count = byteLimit / max(1, frameBytes ?? Self.usualFrameBytes) * 9 / 10
    return group.parts(of: max(4, group.doublesRate ? count / 2 : count))
  }

  /// Decodes the frames of one part. Frames that only other parts need are not decoded.
  ///
  /// Blocks while the timeline is full. A newer start ends it early.
  ///
  /// - Parameters:
  ///   - part: One of the parts of the group.
  ///   - decoder: The decoder, which is flushed before and drained afterwards.
  ///   - output: The writer whose timeline must have capacity for each frame.
  ///   - former: Receives the frames that a decoder still holds when the parameters of the packets change.
  /// - Returns: The frames in presentation order; empty if the group is obsolete.
  func frames(
    of part: Range<CMTime>, in group: ReverseGroup, _ decoder: VideoPacketDecoder, output: TimelineWriter,
    former: (VideoFrame) -> Void
  ) -> [VideoFrame] {
    var frames: [VideoFrame] = []
    decoder.begin(group)
    for packet in group.packets {
      guard !output.isObsolete else { return [] }
      decoder.change(to: packet.parameters, output: former)
      if packet.decodeTime.isNumeric, packet.decodeTime >= part.upperBound + group.context { break }
      let isOutside = !group.needs(packet, for: part)
      do throws(FFmpegError) {
        while try !decoder.send(packet, skipsNonReference: isOutside) { try collect(part, decoder, output, &frames) }
        try collect(part, decoder, output, &frames)
      } catch {
        decoder.tolerate(error)
      }
    }
    decoder.noteLastPacket()
    drain(part, decoder, output, &frames)
    return frames.sorted { $0.presentationTime < $1.presentationTime }
  }

  /// Collects the frames that a drained decoder outputs. An error costs its own frame: others may follow.
  private func drain(
    _ part: Range<CMTime>, _ decoder: VideoPacketDecoder, _ output: TimelineWriter, _ frames: inout [VideoFrame]
  ) {
    for _ in 0..<VideoPacketDecoder.threads {
      do throws(FFmpegError) {
        return try collect(part, decoder, output, &frames)
      } catch {
        decoder.tolerate(error)
      }
    }
  }

  /// Appends the available frames of a part, and waits for capacity in the timeline before each. Other frames are
  /// dropped.
  private func collect(
    _ part: Range<CMTime>, _ decoder: VideoPacketDecoder, _ output: TimelineWriter, _ frames: inout [VideoFrame]
  ) throws(FFmpegError) {
    while let frame = try decoder.receive() {
      guard part.contains(frame.presentationTime) else { continue }
      output.waitForCapacity(adding: frames.reduce(0) { $0 + $1.byteCount })
      // A group has more frames than a device has buffers.
      frame.leaveDevice()
      frames.append(frame)
    }
  }
}
