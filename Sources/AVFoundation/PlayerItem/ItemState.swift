import Foundation
import PlayheadItems
import PlayheadMedia

/// The state behind an item's properties.
struct ItemState: Sendable {
  /// The latest snapshot of the session.
  var snapshot = ItemSnapshot()
  /// The tracks of the item; empty until it is ready.
  var tracks: [AVPlayerItemTrack] = []
  /// The error if the status is `failed`; otherwise nil.
  var error: (any Error)?
  /// The error with which playback ended early; nil if it did not.
  var endFailure: MediaError?
  /// The player of the item.
  weak var player: AVPlayer?
  /// Whether it is that player's current item; otherwise it waits in a queue.
  var isCurrent = false
  /// The algorithm that preserves the pitch at other rates than 1.
  var pitchAlgorithm = AVAudioTimePitchAlgorithm.timeDomain
  /// The timed metadata at the current position; nil until there is any.
  var timedMetadata: [AVMetadataItem]?
  /// The interstitial event for which the item was created.
  var interstitialEvent: String?
  /// The position while the item has no player.
  var position = CMTime.zero

  /// The public form of the snapshot's status.
  var status: AVPlayerItem.Status {
    switch snapshot.status {
    case .unknown: .unknown
    case .ready: .readyToPlay
    case .failed: .failed
    }
  }

  /// Whether the item has been opened successfully.
  private var isReady: Bool { snapshot.status == .ready }

  /// The ranges to which seeking is possible: the window of a live stream, or the whole of a seekable file. Empty until
  /// the item is ready.
  var seekableTimeRanges: [CMTimeRange] {
    if isReady, let range = snapshot.seekableRange { return [range] }
    guard isReady, snapshot.info?.isSeekable == true, snapshot.duration.isNumeric else { return [] }
    return [CMTimeRange(start: .zero, duration: snapshot.duration)]
  }

  /// Whether the item can step forward by frames: it is ready and has video.
  var canStep: Bool { isReady && snapshot.videoTrack != nil }
  /// Whether the item can step backward by frames, which requires seeking.
  var canStepBackward: Bool { canStep && snapshot.info?.isSeekable == true }
  /// Whether rates other than 1 are possible: for every item that is ready.
  var canChangeRate: Bool { isReady }

  /// The observable properties that differ from an earlier state, in notification order: `status` is last, so that its
  /// observers find everything else up to date.
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
    // The default selection is known with the tracks.
    if tracks.isEmpty != old.tracks.isEmpty { keys.append("currentMediaSelection") }
    if (error == nil) != (old.error == nil) { keys.append("error") }
    if status != old.status { keys.append("status") }
    return keys
  }
}
