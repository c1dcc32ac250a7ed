// Shows samples of the program's own in a small window above the others: a square that moves from left to right. The
// window's buttons pause, play and skip through methods of the program.
//
//     swift run SmallWindow
import AVKit
import CPlayheadGTK
import Foundation

/// Prints a line at once, also into a pipe.
func report(_ line: String) {
  print(line)
  fflush(nil)
}

/// Enqueues a frame of 320 × 180 for each tenth of a second, and plays them in a small window.
@MainActor final class SquarePlayer: NSObject {
  let layer = AVSampleBufferDisplayLayer()
  private let synchronizer = AVSampleBufferRenderSynchronizer()
  private let length = CMTime(value: 60, timescale: 1)
  private var next = 0

  override init() {
    super.init()
    synchronizer.addRenderer(layer)
    seek(to: .zero)
    synchronizer.rate = 1
  }

  /// Drops the frames of another position and enqueues the next ones.
  func seek(to time: CMTime) {
    layer.flush()
    next = Int(time.seconds * 10)
    synchronizer.setRate(synchronizer.rate, time: time)
    layer.requestMediaDataWhenReady(on: .main) { [weak self] in
      MainActor.assumeIsolated { self?.enqueue() }
    }
  }

  private func enqueue() {
    while layer.isReadyForMoreMediaData {
      let time = CMTime(value: CMTimeValue(next), timescale: 10)
      guard time < length, let frame = try? frame(at: time) else { return layer.stopRequestingMediaData() }
      layer.enqueue(frame)
      next += 1
    }
  }

  private func frame(at time: CMTime) throws -> CMSampleBuffer {
    var made: CVPixelBuffer?
    CVPixelBufferCreate(kCFAllocatorDefault, 320, 180, kCVPixelFormatType_32BGRA, nil, &made)
    guard let image = made else { throw CMSampleBuffer.Error.allocationFailed }
    CVPixelBufferLockBaseAddress(image, [])
    let bitmap = CGContext(
      data: CVPixelBufferGetBaseAddress(image), width: 320, height: 180, bitsPerComponent: 8,
      bytesPerRow: CVPixelBufferGetBytesPerRow(image), space: CGColorSpaceCreateDeviceRGB(),
      bitmapInfo: CGImageAlphaInfo.premultipliedFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue)
    bitmap?.setFillColor(red: 0.1, green: 0.2, blue: 0.4, alpha: 1)
    bitmap?.fill(CGRect(x: 0, y: 0, width: 320, height: 180))
    bitmap?.setFillColor(red: 1, green: 0.8, blue: 0.2, alpha: 1)
    bitmap?.fill(CGRect(x: time.seconds / length.seconds * 280, y: 70, width: 40, height: 40))
    CVPixelBufferUnlockBaseAddress(image, [])
    let timing = CMSampleTimingInfo(
      duration: CMTime(value: 1, timescale: 10), presentationTimeStamp: time, decodeTimeStamp: .invalid)
    return try CMSampleBuffer(
      imageBuffer: image, formatDescription: CMFormatDescription(imageBuffer: image), sampleTiming: timing)
  }
}

extension SquarePlayer: AVPictureInPictureSampleBufferPlaybackDelegate {
  func pictureInPictureController(_ controller: AVPictureInPictureController, setPlaying playing: Bool) {
    synchronizer.rate = playing ? 1 : 0
    report(playing ? "playing" : "paused")
  }

  func pictureInPictureControllerTimeRangeForPlayback(_ controller: AVPictureInPictureController) -> CMTimeRange {
    CMTimeRange(start: .zero, duration: length)
  }

  func pictureInPictureControllerIsPlaybackPaused(_ controller: AVPictureInPictureController) -> Bool {
    synchronizer.rate == 0
  }

  func pictureInPictureController(
    _ controller: AVPictureInPictureController, didTransitionToRenderSize newRenderSize: CMVideoDimensions
  ) {
    report("\(newRenderSize.width) × \(newRenderSize.height) pixels")
  }

  func pictureInPictureController(
    _ controller: AVPictureInPictureController, skipByInterval skipInterval: CMTime,
    completion completionHandler: @escaping () -> Void
  ) {
    let target = min(max(.zero, layer.timebase.time + skipInterval), length)
    seek(to: target)
    report("skipped to \(Int(target.seconds.rounded())) s")
    completionHandler()
  }
}

gtk_init()
let player = SquarePlayer()
let source = AVPictureInPictureController.ContentSource(
  sampleBufferDisplayLayer: player.layer, playbackDelegate: player)
let controller = AVPictureInPictureController(contentSource: source)
// The window opens with the first frame, and the program ends when it is closed.
let ready = player.layer.observe(\.isReadyForDisplay, options: [.initial, .new]) { layer, _ in
  MainActor.assumeIsolated { if layer.isReadyForDisplay { controller.startPictureInPicture() } }
}
var wasOpen = false
while !wasOpen || controller.isPictureInPictureActive {
  g_main_context_iteration(nil, 1)
  wasOpen = wasOpen || controller.isPictureInPictureActive
}
print("closed")
