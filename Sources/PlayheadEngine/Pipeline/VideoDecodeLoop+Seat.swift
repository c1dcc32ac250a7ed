import CoreMedia
import PlayheadFFmpeg

/// Which decoder is in use.
extension VideoDecodeLoop {
  /// Before a start the decoder in use is parked, goes on, or begins anew.
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

  /// False where it stands nowhere from which it could go on.
  private func park(_ seat: PooledDecoder) -> Bool {
    if isAhead, let latest {
      // Interrupted on its way.
      spare = [latest]
      footing.stands(behind: latest.presentationTime)
    }
    // With memory of its own each decoder would hold as many pictures as are kept.
    guard seat.decoder.sharesMemory, seat.parameters === parameters, let place = footing.place,
      let picture = spare.first
    else { return false }
    seat.spare = spare
    parked.park(seat, at: place, pictureBytes: picture.byteCount)
    return true
  }
}
