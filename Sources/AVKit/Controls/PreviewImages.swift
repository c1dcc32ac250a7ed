import AVFoundation
import PlayheadBasics

/// Thumbnails for the seek bar. One is generated at a time: the latest request comes next, and those in between are
/// skipped.
@MainActor final class PreviewImages {
  /// Called when the image of a second is available; nil if the item has none.
  var onImage: ((_ second: Int, CGImage?) -> Void)?
  private let generator: AVAssetImageGenerator
  private var cache = RecentValues<Int, CGImage>(capacity: 64)
  private var order = LatestFirst<Int>()
  private var isRefused = false
  private var failuresInRow = 0
  private static let failureLimit = 3

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

  private func tearDown() { generator.cancelAllCGImageGeneration() }

  /// The cached image of a second; nil if it must be generated and arrives through `onImage`. The nearest sync sample
  /// is sufficient.
  func image(at seconds: Double) -> CGImage? {
    let second = Int(saturating: max(0, min(1e7, seconds)))
    if let image = cache[second] { return image }
    if !isRefused, let next = order.submit(second) { make(next) }
    return nil
  }

  private func make(_ second: Int) {
    let time = CMTime(value: CMTimeValue(second), timescale: 1)
    generator.generateCGImageAsynchronously(for: time) { [weak self] image, _, error in
      let isFinal = image == nil && error != nil
      DispatchQueue.main.async { MainActor.assumeIsolated { self?.made(image, of: second, isRefused: isFinal) } }
    }
  }

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
  private var running: Work?
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

/// A cache with a capacity and least-recently-used eviction.
struct RecentValues<Key: Hashable, Value> {
  private let capacity: Int
  private var values: [Key: Value] = [:]
  private var order: [Key] = []

  init(capacity: Int) { self.capacity = capacity }

  subscript(key: Key) -> Value? {
    mutating get {
      guard let value = values[key] else { return nil }
      touch(key)
      return value
    }
    set {
      values[key] = newValue
      order.removeAll { $0 == key }
      guard newValue != nil else { return }
      order.append(key)
      if order.count > capacity { values[order.removeFirst()] = nil }
    }
  }

  private mutating func touch(_ key: Key) {
    order.removeAll { $0 == key }
    order.append(key)
  }
}
