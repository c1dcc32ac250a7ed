// The other programs of the guides, in Swift 5, importing only AVFoundation.
import AVFoundation

/// Images no wider than 200 points: a single one, and a series.
func thumbnails(of asset: AVAsset, at times: [CMTime], completion: @escaping ([CGSize], [Double]) -> Void) throws {
  guard asset.tracks(withMediaType: .video).count > 0 else { return completion([], []) }
  let generator = AVAssetImageGenerator(asset: asset)
  generator.maximumSize = CGSize(width: 200, height: 0)
  generator.apertureMode = .productionAperture
  var actual = CMTime.zero
  let first = try generator.copyCGImage(at: times[0], actualTime: &actual)
  var sizes = [CGSize(width: first.width, height: first.height)]
  var seconds = [actual.seconds]
  generator.generateCGImagesAsynchronously(forTimes: times.map { NSValue(time: $0) }) { _, image, time, result, _ in
    if let image = image, result == .succeeded {
      sizes.append(CGSize(width: image.width, height: image.height))
      seconds.append(time.seconds)
    }
    if sizes.count == times.count + 1 { completion(sizes, seconds) }
  }
}

/// Lists the options as a menu would; selects the subtitles of a name.
func chooseSubtitles(_ name: String, in item: AVPlayerItem) -> [String] {
  var lines: [String] = []
  for characteristic in item.asset.availableMediaCharacteristicsWithMediaSelectionOptions {
    lines.append("[\(characteristic.rawValue)]")
    guard let group = item.asset.mediaSelectionGroup(forMediaCharacteristic: characteristic) else { continue }
    for option in group.options {
      lines.append("Option: \(option.displayName)")
      if characteristic == .legible, option.displayName == name { item.select(option, in: group) }
    }
  }
  return lines
}

/// A player of songs: everything by string keys, the next song by two means, and ends distinguished by their items.
class SongPlayer: NSKeyValueObserverObject {
  enum Status: String { case idle, buffering, prepareToPlay, playing, finished, failed }

  let player: AVQueuePlayer
  var statuses: [Status] = []
  var progress: [Double] = []
  var buffered: [Double] = []
  var finished: [Int] = []
  private var songs: [AVPlayerItem] = []
  private var watched: AVPlayerItem?
  private var timeObserver: Any?
  private var endToken: NSObjectProtocol?
  private static let keys = ["status", "loadedTimeRanges", "playbackBufferEmpty", "playbackLikelyToKeepUp"]

  init(player: AVQueuePlayer) {
    self.player = player
    super.init()
    timeObserver = player.addPeriodicTimeObserver(forInterval: CMTimeMake(value: 1, timescale: 1), queue: .main) {
      [weak self] time in
      guard let self = self, let item = self.player.currentItem else { return }
      // The duration may still be unknown: NaN, which no view accepts.
      let total = CMTimeGetSeconds(item.duration)
      if !total.isNaN { self.progress.append(CMTimeGetSeconds(time) / total) }
    }
    endToken = NotificationCenter.default.addObserver(
      forName: .AVPlayerItemDidPlayToEndTime, object: nil, queue: nil
    ) { [weak self] notification in
      guard let self = self, let item = notification.object as? AVPlayerItem else { return }
      if let index = self.songs.firstIndex(where: { $0 == item }) { self.finished.append(index) }
    }
  }

  func set(_ songs: [AVPlayerItem]) {
    self.songs = songs
    player.removeAllItems()
    for song in songs where player.canInsert(song, after: nil) { player.insert(song, after: nil) }
    watch(player.currentItem)
  }

  func watch(_ item: AVPlayerItem?) {
    for key in Self.keys {
      watched?.removeObserver(self, forKeyPath: key)
      item?.addObserver(self, forKeyPath: key, options: .new, context: nil)
    }
    watched = item
  }

  func next() {
    player.advanceToNextItem()
    watch(player.currentItem)
  }

  override func observeValue(
    forKeyPath path: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?, context: UnsafeMutableRawPointer?
  ) {
    guard let item = object as? AVPlayerItem, let change = change else { return }
    switch path {
    case "status":
      switch player.status {
      case .readyToPlay: if item.status == .failed { statuses.append(.failed) }
      case .failed: statuses.append(.failed)
      default: statuses.append(.idle)
      }
    case "loadedTimeRanges":
      guard let range = item.loadedTimeRanges.first?.timeRangeValue else { return }
      buffered.append(CMTimeGetSeconds(range.start) + CMTimeGetSeconds(range.duration))
    case "playbackBufferEmpty": if change[.newKey] as? Bool == true { statuses.append(.buffering) }
    case "playbackLikelyToKeepUp":
      if change[.newKey] as? Bool == true, player.rate == 0 {
        player.play()
        statuses.append(.prepareToPlay)
      }
    default: super.observeValue(forKeyPath: path, of: object, change: change, context: context)
    }
  }

  deinit {
    watch(nil)
    if let timeObserver = timeObserver { player.removeTimeObserver(timeObserver) }
    if let endToken = endToken { NotificationCenter.default.removeObserver(endToken) }
  }
}

/// Times are fractions: the guide's arithmetic.
func fractionsOfSeconds() -> [Bool] {
  let time1 = CMTimeMake(value: 200, timescale: 2)
  let time2 = CMTimeMake(value: 400, timescale: 4)
  let float64Seconds: Float64 = 200.0 / 3
  var time3 = CMTimeMakeWithSeconds(float64Seconds, preferredTimescale: 3)
  time3 = CMTimeMultiply(time3, multiplier: 3)
  time3 = CMTimeSubtract(time3, time1)
  CMTimeShow(time3)
  return [CMTimeCompare(time1, time2) == 0, CMTimeCompare(time2, time3) == 0]
}

/// A stream by the shortest API: the player makes the item, which loads its tracks and its duration when it is ready.
class StreamController: NSKeyValueObserverObject {
  let player: AVPlayer
  var log: [String] = []
  private static var playerStatusContext = 0
  private var observation: NSKeyValueObservation?

  init(player: AVPlayer, url: URL) {
    self.player = player
    super.init()
    player.addObserver(self, forKeyPath: "status", options: [], context: &StreamController.playerStatusContext)
    observation = player.observe(\.currentItem?.tracks.count, options: .new) { [weak self] player, _ in
      self?.log.append("tracks \(player.currentItem?.tracks.count ?? 0)")
    }
    player.replaceCurrentItem(with: AVPlayerItem(url: url))
  }

  /// The path to the duration that every version of the system supports.
  var oldDuration: CMTime? { player.currentItem?.tracks.first?.assetTrack?.asset?.duration }

  override func observeValue(
    forKeyPath path: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?, context: UnsafeMutableRawPointer?
  ) {
    guard context == &StreamController.playerStatusContext, let thePlayer = object as? AVPlayer else { return }
    log.append(thePlayer.status == .failed ? "failed" : "ready")
  }

  deinit { player.removeObserver(self, forKeyPath: "status") }
}
