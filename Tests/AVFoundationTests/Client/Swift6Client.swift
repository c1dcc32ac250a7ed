// A current program, in Swift 6, importing only AVFoundation. It compiles without a warning; the test of the other file
// runs part of it.
import AVFoundation

@MainActor
final class ModernPlayerModel {
  let player = AVPlayer()
  private(set) var isPlaying = false
  private(set) var position = CMTime.zero
  private(set) var duration: CMTime?
  private var observations: Set<NSKeyValueObservation> = []
  private var timeObserver: Any?

  func start(url: URL) {
    let item = AVPlayerItem(url: url)
    observations.insert(
      item.observe(\.status, options: [.initial, .new]) { [weak self] item, _ in
        let (status, length) = (item.status, item.duration)
        Task { @MainActor in if status == .readyToPlay { self?.duration = length } }
      })
    observations.insert(
      player.observe(\.timeControlStatus, options: [.initial, .new]) { [weak self] player, _ in
        let isPlaying = player.timeControlStatus == .playing
        Task { @MainActor in self?.isPlaying = isPlaying }
      })
    timeObserver = player.addPeriodicTimeObserver(forInterval: CMTime(value: 1, timescale: 2), queue: .main) {
      [weak self] time in
      MainActor.assumeIsolated { self?.position = time }
    }
    player.replaceCurrentItem(with: item)
    player.play()
  }

  func jump(to seconds: Double) async -> Bool {
    await player.seek(
      to: CMTime(seconds: seconds, preferredTimescale: 600), toleranceBefore: .zero, toleranceAfter: .zero)
  }

  func stop() {
    for observation in observations { observation.invalidate() }
    observations = []
    if let timeObserver { player.removeTimeObserver(timeObserver) }
    timeObserver = nil
    player.replaceCurrentItem(with: nil)
  }

  /// Main-actor properties, from the main actor.
  var address: URL? { (player.currentItem?.asset as? AVURLAsset)?.url }
}

/// Loading from a task of no actor.
func describe(_ url: URL) async throws -> String {
  let asset = AVURLAsset(url: url)
  let (duration, tracks) = try await asset.load(.duration, .tracks)
  var lines = ["\(duration.seconds)"]
  for track in tracks {
    switch track.mediaType {
    case .video:
      let (size, rate, range) = try await track.load(.naturalSize, .nominalFrameRate, .timeRange)
      lines.append("video \(Int(size.width))x\(Int(size.height)) \(rate) \(range.duration.seconds)")
    case .audio:
      lines.append("audio \(try await track.load(.languageCode) ?? "und")")
    default: break
    }
  }
  return lines.joined(separator: ", ")
}

/// The text of an error, with its recovery suggestion and the underlying cause.
func explain(_ error: any Error) -> String {
  switch error {
  case AVError.fileFormatNotRecognized: "no media"
  case let error as URLError where error.code == .fileDoesNotExist: "missing"
  default: (error as NSError).localizedRecoverySuggestion ?? error.localizedDescription
  }
}

/// Players made and used on any thread.
nonisolated func fromAnywhere(_ url: URL) -> AVPlayer.Status {
  let item = AVPlayerItem(asset: AVURLAsset(url: url), automaticallyLoadedAssetKeys: [.duration, .tracks])
  let player = AVPlayer(playerItem: item)
  player.rate = 1.5
  player.pause()
  return player.status
}

/// A drawing program.
@MainActor
final class FrameSource {
  private let output = AVPlayerItemVideoOutput(pixelBufferAttributes: [
    kCVPixelBufferPixelFormatTypeKey as String: Int(kCVPixelFormatType_32BGRA)
  ])

  func attach(to item: AVPlayerItem) { item.add(output) }

  func pixelBuffer(at hostTime: TimeInterval) -> CVPixelBuffer? {
    let time = output.itemTime(forHostTime: hostTime)
    guard output.hasNewPixelBuffer(forItemTime: time) else { return nil }
    return output.copyPixelBuffer(forItemTime: time, itemTimeForDisplay: nil)
  }
}

/// A current view model with a layer.
@MainActor
final class LayerModel {
  let layer = AVPlayerLayer()
  private(set) var isReady = false
  private var observation: NSKeyValueObservation?

  func attach(_ player: AVPlayer) {
    layer.videoGravity = .resizeAspectFill
    layer.player = player
    observation = layer.observe(\.isReadyForDisplay, options: [.initial, .new]) { [weak self] layer, _ in
      let isReady = layer.isReadyForDisplay
      Task { @MainActor in self?.isReady = isReady }
    }
  }

  func fade(to opacity: Float) {
    CATransaction.begin()
    CATransaction.setAnimationDuration(0.3)
    layer.opacity = opacity
    CATransaction.commit()
    let start = CACurrentMediaTime()
    let pulse = CABasicAnimation(keyPath: #"transform.scale"#)
    pulse.fromValue = 1
    pulse.toValue = 1.2
    pulse.beginTime = start + 1
    layer.add(pulse, forKey: nil)
  }
}
