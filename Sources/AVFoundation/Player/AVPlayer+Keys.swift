import Foundation

extension AVPlayer: StringKeyed {
  package nonisolated func value(forObservableKey key: String) -> Any?? {
    switch key {
    case "status": .some(NSNumber(value: status.rawValue))
    case "error": .some(error.map { $0 as NSError })
    case "currentItem": .some(currentItem)
    case "rate": .some(NSNumber(value: rate))
    case "defaultRate": .some(NSNumber(value: defaultRate))
    case "automaticallyWaitsToMinimizeStalling": .some(NSNumber(value: automaticallyWaitsToMinimizeStalling))
    case "timeControlStatus": .some(NSNumber(value: timeControlStatus.rawValue))
    case "reasonForWaitingToPlay": .some(reasonForWaitingToPlay?.rawValue)
    case "volume": .some(NSNumber(value: volume))
    case "allowsExternalPlayback": .some(NSNumber(value: allowsExternalPlayback))
    case "externalPlaybackActive": .some(NSNumber(value: isExternalPlaybackActive))
    case "preventsDisplaySleepDuringVideoPlayback": .some(NSNumber(value: preventsDisplaySleepDuringVideoPlayback))
    case "muted": .some(NSNumber(value: isMuted))
    case "actionAtItemEnd": .some(NSNumber(value: actionAtItemEnd.rawValue))
    default: nil
    }
  }
}
