import CoreMedia
import PlayheadFFmpeg

/// The choice of the decoder instance in use.
extension VideoDecodeLoop {
  /// Before a start the decoder in use goes into the pool, resumes, or is flushed; or a pooled decoder replaces it.
  func place(_ element: PipelineElement, _ seat: inout PooledDecoder) throws(FFmpegError) {
    switch element {
    case .begin(let plan, _) where plan.way == .fresh:
      if plan.parks, park(seat) { seat = try PooledDecoder(parameters, self.parked.memory) }
      spare = []
      footing = DecoderPosition()
    case .begin(let plan, _) where plan.way == .onward: footing.goesOn()
    case .seat(let parked):
      if plan?.parks == true { _ = park(seat) }
      detour?.resume(parked.place)
      seat = parked.seat
      parameters = seat.parameters
      spare = seat.spare
      seat.spare = []
      footing = DecoderPosition(parked.place)
    default: break
    }
  }

  /// Puts the decoder in use into the pool. Returns false if it has no position from which it could resume.
  private func park(_ seat: PooledDecoder) -> Bool {
    if isAhead, let latest {
      // Interrupted before it reached its target.
      spare = [latest]
      footing.stands(behind: latest.presentationTime)
    }
    // Without the shared frame memory, each decoder would hold as many frames as are cached.
    guard seat.decoder.sharesMemory, seat.parameters === parameters, let place = footing.place,
      let picture = spare.first
    else { return false }
    seat.spare = spare
    parked.park(seat, at: place, pictureBytes: picture.byteCount)
    return true
  }
}
