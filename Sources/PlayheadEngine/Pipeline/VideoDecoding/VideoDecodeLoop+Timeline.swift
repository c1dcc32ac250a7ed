import CoreMedia
import Foundation
import PlayheadMedia

/// Inserts frames into the timeline while its capacity lasts.
extension VideoDecodeLoop {
  /// Reports once that enough frames are ready to start playback.
  func prime() {
    guard let plan, !isPrimed else { return }
    isPrimed = true
    report(.videoPrimed(epoch: plan.epoch))
  }

  /// Waits for capacity, then inserts the frame. A newer start or the end of the item ends the wait.
  ///
  /// - Parameter waits: False where the caller has already waited for capacity.
  func insert(_ frame: VideoFrame, _ plan: PipelineStart, waits: Bool = true) {
    guard !plan.isSpeculative, !isOnlyReference(frame) else { return }
    let newShape = DecodedFrameShape(frame)
    if newShape != shape {
      shape = newShape
      report(.frameShape(newShape))
    }
    if plan.mode != .reverse { lastEnd = max(lastEnd ?? frame.endTime, frame.endTime) }
    if waits { waitForCapacity() }
    _ = timeline.insert(frame, epoch: plan.epoch)
  }

  /// Waits until the timeline has capacity. `adding`: bytes of frames that are not in the timeline yet.
  func waitForCapacity(adding bytes: Int = 0) {
    while !isClosed(), !queue.holdsNewerStart {
      let now = clock.now
      let capacity = timeline.freeCapacity(at: now, adding: bytes)
      if !capacity.hasCapacity { prime() }
      let pause = plan.flatMap { startupThrottle.nextCheck(with: timeline.count(epoch: $0.epoch), at: now) }
      if capacity.hasCapacity, pause == nil { break }
      gate.wait(until: capacity.hasCapacity ? pause : capacity.at)
    }
  }
}
