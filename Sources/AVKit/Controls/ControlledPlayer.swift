import AVFoundation
import PlayheadEngine

/// What the controls and keys need of a player. Tests put their own in its place.
@MainActor protocol ControlledPlayer: AnyObject {
  /// The wanted rate; 0 is paused.
  var rate: Float { get set }
  /// The rate that playing begins with.
  var defaultRate: Float { get set }
  /// 0 to 1.
  var volume: Float { get set }
  var isMuted: Bool { get set }
  var position: CMTime { get }
  /// Not numeric while unknown, and for what has no end.
  var duration: CMTime { get }
  var hasItem: Bool { get }
  /// The item is a file of this machine.
  var isFile: Bool { get }
  /// Nothing is known of the item yet.
  var isOpening: Bool { get }
  /// The item is being opened, or playing is wanted and media has yet to come.
  var isWaiting: Bool { get }
  var seekable: [CMTimeRange] { get }
  var loaded: [CMTimeRange] { get }
  /// Why the item cannot be played: a sentence; nil where it can.
  var failure: String? { get }
  /// `isExact`: the picture that covers `time`; else whatever is quickest near it. A later seek ends an earlier one.
  func seek(to time: CMTime, isExact: Bool, completion: @escaping @MainActor () -> Void)
  /// Moves a paused player by pictures.
  func step(by count: Int)
}

/// The player of a view, as its controls see it.
@MainActor final class PlayerControl: ControlledPlayer {
  private let player: AVPlayer
  private lazy var interruptions = AVPlayerInterstitialEventMonitor(primaryPlayer: player)

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
    get { player.volume }
    set { player.volume = newValue }
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

  /// What interrupts the item is being fetched. While it plays nobody waits for anything.
  private var isInterruptionWaiting: Bool {
    let other = interruptions.interstitialPlayer
    return other.currentItem == nil || other.timeControlStatus == .waitingToPlayAtSpecifiedRate
  }

  var failure: String? {
    guard let item = player.currentItem, item.status == .failed else { return nil }
    return item.error.map { ($0 as NSError).wholeText } ?? translated("This cannot be played.")
  }

  func seek(to time: CMTime, isExact: Bool, completion: @escaping @MainActor () -> Void) {
    let tolerance = isExact ? CMTime.zero : .positiveInfinity
    // Players complete on the main queue.
    player.seek(to: time, toleranceBefore: tolerance, toleranceAfter: tolerance) { _ in
      MainActor.assumeIsolated(completion)
    }
  }

  func step(by count: Int) { player.session.step(by: count) }
}
