/// The key of the event in the user info of `assetListResponseStatusDidChangeNotification`.
public let AVPlayerInterstitialEventMonitorAssetListResponseStatusDidChangeEventKey =
  "AVPlayerInterstitialEventMonitorAssetListResponseStatusDidChangeEventKey"
/// The key of the status, an `NSNumber` with the raw value of an `AVPlayerInterstitialEventAssetListResponseStatus`.
public let AVPlayerInterstitialEventMonitorAssetListResponseStatusDidChangeStatusKey =
  "AVPlayerInterstitialEventMonitorAssetListResponseStatusDidChangeStatusKey"
/// The key of the error; present if the status is `unavailable`.
public let AVPlayerInterstitialEventMonitorAssetListResponseStatusDidChangeErrorKey =
  "AVPlayerInterstitialEventMonitorAssetListResponseStatusDidChangeErrorKey"

/// The key of the schedule's identifier, a `String`, in the user info of `scheduleRequestCompletedNotification`.
public let AVPlayerInterstitialEventMonitorScheduleRequestIdentifierKey =
  "AVPlayerInterstitialEventMonitorScheduleRequestIdentifierKey"
/// The key of the document, JSON as `Data`; present if it was loaded and parsed.
public let AVPlayerInterstitialEventMonitorScheduleRequestResponseKey =
  "AVPlayerInterstitialEventMonitorScheduleRequestResponseKey"
/// The key of the error; present if the document could not be loaded or parsed.
public let AVPlayerInterstitialEventMonitorScheduleRequestErrorKey =
  "AVPlayerInterstitialEventMonitorScheduleRequestErrorKey"

/// The key of the event in the user info of `currentEventSkippableStateDidChangeNotification`.
public let AVPlayerInterstitialEventMonitorCurrentEventSkippableStateDidChangeEventKey =
  "AVPlayerInterstitialEventMonitorCurrentEventSkippableStateDidChangeEventKey"
/// The key of the state, an `NSNumber` with the raw value of an `AVPlayerInterstitialEvent.SkippableEventState`.
public let AVPlayerInterstitialEventMonitorCurrentEventSkippableStateDidChangeStateKey =
  "AVPlayerInterstitialEventMonitorCurrentEventSkippableStateDidChangeStateKey"
/// The key of the skip button's label, a `String`; present if the client provides strings and the event refers to one.
public let AVPlayerInterstitialEventMonitorCurrentEventSkippableStateDidChangeSkipControlLabelKey =
  "AVPlayerInterstitialEventMonitorCurrentEventSkippableStateDidChangeSkipControlLabelKey"

/// The key of the event in the user info of `currentEventSkippedNotification`.
public let AVPlayerInterstitialEventMonitorCurrentEventSkippedEventKey =
  "AVPlayerInterstitialEventMonitorCurrentEventSkippedEventKey"

/// The key of the event in the user info of `interstitialEventWasUnscheduledNotification`.
public let AVPlayerInterstitialEventMonitorInterstitialEventWasUnscheduledEventKey =
  "AVPlayerInterstitialEventMonitorInterstitialEventWasUnscheduledEventKey"
/// The key of the error; present if an error was the cause.
public let AVPlayerInterstitialEventMonitorInterstitialEventWasUnscheduledErrorKey =
  "AVPlayerInterstitialEventMonitorInterstitialEventWasUnscheduledErrorKey"

/// The key of the event in the user info of `interstitialEventDidFinishNotification`.
public let AVPlayerInterstitialEventMonitorInterstitialEventDidFinishEventKey =
  "AVPlayerInterstitialEventMonitorInterstitialEventDidFinishEventKey"
/// The key of the playback time: a time as a dictionary (`CMTimeMakeFromDictionary`).
public let AVPlayerInterstitialEventMonitorInterstitialEventDidFinishPlayoutTimeKey =
  "AVPlayerInterstitialEventMonitorInterstitialEventDidFinishPlayoutTimeKey"
/// The key of whether the event was played completely, an `NSNumber` with a `Bool`.
public let AVPlayerInterstitialEventMonitorInterstitialEventDidFinishDidPlayEntireEventKey =
  "AVPlayerInterstitialEventMonitorInterstitialEventDidFinishDidPlayEntireEventKey"
