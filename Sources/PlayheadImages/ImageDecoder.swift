import CoreMedia
import PlayheadFFmpeg
import PlayheadMedia
import PlayheadPipeline

/// Decodes groups of requests and converts their frames to images.
final class ImageDecoder: @unchecked Sendable {
  // Sendable: used by one thread at a time, the one that took it out of its batch.
  /// Receives a request and its image, in the order of the times.
  typealias Found = (ImagePlan.Request, ExtractedImage) -> Void

  let codecName: String
  /// The decoder, which is flushed before each pass.
  private var decoder: VideoDecoder
  /// Converts frames to images.
  private let maker: ImageConverter
  private let threads: Int
  /// The parameters of the last packets decoded: in a stream they may change midway.
  private var parameters: StreamParameters
  /// Finds the frames of the current forward pass.
  private var frames = CoveringFrameSelector([])
  /// The newest image of a forward pass, and the time of its frame.
  private var made: (time: CMTime, extracted: ExtractedImage)?
  /// The last sync sample that was decoded on its own.
  private var lastSyncImage: (time: CMTime, extracted: ExtractedImage)?
  /// The last error, for requests that get no image.
  private(set) var failure: FFmpegError?

  /// Opens a decoder for the images of one batch. All of them have the same request.
  ///
  /// - Parameter aperture: The clean aperture that the container specifies; nil: none.
  /// - Throws: `FFmpegError` if there is no decoder for the codec, or it cannot be opened.
  init(
    _ parameters: StreamParameters, aperture: CleanAperture?, request: ImageRequest, threads: Int
  ) throws(FFmpegError) {
    codecName = parameters.track.codecName
    self.parameters = parameters
    self.threads = threads
    decoder = try VideoDecoder(parameters, threads: threads)
    maker = ImageConverter(request, aperture: aperture)
  }

  // MARK: Sync samples

  /// The image of a sync sample, decoded on its own; nil if that yields no frame.
  ///
  /// An error is recorded in `failure`. The same sync sample is decoded only once in a row.
  func image(of packet: Packet) -> ExtractedImage? {
    let time = packet.presentationTime.isNumeric ? packet.presentationTime : packet.decodeTime
    if let lastSyncImage, time.isNumeric, lastSyncImage.time == time { return lastSyncImage.extracted }
    made = nil
    decoder.flush(startingAt: time.isNumeric ? time : .zero)
    do throws(FFmpegError) {
      _ = try adopt(packet.parameters)
      _ = try decoder.send(packet, skipsNonReference: false)
      decoder.drain()
      guard let frame = try decoder.receive(), let extracted = try image(of: frame) else { return nil }
      if time.isNumeric { lastSyncImage = (time, extracted) }
      return extracted
    } catch {
      failure = error
      return nil
    }
  }

  // MARK: Covering frames

  /// Starts a forward pass for requests that ascend.
  func begin(_ requests: [ImagePlan.Request]) {
    decoder.flush(startingAt: .zero)
    frames = CoveringFrameSelector(requests)
    made = nil
    failure = nil
  }

  /// Decodes the next packet. Returns false when all requests are answered.
  ///
  /// - Parameter found: Called for each request that the decoded frames answer.
  func decode(_ packet: Packet, skipsNonReference: Bool, found: Found) -> Bool {
    do throws(FFmpegError) {
      if try adopt(packet.parameters, before: { () throws(FFmpegError) in try receive(found) }) { lastSyncImage = nil }
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
    for _ in 0..<VideoPacketDecoder.threads {
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

  /// Takes the frames that are ready, and answers the requests that they cover.
  private func receive(_ found: Found) throws(FFmpegError) {
    while !frames.isComplete, let frame = try decoder.receive() {
      for (request, frame) in frames.take(frame) { try answer(request, frame, found) }
    }
  }

  private func answer(_ request: ImagePlan.Request, _ frame: VideoFrame, _ found: Found) throws(FFmpegError) {
    guard let extracted = try image(of: frame) else {
      throw .outOfMemory(.convertFrame)
    }
    found(request, extracted)
  }

  /// The image of a frame. Requests covered by the same frame share it.
  private func image(of frame: VideoFrame) throws(FFmpegError) -> ExtractedImage? {
    if let made, made.time == frame.presentationTime { return made.extracted }
    guard let image = try maker.image(of: frame) else { return nil }
    // A frame cut by an edit starts where the timeline does.
    let extracted = ExtractedImage(image: image, time: max(.zero, frame.presentationTime))
    made = (frame.presentationTime, extracted)
    return extracted
  }
}
