@_spi(Playhead) import AVFoundation
import Foundation

/// The player of a view: its observation, the commands to it, and the snapshot that the controls show.
@MainActor final class PlayerConnection {
  /// A change of the player, reported on the main thread.
  enum Event {
    /// The player or its current item was replaced.
    case itemChanged
    /// The playback state or the status of the item changed.
    case stateChanged
    /// Another device plays from here on, or this computer again.
    case externalPlaybackChanged
    /// The item has played to its end.
    case playedToEnd
    /// The item's time jumped.
    case timeJumped
  }

  /// Called for each event.
  var onEvent: ((Event) -> Void)?
  /// Replaces `retry()`; set by programs that handle the errors of their own queue.
  var onRetry: (() -> Void)?
  /// Carries out commands on the player.
  let driver = PlayerDriver()
  /// The player; nil without one.
  private(set) var player: AVPlayer?
  /// The snapshot of the last update.
  private(set) var playback = PlaybackSnapshot()
  /// Observes the player; replaced with it.
  private var observer: PlayerObserver?

  /// Creates a connection without a player.
  init() {}

  /// Replaces the player. A queue that the program has set remains.
  func setPlayer(_ player: AVPlayer?) {
    self.player = player
    driver.player = player.map { PlayerControl($0) }
    if !(driver.queue is QueuePlayerQueue), driver.queue != nil {
      // A queue of the program remains.
    } else {
      driver.queue = (player as? AVQueuePlayer).map { QueuePlayerQueue($0) }
    }
    observer = player.map { player in
      PlayerObserver(
        player, onItem: { [weak self] in self?.onEvent?(.itemChanged) },
        onChange: { [weak self] in self?.onEvent?(.stateChanged) },
        onExternalPlayback: { [weak self] in self?.onEvent?(.externalPlaybackChanged) },
        onEnd: { [weak self] in self?.onEvent?(.playedToEnd) }, onJump: { [weak self] in self?.onEvent?(.timeJumped) })
    }
    onEvent?(.itemChanged)
  }

  /// Replaces the options of the previous item. `onChange`: called when those of the current item changed.
  func replaceDetails(onChange: @escaping () -> Void) {
    driver.details = player?.currentItem.map { ItemDetails($0) }
    driver.details?.onChange = onChange
    driver.details?.onSelect = { [weak driver] in driver?.userActions.didSelect?($0, $1) }
  }

  /// Opens the same asset again at the position where it failed.
  func retry() {
    if let onRetry { return onRetry() }
    guard let player, let asset = player.currentItem?.asset as? AVURLAsset else { return }
    let position = player.currentTime()
    player.replaceCurrentItem(with: AVPlayerItem(url: asset.url))
    if position.isNumeric, position > .zero { player.seek(to: position) }
    player.play()
  }

  // MARK: Snapshot

  /// Updates the snapshot.
  func updatePlayback() { playback = PlaybackSnapshot(driver) }

  /// Updates the position alone.
  func updatePosition() { playback.position = driver.position.isNumeric ? driver.position.seconds : nil }

  // MARK: Item

  /// Why the device that played in place of this computer no longer does, as a sentence; nil if the user ended that.
  var externalPlaybackFailure: String? {
    player?.externalPlaybackError.map { ($0 as NSError).fullDescription }
  }

  /// The options of the item; empty until they are loaded.
  var choices: ItemChoices { driver.details?.choices ?? ItemChoices() }

  /// The asset of the item, for thumbnails; nil before the item is ready to play.
  var asset: AVAsset? { player?.currentItem.flatMap { $0.status == .readyToPlay ? $0.asset : nil } }

  /// Whether the item is ready to play and has audio but no video.
  var isAudioOnly: Bool {
    guard let item = player?.currentItem, item.status == .readyToPlay, item.presentationSize == .zero else {
      return false
    }
    let types = item.tracks.compactMap { $0.assetTrack?.mediaType }
    return types.contains(.audio) && !types.contains(.video)
  }

  /// Whether the controls must be visible, because there is no video that they could cover.
  var needsControls: Bool { isAudioOnly || player?.currentItem?.status == .failed }

  /// The URL of the item; nil for assets without one.
  var url: URL? { (player?.currentItem?.asset as? AVURLAsset)?.url }

  /// The title in the item's metadata, else its file name; empty without either.
  var itemTitle: String { driver.details?.choices.title ?? url?.lastPathComponent ?? "" }
}
