import CoreMedia
import Foundation
import PlayheadItems

/// The notifications of monitors.
extension InterstitialPlaybackController {
  /// Posts a notification on the main queue, with each monitor as the object.
  func post(_ name: NSNotification.Name, _ userInfo: [String: any Sendable]? = nil) {
    core.delivery.nowOrLater { [self] in
      for monitor in monitors {
        NotificationCenter.default.post(name: name, object: monitor, userInfo: userInfo)
      }
    }
  }

  func postAssetList(
    _ status: AVPlayerInterstitialEventAssetListResponseStatus, _ event: AVPlayerInterstitialEvent,
    _ error: (any Error)? = nil
  ) {
    var userInfo: [String: any Sendable] = [
      AVPlayerInterstitialEventMonitorAssetListResponseStatusDidChangeEventKey: event,
      AVPlayerInterstitialEventMonitorAssetListResponseStatusDidChangeStatusKey: NSNumber(value: status.rawValue),
    ]
    userInfo[AVPlayerInterstitialEventMonitorAssetListResponseStatusDidChangeErrorKey] = error
    post(AVPlayerInterstitialEventMonitor.assetListResponseStatusDidChangeNotification, userInfo)
  }

  /// Reports a schedule document, after its events have been adopted.
  func report(_ answer: ScheduleLoadResult, of item: AVPlayerItem) {
    follow(item)
    var userInfo: [String: any Sendable] = [AVPlayerInterstitialEventMonitorScheduleRequestIdentifierKey: answer.id]
    switch answer.result {
    case .success(let bytes): userInfo[AVPlayerInterstitialEventMonitorScheduleRequestResponseKey] = Data(bytes)
    case .failure(let error): userInfo[AVPlayerInterstitialEventMonitorScheduleRequestErrorKey] = error.forClients
    }
    post(AVPlayerInterstitialEventMonitor.scheduleRequestCompletedNotification, userInfo)
  }

  func postUnscheduled(_ event: AVPlayerInterstitialEvent, _ error: (any Error)?) {
    var userInfo: [String: any Sendable] = [
      AVPlayerInterstitialEventMonitorInterstitialEventWasUnscheduledEventKey: event
    ]
    userInfo[AVPlayerInterstitialEventMonitorInterstitialEventWasUnscheduledErrorKey] = error
    post(AVPlayerInterstitialEventMonitor.interstitialEventWasUnscheduledNotification, userInfo)
  }

  /// Reports the end of an event that had started.
  func isOver(_ event: AVPlayerInterstitialEvent, _ playout: CMTime, isEntire: Bool) {
    changeSkippable(.notSkippable, of: event)
    post(AVPlayerInterstitialEventMonitor.currentEventDidChangeNotification)
    var userInfo: [String: any Sendable] = [
      AVPlayerInterstitialEventMonitorInterstitialEventDidFinishEventKey: event,
      AVPlayerInterstitialEventMonitorInterstitialEventDidFinishDidPlayEntireEventKey: NSNumber(value: isEntire),
    ]
    userInfo[AVPlayerInterstitialEventMonitorInterstitialEventDidFinishPlayoutTimeKey] =
      CMTimeCopyAsDictionary(playout, allocator: nil)?.compactMapValues { $0 as? NSNumber }
    post(AVPlayerInterstitialEventMonitor.interstitialEventDidFinishNotification, userInfo)
  }

  /// Reports the playback time of the current event.
  func progressed(_ playback: InterstitialPlayback, _ played: CMTime) {
    changeSkippable(SkipWindow(range: playback.event.skipControlTimeRange).state(after: played), of: playback.event)
  }

  private func changeSkippable(
    _ skippable: AVPlayerInterstitialEvent.SkippableEventState, of event: AVPlayerInterstitialEvent
  ) {
    guard setSkippable(skippable) else { return }
    var userInfo: [String: any Sendable] = [
      AVPlayerInterstitialEventMonitorCurrentEventSkippableStateDidChangeEventKey: event,
      AVPlayerInterstitialEventMonitorCurrentEventSkippableStateDidChangeStateKey: NSNumber(value: skippable.rawValue),
    ]
    if skippable != .notSkippable {
      userInfo[AVPlayerInterstitialEventMonitorCurrentEventSkippableStateDidChangeSkipControlLabelKey] = skipLabel(
        of: event)
    }
    post(AVPlayerInterstitialEventMonitor.currentEventSkippableStateDidChangeNotification, userInfo)
  }
}
