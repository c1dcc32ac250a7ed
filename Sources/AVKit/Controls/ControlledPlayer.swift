@_spi(Playhead) import AVFoundation
import PlayheadEngine

/// The part of a player's interface that the controls and keys use. Tests substitute their own implementation.
@MainActor protocol ControlledPlayer: AnyObject {
  /// The requested rate; 0 is paused.
  var rate: Float { get set }
  /// The rate that playback starts with.
  var defaultRate: Float { get set }
  /// 0 to 1, and up to 1.5 to amplify the audio.
  var volume: Float { get set }
  /// Whether audio output is muted; the volume is unchanged.
  var isMuted: Bool { get set }
  /// The current playback position.
  var position: CMTime { get }
  /// Not numeric while unknown, and for live streams.
  var duration: CMTime { get }
  /// Whether the player has a current item.
  var hasItem: Bool { get }
  /// Whether the item is a local file.
  var isFile: Bool { get }
  /// Whether the item's status is still unknown.
  var isOpening: Bool { get }
  /// Whether the item is being opened, or playback is requested and waits for media.
  var isWaiting: Bool { get }
  /// The ranges that can be sought to.
  var seekable: [CMTimeRange] { get }
  /// The ranges that are loaded.
  var loaded: [CMTimeRange] { get }
  /// Why the item cannot be played, as a message; nil if it has not failed.
  var failure: String? { get }
  /// The name of the device that plays in place of this computer; nil while this computer plays.
  var externalDevice: String? { get }
  /// Seeks to the frame that covers `time` if `isExact`, else to the quickest result near it. A later seek cancels an
  /// earlier one.
  func seek(to time: CMTime, isExact: Bool, completion: @escaping @MainActor () -> Void)
  /// Steps a paused player by `count` frames.
  func step(by count: Int)
}

/// Adapts the view's `AVPlayer` for the controls.
@MainActor final class PlayerControl: ControlledPlayer {
  private let player: AVPlayer
  /// Reports the interstitial events of the player. Created at first use, because most players have none.
  private lazy var interruptions = AVPlayerInterstitialEventMonitor(primaryPlayer: player)

  /// Creates an adapter. It retains the player.
  init(_ player: AVPlayer) { self.player = player }

  var rate: Float {
    get { player.rate }
    set { player.rate = newValue }
  }

  var defaultRate: Float {
    get { player.defaultRate }
    set { player.defaultRate = newValue }
  }

  var volume: Float {
    get { player.amplifiedVolume }
    set { player.amplifiedVolume = newValue }
  }

  var isMuted: Bool {
    get { player.isMuted }
    set { player.isMuted = newValue }
  }

  var position: CMTime { player.currentTime() }
  var duration: CMTime { player.currentItem?.duration ?? .indefinite }
  var hasItem: Bool { player.currentItem != nil }
  var isFile: Bool { (player.currentItem?.asset as? AVURLAsset)?.url.isFileURL ?? false }
  var seekable: [CMTimeRange] { player.currentItem?.seekableTimeRanges.map(\.timeRangeValue) ?? [] }
  var loaded: [CMTimeRange] { player.currentItem?.loadedTimeRanges.map(\.timeRangeValue) ?? [] }

  var isOpening: Bool { player.currentItem?.status == .unknown }

  var isWaiting: Bool {
    guard let item = player.currentItem, item.status != .failed else { return false }
    if player.reasonForWaitingToPlay == .interstitialEvent { return isInterruptionWaiting }
    return player.timeControlStatus == .waitingToPlayAtSpecifiedRate || isOpening
  }

  /// Whether the interstitial item is still loading. While it plays, nothing is waiting.
  private var isInterruptionWaiting: Bool {
    let other = interruptions.interstitialPlayer
    return other.currentItem == nil || other.timeControlStatus == .waitingToPlayAtSpecifiedRate
  }

  var failure: String? {
    guard let item = player.currentItem, item.status == .failed else { return nil }
    return item.error.map { ($0 as NSError).fullDescription } ?? translated("This cannot be played.")
  }

  var externalDevice: String? { player.externalPlaybackDevice?.name }

  func seek(to time: CMTime, isExact: Bool, completion: @escaping @MainActor () -> Void) {
    let tolerance = isExact ? CMTime.zero : .positiveInfinity
    // `AVPlayer` completes seeks on the main queue.
    player.seek(to: time, toleranceBefore: tolerance, toleranceAfter: tolerance) { _ in
      MainActor.assumeIsolated(completion)
    }
  }

  func step(by count: Int) { player.session.step(by: count) }
}
