import CoreMedia
import Foundation

/// The reports of the current item's pipeline.
extension SessionLoop {
  /// Handles a report of the current item's pipeline. Reports of earlier starts are ignored.
  func handle(_ report: PipelineReport) {
    switch report {
    case .opened(let info, let streams): opened(info, streams)
    case .failed(let error): fail(error)
    case .targetReached(let epoch, let time, let isDrained):
      if epoch == self.epoch { targetReached(at: time, isDrained: isDrained) }
    case .passed(let epoch):
      if epoch == self.epoch { perform(machine.seekAbandoned()) }
    case .readEverything(let epoch):
      guard epoch == self.epoch else { return }
      progress.everythingIsRead()
      prepareNext()
    case .videoPrimed(let epoch):
      guard epoch == self.epoch else { return }
      progress.videoIsPrimed()
      checkPrimed()
    case .audioPrimed(let epoch):
      guard epoch == audio.epoch(ofStart: self.epoch) else { return }
      progress.audioIsPrimed()
      audio.audioIsPrimed(context, epoch: self.epoch)
      checkPrimed()
    case .audioIsOutOfReach(let epoch):
      guard epoch == self.epoch else { return }
      checkPrimed()
    case .videoEnded(let epoch, let end):
      guard epoch == self.epoch else { return }
      progress.videoEnded(at: end)
      trackHasEnded()
    case .audioEnded(let epoch, let end):
      guard epoch == audio.epoch(ofStart: self.epoch) else { return }
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
    case .frameShape(let shape): announceItem { $0.adopt(shape) }
    case .durationEstimated(let duration):
      announceItem {
        $0.duration = max(duration, clock.time(at: now))
        $0.isDurationEstimated = true
      }
    case .readFailed(let epoch, let error):
      guard epoch == self.epoch else { return }
      progress.everythingIsRead()
      progress.readFailed(error)
    case .decodedNothing(let epoch, let error):
      if epoch == self.epoch || epoch == audio.epoch(ofStart: self.epoch) { progress.decodingFailed(error) }
    }
  }
}
