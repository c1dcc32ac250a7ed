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
      hasReadEverything = true
      prepareNext()
    case .videoPrimed(let epoch):
      guard epoch == self.epoch else { return }
      progress.isVideoPrimed = true
      checkPrimed()
    case .audioPrimed(let epoch):
      guard epoch == audioEpoch else { return }
      progress.isAudioPrimed = true
      audioSwitchIsPrimed()
      checkPrimed()
    case .audioIsOutOfReach(let epoch):
      guard epoch == self.epoch else { return }
      checkPrimed()
    case .videoEnded(let epoch, let end):
      guard epoch == self.epoch else { return }
      progress.hasVideoEnded = true
      progress.isVideoPrimed = true
      ended(at: end)
    case .audioEnded(let epoch, let end):
      guard epoch == audioEpoch else { return }
      progress.hasAudioEnded = true
      progress.isAudioPrimed = true
      progress.audioEnd = end
      ended(at: end)
      // Where audio is cut, the rest of the file is not needed.
      if audioCut != nil { prepareNext() }
    case .closedCaptions(let found):
      guard let item, item.addClosedCaptions(found) else { return }
      announceItem { _ in }
      applyChoice()
    case .interstitialsChanged:
      adoptInterstitials()
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
      hasReadEverything = true
      progress.readError = error
    case .decodedNothing(let epoch, let error):
      if epoch == self.epoch || epoch == audioEpoch { progress.decodeError = error }
    }
  }
}
