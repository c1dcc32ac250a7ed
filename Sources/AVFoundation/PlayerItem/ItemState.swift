import Foundation
import PlayheadEngine

/// What an item's properties say.
struct ItemState: Sendable {
  /// What the player's session has told.
  var snapshot = ItemSnapshot()
  var tracks: [AVPlayerItemTrack] = []
  var error: (any Error)?
  /// The player that has it.
  weak var player: AVPlayer?
  /// Whether it is what that player plays; otherwise it waits in a queue.
  var isCurrent = false
  var pitchAlgorithm = AVAudioTimePitchAlgorithm.timeDomain
  /// What its metadata says at the position; nil before there was any.
  var timedMetadata: [AVMetadataItem]?
  /// The event that it was made for.
  var interstitialEvent: String?
  /// Where it stands while no player has it.
  var position = CMTime.zero

  var status: AVPlayerItem.Status {
    switch snapshot.status {
    case .unknown: .unknown
    case .ready: .readyToPlay
    case .failed: .failed
    }
  }

  private var isReady: Bool { snapshot.status == .ready }

  var seekableTimeRanges: [CMTimeRange] {
    if isReady, let range = snapshot.seekableRange { return [range] }
    guard isReady, snapshot.info?.isSeekable == true, snapshot.duration.isNumeric else { return [] }
    return [CMTimeRange(start: .zero, duration: snapshot.duration)]
  }

  var canStep: Bool { isReady && snapshot.videoTrack != nil }
  var canStepBackward: Bool { canStep && snapshot.info?.isSeekable == true }
  var canChangeRate: Bool { isReady }

  /// Which observable properties differ from an earlier state, in the order in which observers are told: `status` comes last, so
  /// that whoever waits for it finds everything else in place.
  func changes(since old: ItemState) -> [ObservableKey] {
    var keys: [ObservableKey] = []
    if tracks != old.tracks { keys.append("tracks") }
    if snapshot.duration != old.snapshot.duration { keys.append("duration") }
    if snapshot.presentationSize != old.snapshot.presentationSize { keys.append("presentationSize") }
    if canChangeRate != old.canChangeRate { keys += ["canPlayFastForward", "canPlaySlowForward"] }
    if snapshot.canPlayReverse != old.snapshot.canPlayReverse {
      keys += ["canPlayReverse", "canPlaySlowReverse", "canPlayFastReverse"]
    }
    if canStep != old.canStep { keys.append("canStepForward") }
    if canStepBackward != old.canStepBackward { keys.append("canStepBackward") }
    if seekableTimeRanges != old.seekableTimeRanges { keys.append("seekableTimeRanges") }
    if snapshot.loadedTimeRanges != old.snapshot.loadedTimeRanges { keys.append("loadedTimeRanges") }
    if snapshot.isBufferEmpty != old.snapshot.isBufferEmpty { keys.append("playbackBufferEmpty") }
    if snapshot.isBufferFull != old.snapshot.isBufferFull { keys.append("playbackBufferFull") }
    if snapshot.isLikelyToKeepUp != old.snapshot.isLikelyToKeepUp { keys.append("playbackLikelyToKeepUp") }
    // What the file prefers is known with its tracks.
    if tracks.isEmpty != old.tracks.isEmpty { keys.append("currentMediaSelection") }
    if (error == nil) != (old.error == nil) { keys.append("error") }
    if status != old.status { keys.append("status") }
    return keys
  }
}
