import CoreMedia
import PlayheadFFmpeg

/// Decodes groups of requests and makes their images.
final class ImageDecoder: @unchecked Sendable {
  // Sendable: used by one thread at a time, the one that took it out of its batch.
  typealias Found = (ImagePlan.Request, ExtractedImage) -> Void

  let codecName: String
  private var decoder: VideoDecoder
  private let maker: ImageMaker
  private let threads: Int
  /// Those of the packets that were decoded last: in a stream they may change on the way.
  private var parameters: StreamParameters
  private var frames = CoveringFrames([])
  /// The newest picture of a walk, and the time of its frame.
  private var made: (time: CMTime, picture: ExtractedImage)?
  /// The last sync sample that was decoded alone.
  private var alone: (time: CMTime, picture: ExtractedImage)?
  /// What went wrong last, for requests that get no picture.
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

  /// The picture of a sync sample, decoded without any other; nil where it cannot be seen alone.
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

  // MARK: Covering pictures

  /// Begins a walk forward for requests that ascend.
  func begin(_ requests: [ImagePlan.Request]) {
    decoder.flush(startingAt: .zero)
    frames = CoveringFrames(requests)
    made = nil
    failure = nil
  }

  /// Decodes the next packet. False when all requests are answered.
  func decode(_ packet: Packet, skipsNonReference: Bool, found: Found) -> Bool {
    do throws(FFmpegError) {
      if try adopt(packet.parameters, before: { () throws(FFmpegError) in try receive(found) }) { alone = nil }
      while try !decoder.send(packet, skipsNonReference: skipsNonReference) { try receive(found) }
      try receive(found)
    } catch {
      // A broken packet costs its own picture.
      failure = error
    }
    return !frames.isComplete
  }

  /// Decodes with other parameters from now on, if a packet brings such. `before`: what the old decoder still holds is taken.
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

  /// Everything that is needed is in: takes it out. Returns the requests that have no picture.
  func finish(found: Found) -> [ImagePlan.Request] {
    decoder.drain()
    // An error costs its own frame: others may follow it.
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

  /// Several requests may be covered by one picture: they share its image.
  private func picture(of frame: VideoFrame) throws(FFmpegError) -> ExtractedImage? {
    if let made, made.time == frame.presentationTime { return made.picture }
    guard let image = try maker.image(of: frame) else { return nil }
    // A picture that an edit cut in begins where the timeline does.
    let picture = ExtractedImage(image: image, time: max(.zero, frame.presentationTime))
    made = (frame.presentationTime, picture)
    return picture
  }
}
