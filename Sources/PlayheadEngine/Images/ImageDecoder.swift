import CoreMedia
import PlayheadFFmpeg

/// Decodes groups of requests and converts their frames to images.
final class ImageDecoder: @unchecked Sendable {
  // Sendable: used by one thread at a time, the one that took it out of its batch.
  typealias Found = (ImagePlan.Request, ExtractedImage) -> Void

  let codecName: String
  private var decoder: VideoDecoder
  private let maker: ImageMaker
  private let threads: Int
  /// The parameters of the last packets decoded: in a stream they may change midway.
  private var parameters: StreamParameters
  private var frames = CoveringFrames([])
  /// The newest image of a forward pass, and the time of its frame.
  private var made: (time: CMTime, picture: ExtractedImage)?
  /// The last sync sample that was decoded on its own.
  private var alone: (time: CMTime, picture: ExtractedImage)?
  /// The last error, for requests that get no image.
  private(set) var failure: FFmpegError?

  init(
    _ parameters: StreamParameters, aperture: CleanAperture?, wish: ImageRequest, threads: Int
  ) throws(FFmpegError) {
    codecName = parameters.track.codecName
    self.parameters = parameters
    self.threads = threads
    decoder = try VideoDecoder(parameters, threads: threads)
    maker = ImageMaker(wish, aperture: aperture)
  }

  // MARK: Sync samples

  /// The image of a sync sample, decoded on its own; nil if that yields no frame.
  func picture(of packet: Packet) -> ExtractedImage? {
    let time = packet.presentationTime.isNumeric ? packet.presentationTime : packet.decodeTime
    if let alone, time.isNumeric, alone.time == time { return alone.picture }
    made = nil
    decoder.flush(startingAt: time.isNumeric ? time : .zero)
    do throws(FFmpegError) {
      _ = try adopt(packet.parameters)
      _ = try decoder.send(packet, skipsNonReference: false)
      decoder.drain()
      guard let frame = try decoder.receive(), let picture = try picture(of: frame) else { return nil }
      if time.isNumeric { alone = (time, picture) }
      return picture
    } catch {
      failure = error
      return nil
    }
  }

  // MARK: Covering frames

  /// Starts a forward pass for requests that ascend.
  func begin(_ requests: [ImagePlan.Request]) {
    decoder.flush(startingAt: .zero)
    frames = CoveringFrames(requests)
    made = nil
    failure = nil
  }

  /// Decodes the next packet. Returns false when all requests are answered.
  func decode(_ packet: Packet, skipsNonReference: Bool, found: Found) -> Bool {
    do throws(FFmpegError) {
      if try adopt(packet.parameters, before: { () throws(FFmpegError) in try receive(found) }) { alone = nil }
      while try !decoder.send(packet, skipsNonReference: skipsNonReference) { try receive(found) }
      try receive(found)
    } catch {
      // A corrupt packet affects its own frame only.
      failure = error
    }
    return !frames.isComplete
  }

  /// Reopens the decoder if a packet brings incompatible parameters. `before`: receives the remaining frames of the old
  /// one.
  private func adopt(
    _ new: StreamParameters?, before: () throws(FFmpegError) -> Void = {}
  ) throws(FFmpegError) -> Bool {
    guard let new, new !== parameters else { return false }
    defer { parameters = new }
    guard !new.continues(parameters) else { return false }
    decoder.drain()
    try before()
    decoder = try VideoDecoder(new, threads: threads)
    return true
  }

  /// Drains the decoder after the last packet. Returns the requests without a frame.
  func finish(found: Found) -> [ImagePlan.Request] {
    decoder.drain()
    // An error affects its own frame: others may follow it.
    for _ in 0..<VideoDecodeLoop.threads {
      do throws(FFmpegError) {
        try receive(found)
        break
      } catch {
        failure = error
      }
    }
    do throws(FFmpegError) {
      for (request, frame) in frames.finish() { try answer(request, frame, found) }
    } catch {
      failure = error
    }
    return frames.unanswered
  }

  private func receive(_ found: Found) throws(FFmpegError) {
    while !frames.isComplete, let frame = try decoder.receive() {
      for (request, frame) in frames.take(frame) { try answer(request, frame, found) }
    }
  }

  private func answer(_ request: ImagePlan.Request, _ frame: VideoFrame, _ found: Found) throws(FFmpegError) {
    guard let picture = try picture(of: frame) else {
      throw .outOfMemory(.convertPicture)
    }
    found(request, picture)
  }

  /// The image of a frame. Requests covered by the same frame share it.
  private func picture(of frame: VideoFrame) throws(FFmpegError) -> ExtractedImage? {
    if let made, made.time == frame.presentationTime { return made.picture }
    guard let image = try maker.image(of: frame) else { return nil }
    // A frame cut by an edit starts where the timeline does.
    let picture = ExtractedImage(image: image, time: max(.zero, frame.presentationTime))
    made = (frame.presentationTime, picture)
    return picture
  }
}
