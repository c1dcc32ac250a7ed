import AVFoundation
import PlayheadBasics

/// Thumbnails for the seek bar. One is generated at a time: the latest request comes next, and those in between are
/// skipped.
@MainActor final class PreviewImages {
  /// Called when the image of a second is available; nil if the item has none.
  var onImage: ((_ second: Int, CGImage?) -> Void)?
  /// Decodes the images on its own queue, scaled to the width of the bubble.
  private let generator: AVAssetImageGenerator
  /// The images by second of media time.
  private var cache = RecentValues<Int, CGImage>(capacity: 64)
  /// The second that is being generated, and the latest one requested meanwhile.
  private var order = LatestFirst<Int>()
  /// Whether generation has been given up: the item provides no images.
  private var isRefused = false
  /// Final failures since the last image.
  private var failuresInRow = 0
  /// The number of final failures in a row after which an item is assumed to have no video.
  private static let failureLimit = 3

  /// Creates a generator for an asset.
  ///
  /// - Parameter width: The maximum width of images in device pixels; the height follows from the aspect ratio.
  init(_ asset: AVAsset, width: Int) {
    generator = AVAssetImageGenerator(asset: asset)
    generator.appliesPreferredTrackTransform = true
    generator.maximumSize = CGSize(width: width, height: 0)
  }

  #if compiler(>=6.2)
    isolated deinit { tearDown() }
  #else
    deinit { MainThreadTeardown.perform { tearDown() } }
  #endif

  /// Cancels the generation in progress. Runs on the main thread.
  private func tearDown() { generator.cancelAllCGImageGeneration() }

  /// The cached image of a second; nil if it must be generated and arrives through `onImage`. The nearest sync sample
  /// is sufficient.
  func image(at seconds: Double) -> CGImage? {
    let second = Int(saturating: max(0, min(1e7, seconds)))
    if let image = cache[second] { return image }
    if !isRefused, let next = order.submit(second) { make(next) }
    return nil
  }

  /// Requests the image of a second. The result arrives on a thread of the generator.
  private func make(_ second: Int) {
    let time = CMTime(value: CMTimeValue(second), timescale: 1)
    generator.generateCGImageAsynchronously(for: time) { [weak self] image, _, error in
      let isFinal = image == nil && error != nil
      DispatchQueue.main.async { MainActor.assumeIsolated { self?.made(image, of: second, isRefused: isFinal) } }
    }
  }

  /// Stores an image on the main thread, and starts the next request.
  ///
  /// - Parameter isRefused: Whether the generator failed with an error.
  private func made(_ image: CGImage?, of second: Int, isRefused: Bool) {
    if let image { cache[second] = image }
    // Items without video refuse every image, so no further requests are made after a few failures in a row. Server
    // errors are transient.
    failuresInRow = isRefused ? failuresInRow + 1 : 0
    if failuresInRow >= Self.failureLimit { self.isRefused = true }
    onImage?(second, image)
    if let next = order.finished(), !self.isRefused { make(next) }
  }
}

/// Runs one piece of work at a time, and queues only the latest request meanwhile.
struct LatestFirst<Work: Equatable> {
  /// The work that was started and has not finished.
  private var running: Work?
  /// The latest request; nil if it is the running one.
  private var waiting: Work?

  /// Requests work. The caller must start the returned work.
  mutating func submit(_ work: Work) -> Work? {
    guard let running else {
      self.running = work
      return work
    }
    waiting = running == work ? nil : work
    return nil
  }

  /// The current work ended. The caller must start the returned work.
  mutating func finished() -> Work? {
    running = waiting
    waiting = nil
    return running
  }
}
