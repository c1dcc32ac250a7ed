/// The key of the event, in the information of `assetListResponseStatusDidChangeNotification`.
public let AVPlayerInterstitialEventMonitorAssetListResponseStatusDidChangeEventKey =
  "AVPlayerInterstitialEventMonitorAssetListResponseStatusDidChangeEventKey"
/// The key of the status, an `NSNumber` with the raw value of an `AVPlayerInterstitialEventAssetListResponseStatus`.
public let AVPlayerInterstitialEventMonitorAssetListResponseStatusDidChangeStatusKey =
  "AVPlayerInterstitialEventMonitorAssetListResponseStatusDidChangeStatusKey"
/// The key of the reason, an error; there where the status is `unavailable`.
public let AVPlayerInterstitialEventMonitorAssetListResponseStatusDidChangeErrorKey =
  "AVPlayerInterstitialEventMonitorAssetListResponseStatusDidChangeErrorKey"

/// The key of the schedule's identifier, a `String`, in the information of `scheduleRequestCompletedNotification`.
public let AVPlayerInterstitialEventMonitorScheduleRequestIdentifierKey =
  "AVPlayerInterstitialEventMonitorScheduleRequestIdentifierKey"
/// The key of the document as it came, `Data` in JSON; there where it could be had and understood.
public let AVPlayerInterstitialEventMonitorScheduleRequestResponseKey =
  "AVPlayerInterstitialEventMonitorScheduleRequestResponseKey"
/// The key of the reason, an error; there where the document could not be had or understood.
public let AVPlayerInterstitialEventMonitorScheduleRequestErrorKey =
  "AVPlayerInterstitialEventMonitorScheduleRequestErrorKey"

/// The key of the event, in the information of `currentEventSkippableStateDidChangeNotification`.
public let AVPlayerInterstitialEventMonitorCurrentEventSkippableStateDidChangeEventKey =
  "AVPlayerInterstitialEventMonitorCurrentEventSkippableStateDidChangeEventKey"
/// The key of the state, an `NSNumber` with the raw value of an `AVPlayerInterstitialEvent.SkippableEventState`.
public let AVPlayerInterstitialEventMonitorCurrentEventSkippableStateDidChangeStateKey =
  "AVPlayerInterstitialEventMonitorCurrentEventSkippableStateDidChangeStateKey"
/// The key of what a button is to say, a `String`; there where the program has given texts and the event names one.
public let AVPlayerInterstitialEventMonitorCurrentEventSkippableStateDidChangeSkipControlLabelKey =
  "AVPlayerInterstitialEventMonitorCurrentEventSkippableStateDidChangeSkipControlLabelKey"

/// The key of the event, in the information of `currentEventSkippedNotification`.
public let AVPlayerInterstitialEventMonitorCurrentEventSkippedEventKey =
  "AVPlayerInterstitialEventMonitorCurrentEventSkippedEventKey"

/// The key of the event, in the information of `interstitialEventWasUnscheduledNotification`.
public let AVPlayerInterstitialEventMonitorInterstitialEventWasUnscheduledEventKey =
  "AVPlayerInterstitialEventMonitorInterstitialEventWasUnscheduledEventKey"
/// The key of the reason, an error; there where it was one.
public let AVPlayerInterstitialEventMonitorInterstitialEventWasUnscheduledErrorKey =
  "AVPlayerInterstitialEventMonitorInterstitialEventWasUnscheduledErrorKey"

/// The key of the event, in the information of `interstitialEventDidFinishNotification`.
public let AVPlayerInterstitialEventMonitorInterstitialEventDidFinishEventKey =
  "AVPlayerInterstitialEventMonitorInterstitialEventDidFinishEventKey"
/// The key of how much of it was played: a time as a dictionary (`CMTimeMakeFromDictionary`).
public let AVPlayerInterstitialEventMonitorInterstitialEventDidFinishPlayoutTimeKey =
  "AVPlayerInterstitialEventMonitorInterstitialEventDidFinishPlayoutTimeKey"
/// The key of whether all of it was played, an `NSNumber` with a `Bool`.
public let AVPlayerInterstitialEventMonitorInterstitialEventDidFinishDidPlayEntireEventKey =
  "AVPlayerInterstitialEventMonitorInterstitialEventDidFinishDidPlayEntireEventKey"
