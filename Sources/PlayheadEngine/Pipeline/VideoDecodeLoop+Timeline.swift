import CoreMedia
import Foundation
import PlayheadFFmpeg

/// Inserts frames into the timeline while its capacity lasts.
extension VideoDecodeLoop {
  /// Reports once that enough frames are ready to start playback.
  func prime() {
    guard let plan, !isPrimed else { return }
    isPrimed = true
    report(.videoPrimed(epoch: plan.epoch))
  }

  /// Waits for capacity, then inserts the frame. A newer start or the end of the item ends the wait.
  func insert(_ frame: VideoFrame, _ plan: PipelineStart, waits: Bool = true) {
    guard !plan.isSpeculative, !isOverBeforeSeen(frame) else { return }
    let newShape = DecodedFrameShape(frame)
    if newShape != shape {
      shape = newShape
      report(.pictureShape(newShape))
    }
    if plan.mode != .reverse { lastEnd = max(lastEnd ?? frame.endTime, frame.endTime) }
    if waits { waitForRoom() }
    _ = timeline.insert(frame, epoch: plan.epoch)
  }

  /// Waits until the timeline has capacity. `besides`: bytes of frames that are not in the timeline yet.
  func waitForRoom(besides bytes: Int = 0) {
    while !isClosed(), !queue.holdsNewerStart {
      let now = clock.now
      let room = timeline.makeRoom(at: now, besides: bytes)
      if !room.hasRoom { prime() }
      let pause = plan.flatMap { opening.nextLook(with: timeline.count(epoch: $0.epoch), at: now) }
      if room.hasRoom, pause == nil { break }
      gate.wait(until: room.hasRoom ? pause : room.at)
    }
  }
}
