import CoreMedia
import PlayheadFFmpeg
import PlayheadItems

/// Processes one group of requests: reads the packets while it owns the file, and decodes them after releasing it.
struct ImageGroupJob {
  /// The batch that receives the answers.
  let batch: ImageBatch
  let group: ImagePlan.Group

  /// The limit of packets read before any is decoded. Beyond it, decoding and reading alternate and the file stays
  /// owned.
  private static let stashBytes = 32 << 20

  /// Processes the group and answers its requests.
  func run() {
    do throws(MediaError) {
      guard let decoder = try batch.takeDecoder() else { return }
      defer { batch.returnDecoder(decoder) }
      switch group.kind {
      case .sync: try showSyncSamples(decoder)
      case .covering: try walk(group.requests, decoder)
      }
    } catch {
      // Requests that were answered before keep their answers.
      for request in group.requests { batch.answer(request.index, .failure(error)) }
    }
  }

  /// Calls `body` with exclusive access to the file; nil if the batch was cancelled.
  private func use<Result>(
    _ body: (FrameFile) throws(MediaError) -> Result
  ) throws(MediaError) -> Result? {
    try batch.extractor.withFile(for: batch.request, isActive: { batch.isActive }, body)
  }

  // MARK: Sync samples

  /// Answers requests with the sync samples before their times. Where none is near enough, the covering frame is
  /// decoded.
  private func showSyncSamples(_ decoder: ImageDecoder) throws(MediaError) {
    var last: (packet: Packet, extracted: ExtractedImage)?
    for request in group.requests where batch.isActive {
      // According to the index, this is the same sync sample as before.
      if let last, let sync = group.syncTime, last.packet.presentationTime >= sync {
        batch.answer(request.index, .image(last.extracted))
        continue
      }
      let found = try use { (file) throws(MediaError) in
        let packet = try file.syncPacket(near: request.time) { batch.isActive }
        return (packet, !file.hasUsablePresentationTimes && !file.isTimeless)
      }
      guard let (packet, showsInFlow) = found else { return }
      guard !showsInFlow else {
        try walk([request], decoder, showsSyncSample: true)
        continue
      }
      guard let packet, isNear(packet, request.time), let extracted = decoder.image(of: packet) else {
        try walk([request], decoder)
        continue
      }
      let isNew = last?.extracted.image !== extracted.image
      last = (packet, extracted)
      if isNew { batch.waitForCapacity(for: group) }
      batch.answer(request.index, .image(extracted), bytes: isNew ? extracted.bytes : 0)
    }
  }

  /// Whether a sync sample may answer a request: within the tolerance, and not hidden before the start.
  private func isNear(_ packet: Packet, _ time: CMTime) -> Bool {
    guard packet.presentationTime.isNumeric else { return batch.request.toleranceBefore == .positiveInfinity }
    return packet.presentationTime >= .zero && packet.presentationTime >= time - batch.request.toleranceBefore
  }

  // MARK: Walks

  /// Decodes the frames that cover the requests. `showsSyncSample`: uses the sync sample before the first request
  /// instead, for containers where its time is only known after decoding.
  private func walk(
    _ requests: [ImagePlan.Request], _ decoder: ImageDecoder, showsSyncSample: Bool = false
  ) throws(MediaError) {
    var last: ExtractedImage?
    // Waiting for capacity while owning the file could block the worker that produces the next answer.
    var holdsFile = true
    let found = { (request: ImagePlan.Request, extracted: ExtractedImage) in
      let isNew = last?.image !== extracted.image
      last = extracted
      if isNew && !holdsFile { batch.waitForCapacity(for: group) }
      batch.answer(request.index, .image(extracted), bytes: isNew ? extracted.bytes : 0)
    }
    var stash: [(packet: Packet, skips: Bool)] = []
    let times = requests.map(\.time)
    try use { (file) throws(MediaError) in
      // The first decoded frame is after the requested time, and so is the nearest.
      decoder.begin(
        showsSyncSample ? requests.map { .init(index: $0.index, time: .negativeInfinity) } : requests)
      stash = []
      // Without presentation times, only decoding shows which packet is the last.
      let limit = file.hasUsablePresentationTimes ? Self.stashBytes : 0
      var bytes = 0
      let take = { (packet: Packet, skips: Bool) -> Bool in
        stash.append((packet, skips))
        bytes += packet.byteCount
        return bytes > limit ? decode(&stash, decoder, found) : true
      }
      if showsSyncSample {
        try file.walk(fromSyncNear: times[0], isActive: { batch.isActive }, take: take)
      } else {
        try file.walk(to: times, isActive: { batch.isActive }, take: take)
      }
    }
    holdsFile = false
    guard batch.isActive else { return }
    if decode(&stash, decoder, found) { failRequests(decoder.finish(found: found), decoder) }
  }

  /// Decodes the stashed packets, releasing each one as soon as it is decoded. Returns false when all requests are
  /// answered or the batch was cancelled.
  private func decode(
    _ stash: inout [(packet: Packet, skips: Bool)], _ decoder: ImageDecoder, _ found: ImageDecoder.Found
  ) -> Bool {
    stash.reverse()
    while let (packet, skips) = stash.popLast() {
      guard batch.isActive, decoder.decode(packet, skipsNonReference: skips, found: found) else { return false }
    }
    return true
  }

  /// Answers requests without a frame with the cause.
  private func failRequests(_ requests: [ImagePlan.Request], _ decoder: ImageDecoder) {
    let url = batch.extractor.url
    for request in requests {
      let error =
        decoder.failure.map { MediaError(.decodeFailed(codec: decoder.codecName), url: url, cause: $0) }
        ?? MediaError(.noFrame(at: batch.times[request.index].seconds), url: url)
      batch.answer(request.index, .failure(error))
    }
  }
}

extension ExtractedImage {
  /// The memory of the pixels.
  fileprivate var bytes: Int { image.bytesPerRow * image.height }
}
