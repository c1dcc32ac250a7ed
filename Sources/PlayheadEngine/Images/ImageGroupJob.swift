import CoreMedia
import PlayheadFFmpeg

/// Serves one group of requests: reads what is needed while the file is its own, and decodes it when it is not any more.
struct ImageGroupJob {
  let batch: ImageBatch
  let group: ImagePlan.Group

  /// Packets of one walk that are read before any is decoded. Beyond it the file is kept, and decoding goes along with reading.
  private static let stashBytes = 32 << 20

  func run() {
    do throws(MediaError) {
      guard let decoder = try batch.takeDecoder() else { return }
      defer { batch.giveBack(decoder) }
      switch group.kind {
      case .sync: try showSyncSamples(decoder)
      case .covering: try walk(group.requests, decoder)
      }
    } catch {
      // Those that were answered before stay so.
      for request in group.requests { batch.answer(request.index, .failure(error)) }
    }
  }

  private func use<Result>(
    _ body: (FrameFile) throws(MediaError) -> Result
  ) throws(MediaError) -> Result? {
    try batch.extractor.withFile(for: batch.wish, isWanted: { batch.isWanted }, body)
  }

  // MARK: Sync samples

  private func showSyncSamples(_ decoder: ImageDecoder) throws(MediaError) {
    var last: (packet: Packet, picture: ExtractedImage)?
    for request in group.requests where batch.isWanted {
      // The index says that this is the same sync sample as before.
      if let last, let sync = group.syncTime, last.packet.presentationTime >= sync {
        batch.answer(request.index, .picture(last.picture))
        continue
      }
      let found = try use { (file) throws(MediaError) in
        let packet = try file.syncPacket(near: request.time) { batch.isWanted }
        return (packet, !file.tellsPresentation && !file.isTimeless)
      }
      guard let (packet, showsInFlow) = found else { return }
      guard !showsInFlow else {
        try walk([request], decoder, showsSyncSample: true)
        continue
      }
      guard let packet, isNear(packet, request.time), let picture = decoder.picture(of: packet) else {
        try walk([request], decoder)
        continue
      }
      let isNew = last?.picture.image !== picture.image
      last = (packet, picture)
      if isNew { batch.waitForRoom(for: group) }
      batch.answer(request.index, .picture(picture), bytes: isNew ? picture.bytes : 0)
    }
  }

  /// Whether a sync sample may stand for a time: within the tolerance, and not hidden before the beginning.
  private func isNear(_ packet: Packet, _ time: CMTime) -> Bool {
    guard packet.presentationTime.isNumeric else { return batch.wish.toleranceBefore == .positiveInfinity }
    return packet.presentationTime >= .zero && packet.presentationTime >= time - batch.wish.toleranceBefore
  }

  // MARK: Walks

  /// `showsSyncSample`: instead of the covering pictures the sync sample before the first, which here only shows itself in the flow.
  private func walk(
    _ requests: [ImagePlan.Request], _ decoder: ImageDecoder, showsSyncSample: Bool = false
  ) throws(MediaError) {
    var last: ExtractedImage?
    // Whoever waits with the file in hand may keep it from the one he waits for.
    var holdsFile = true
    let found = { (request: ImagePlan.Request, picture: ExtractedImage) in
      let isNew = last?.image !== picture.image
      last = picture
      if isNew && !holdsFile { batch.waitForRoom(for: group) }
      batch.answer(request.index, .picture(picture), bytes: isNew ? picture.bytes : 0)
    }
    var stash: [(packet: Packet, skips: Bool)] = []
    let times = requests.map(\.time)
    try use { (file) throws(MediaError) in
      // The first picture that comes lies behind it, and so is the nearest.
      decoder.begin(
        showsSyncSample ? requests.map { .init(index: $0.index, time: .negativeInfinity) } : requests)
      stash = []
      // Where packets do not tell which of them is the last, decoding does.
      let limit = file.tellsPresentation ? Self.stashBytes : 0
      var bytes = 0
      let take = { (packet: Packet, skips: Bool) -> Bool in
        stash.append((packet, skips))
        bytes += packet.byteCount
        return bytes > limit ? decode(&stash, decoder, found) : true
      }
      if showsSyncSample {
        try file.walk(fromSyncNear: times[0], isWanted: { batch.isWanted }, take: take)
      } else {
        try file.walk(to: times, isWanted: { batch.isWanted }, take: take)
      }
    }
    holdsFile = false
    guard batch.isWanted else { return }
    if decode(&stash, decoder, found) { leave(decoder.finish(found: found), decoder) }
  }

  /// Empties the stash, so that packets are let go as soon as they are decoded. False when all requests are answered, or nobody
  /// wants them any more.
  private func decode(
    _ stash: inout [(packet: Packet, skips: Bool)], _ decoder: ImageDecoder, _ found: ImageDecoder.Found
  ) -> Bool {
    stash.reverse()
    while let (packet, skips) = stash.popLast() {
      guard batch.isWanted, decoder.decode(packet, skipsNonReference: skips, found: found) else { return false }
    }
    return true
  }

  /// Requests without a picture get the reason.
  private func leave(_ requests: [ImagePlan.Request], _ decoder: ImageDecoder) {
    let url = batch.extractor.url
    for request in requests {
      let error =
        decoder.failure.map { MediaError(.decodeFailed(codec: decoder.codecName), url: url, cause: $0) }
        ?? MediaError(.noPicture(at: batch.times[request.index].seconds), url: url)
      batch.answer(request.index, .failure(error))
    }
  }
}

extension ExtractedImage {
  fileprivate var bytes: Int { image.bytesPerRow * image.height }
}
