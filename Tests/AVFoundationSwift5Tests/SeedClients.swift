// Programs as the guides teach them, in Swift 5, which import only AVFoundation. They compile, and the tests of the
// other file run them.
import AVFoundation

/// Load the tracks of a file, make an item, watch its status with a string key, enable a button, play, and start again.
class PlayFileController: NSKeyValueObserverObject {
  var player: AVPlayer
  var playerItem: AVPlayerItem?
  var isPlayButtonEnabled = false
  var log: [String] = []
  private var endToken: NSObjectProtocol?
  private static var itemStatusContext = 0

  init(player: AVPlayer) {
    self.player = player
    super.init()
  }

  func syncUI() {
    isPlayButtonEnabled = player.currentItem != nil && player.currentItem?.status == .readyToPlay
  }

  func loadAsset(from url: URL, completion: @escaping () -> Void) {
    let asset = AVURLAsset(url: url, options: nil)
    let tracksKey = "tracks"
    asset.loadValuesAsynchronously(forKeys: [tracksKey]) {
      var error: NSError?
      let status = asset.statusOfValue(forKey: tracksKey, error: &error)
      if status == .loaded {
        let item = AVPlayerItem(asset: asset)
        self.playerItem = item
        item.addObserver(self, forKeyPath: "status", options: .initial, context: &PlayFileController.itemStatusContext)
        self.endToken = NotificationCenter.default.addObserver(
          forName: .AVPlayerItemDidPlayToEndTime, object: item, queue: nil
        ) { [weak self] _ in
          self?.log.append("end")
          self?.player.seek(to: .zero)
        }
      } else {
        self.log.append("The asset's tracks were not loaded: \(error?.localizedDescription ?? "")")
      }
      completion()
    }
  }

  override func observeValue(
    forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?, context: UnsafeMutableRawPointer?
  ) {
    if context == &PlayFileController.itemStatusContext {
      syncUI()
      log.append("button \(isPlayButtonEnabled)")
      return
    }
    super.observeValue(forKeyPath: keyPath, of: object, change: change, context: context)
  }

  deinit {
    playerItem?.removeObserver(self, forKeyPath: "status")
    if let endToken = endToken { NotificationCenter.default.removeObserver(endToken) }
  }
}

/// A control bar: buffer, progress, slider, volume.
class ControlBar: NSObject {
  let player: AVPlayer
  var progress: Float = 0
  var playTime = ""
  private var timeObserver: Any?
  private var observations: [NSKeyValueObservation] = []
  var states: [AVPlayer.TimeControlStatus] = []

  init(player: AVPlayer) {
    self.player = player
    super.init()
    let interval = CMTime(seconds: 0.5, preferredTimescale: CMTimeScale(NSEC_PER_SEC))
    timeObserver = player.addPeriodicTimeObserver(forInterval: interval, queue: DispatchQueue.main) {
      [weak self] time in
      guard let self = self, let item = self.player.currentItem else { return }
      let current = CMTimeGetSeconds(time)
      let total = CMTimeGetSeconds(item.duration)
      if !total.isNaN { self.progress = Float(current / total) }
      self.playTime = String(format: "%.1f", current)
    }
    observations.append(
      player.observe(\.timeControlStatus, options: [.new, .old]) { [weak self] player, change in
        self?.states.append(player.timeControlStatus)
      })
    observations.append(player.observe(\.currentItem?.status, options: [.initial, .new]) { _, _ in })
  }

  var availableDuration: TimeInterval {
    guard let range = player.currentItem?.loadedTimeRanges.first?.timeRangeValue else { return 0 }
    return CMTimeGetSeconds(range.start) + CMTimeGetSeconds(range.duration)
  }

  func slide(to value: Float, completion: @escaping (Bool) -> Void) {
    guard let duration = player.currentItem?.duration, duration.isNumeric else { return completion(false) }
    let target = CMTimeMultiplyByFloat64(duration, multiplier: Float64(value))
    player.seek(to: target, toleranceBefore: .zero, toleranceAfter: .zero, completionHandler: completion)
  }

  deinit {
    if let timeObserver = timeObserver { player.removeTimeObserver(timeObserver) }
  }
}

/// Prints the position when a third and two thirds of an asset have been played.
class ThirdsWatcher {
  let player: AVPlayer
  var observer: Any?
  var descriptions: [String] = []

  init(player: AVPlayer, asset: AVAsset) {
    self.player = player
    let seconds = CMTimeGetSeconds(asset.duration)
    let firstThird = CMTimeMakeWithSeconds(seconds / 3.0, preferredTimescale: 1)
    let secondThird = CMTimeMakeWithSeconds(seconds * 2.0 / 3.0, preferredTimescale: 1)
    let times = [NSValue(time: firstThird), NSValue(time: secondThird)]
    observer = player.addBoundaryTimeObserver(forTimes: times, queue: nil) { [weak self] in
      guard let self = self else { return }
      let time = CMTimeConvertScale(self.player.currentTime(), timescale: 1, method: .roundHalfAwayFromZero)
      self.descriptions.append("Passed a boundary at \(CMTimeCopyDescription(allocator: nil, time: time) ?? "")")
    }
  }

  deinit { if let observer = observer { player.removeTimeObserver(observer) } }
}

/// For an unknown URL: the asset first, the item if that fails; either ends in a status.
func openUnknown(_ url: URL, with player: AVPlayer, completion: @escaping () -> Void) {
  let asset = AVAsset(url: url)
  asset.loadValuesAsynchronously(forKeys: ["tracks"]) {
    if asset.statusOfValue(forKey: "tracks", error: nil) == .loaded {
      player.replaceCurrentItem(with: AVPlayerItem(asset: asset))
    } else {
      player.replaceCurrentItem(with: AVPlayerItem(url: url))
    }
    completion()
  }
}

/// The size in which a video is to be shown.
func displaySize(of asset: AVAsset) -> CGSize? {
  guard let track = asset.tracks(withMediaType: .video).first else { return nil }
  let size = track.naturalSize.applying(track.preferredTransform)
  return CGSize(width: abs(size.width), height: abs(size.height))
}

/// Subclasses with their own stored properties, as in programs.
class TitledItem: AVPlayerItem {
  var title = ""
  override init(asset: AVAsset, automaticallyLoadedAssetKeys: [String]?) {
    super.init(asset: asset, automaticallyLoadedAssetKeys: automaticallyLoadedAssetKeys)
    title = "untitled"
  }
}

class CountingPlayer: AVPlayer {
  var seekCount = 0
  override func seek(
    to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime, completionHandler: @escaping (Bool) -> Void
  ) {
    seekCount += 1
    super.seek(
      to: time, toleranceBefore: toleranceBefore, toleranceAfter: toleranceAfter, completionHandler: completionHandler)
  }
}

/// Calls from anywhere, as programs for older SDKs make them.
func callsFromAnywhere(_ player: AVPlayer) {
  player.automaticProperties()
  DispatchQueue.global().sync {
    player.pause()
    _ = player.currentItem?.asset
    _ = player.currentItem?.tracks.first?.assetTrack?.mediaType
    _ = (player.currentItem?.asset as? AVURLAsset)?.url.isFileURL
  }
}

extension AVPlayer {
  var isPlaying: Bool { rate != 0 && error == nil }
  func automaticProperties() {
    actionAtItemEnd = .none
    actionAtItemEnd = .pause
    volume = 0.5
    isMuted = false
  }
}
