import Foundation
import Synchronization

extension AVPlayerItem: StringKeyed {
  package nonisolated func value(forObservableKey key: String) -> Any?? {
    switch key {
    case "status": .some(NSNumber(value: status.rawValue))
    case "error": .some(error.map { $0 as NSError })
    case "duration": .some(NSValue(time: duration))
    case "tracks": .some(tracks)
    case "presentationSize": .some(presentationSize)
    case "currentMediaSelection": .some(presentSelection)
    case "timedMetadata": .some(state.withLock { $0.timedMetadata })
    case "loadedTimeRanges": .some(loadedTimeRanges)
    case "seekableTimeRanges": .some(seekableTimeRanges)
    case "playbackLikelyToKeepUp": .some(NSNumber(value: isPlaybackLikelyToKeepUp))
    case "playbackBufferEmpty": .some(NSNumber(value: isPlaybackBufferEmpty))
    case "playbackBufferFull": .some(NSNumber(value: isPlaybackBufferFull))
    case "canPlayFastForward": .some(NSNumber(value: canPlayFastForward))
    case "canPlaySlowForward": .some(NSNumber(value: canPlaySlowForward))
    case "canPlayReverse": .some(NSNumber(value: canPlayReverse))
    case "canPlaySlowReverse": .some(NSNumber(value: canPlaySlowReverse))
    case "canPlayFastReverse": .some(NSNumber(value: canPlayFastReverse))
    case "canStepForward": .some(NSNumber(value: canStepForward))
    case "canStepBackward": .some(NSNumber(value: canStepBackward))
    default: nil
    }
  }
}
