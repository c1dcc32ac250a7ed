import CoreMedia
import Foundation
import PlayheadClock
import PlayheadItems
import PlayheadPipeline

/// The reports of the current item's pipeline.
extension SessionLoop {
  /// Handles a report of the current item's pipeline. Reports of earlier starts are ignored.
  func handle(_ report: PipelineReport) {
    switch report {
    case .opened(let info, let streams): opened(info, streams)
    case .failed(let error): fail(error)
    case .targetReached(let epoch, let time, let isDrained):
      if epoch == epochs.current { targetReached(at: time, isDrained: isDrained) }
    case .passed(let epoch):
      if epoch == epochs.current { perform(machine.seekAbandoned()) }
    case .readEverything(let epoch):
      guard epoch == epochs.current else { return }
      progress.everythingIsRead()
      prepareNext()
    case .videoPrimed(let epoch):
      guard epoch == epochs.current else { return }
      progress.videoIsPrimed()
      checkPrimed()
    case .audioPrimed(let epoch):
      guard epoch == audio.epoch(ofStart: epochs.current) else { return }
      progress.audioIsPrimed()
      audio.audioIsPrimed(context, epoch: epochs.current)
      checkPrimed()
    case .audioIsOutOfReach(let epoch):
      guard epoch == epochs.current else { return }
      checkPrimed()
    case .videoEnded(let epoch, let end):
      guard epoch == epochs.current else { return }
      progress.videoEnded(at: end)
      trackHasEnded()
    case .audioEnded(let epoch, let end):
      guard epoch == audio.epoch(ofStart: epochs.current) else { return }
      progress.audioEnded(at: end)
      trackHasEnded()
      // Where audio is cut, the rest of the file is not needed.
      if progress.audioCut != nil { prepareNext() }
    case .closedCaptions(let found):
      guard let item, item.addClosedCaptions(found) else { return }
      announceItem { _ in }
      applyChoice()
    case .interstitialsChanged:
      interstitials.adopt(context)
      limitVisibleFrames()
      reportSchedules()
    case .passthroughRefused(let refusal): passthroughIsRefused(refusal)
    case .frameShape(let shape): announceItem { $0.adopt(shape) }
    case .durationEstimated(let duration):
      announceItem {
        $0.duration = max(duration, clock.time(at: now))
        $0.isDurationEstimated = true
      }
    case .readFailed(let epoch, let error):
      guard epoch == epochs.current else { return }
      progress.everythingIsRead()
      progress.readFailed(error)
    case .decodedNothing(let epoch, let error):
      if epoch == epochs.current || epoch == audio.epoch(ofStart: epochs.current) { progress.decodingFailed(error) }
    }
  }
}
