import Foundation
import PlayheadImages
import Synchronization

extension AVAssetImageGenerator {
  /// The image at a time, and the presentation time of its frame.
  ///
  /// - Throws: `AVError.noImageAtTime`, `.noSourceTrack` for an asset without video, the error of opening the asset,
  ///   `.operationCancelled` after `cancelAllCGImageGeneration()`, and `CancellationError` if the task is cancelled.
  public func image(at time: CMTime) async throws -> (image: CGImage, actualTime: CMTime) {
    let feed = ImageFeed([time], generator: self)
    guard let answer = await feed.next() else { throw CancellationError() }
    let extracted = try answer.outcome.get(extractor.url)
    return (extracted.image, extracted.time)
  }

  /// The images at several times, delivered in order as they become available. The generator's current settings apply
  /// to all. Work starts with the first `next()` and stays only slightly ahead of the consumer. Cancelling the task
  /// ends the sequence.
  public func images(for times: [CMTime]) -> Images { Images(ImageFeed(times, generator: self)) }

  /// An asynchronous sequence of images of an asset.
  public struct Images: AsyncSequence, AsyncIteratorProtocol {
    /// The batch, shared by all copies of the sequence.
    private let feed: ImageFeed

    init(_ feed: ImageFeed) { self.feed = feed }

    /// An image, or the error that prevented it.
    @frozen
    public enum Element: Sendable {
      /// The requested time, the image, and the presentation time of its frame.
      case success(requestedTime: CMTime, image: CGImage, actualTime: CMTime)
      /// The requested time, and the error.
      case failure(requestedTime: CMTime, error: any Error)

      /// The requested time.
      public var requestedTime: CMTime {
        switch self {
        case .success(let time, _, _), .failure(let time, _): time
        }
      }

      /// The image; throws the error of a failure.
      public var image: CGImage {
        get throws {
          switch self {
          case .success(_, let image, _): return image
          case .failure(_, let error): throw error
          }
        }
      }

      /// The presentation time of the frame; throws the error of a failure.
      public var actualTime: CMTime {
        get throws {
          switch self {
          case .success(_, _, let time): return time
          case .failure(_, let error): throw error
          }
        }
      }
    }

    /// Returns the sequence itself: it supports one iteration.
    public func makeAsyncIterator() -> Images { self }

    /// The next image; nil after the last one and when the task is cancelled.
    public mutating func next() async -> Element? {
      guard let answer = await feed.next() else { return nil }
      do {
        let extracted = try answer.outcome.get(feed.url)
        return .success(requestedTime: answer.time, image: extracted.image, actualTime: extracted.time)
      } catch {
        return .failure(requestedTime: answer.time, error: error)
      }
    }
  }
}

/// Delivers the images of a batch to tasks. Releasing the last reference cancels the batch.
final class ImageFeed: Sendable {
  /// The requested time and the result.
  typealias Answer = (time: CMTime, outcome: ImageOutcome)

  /// Wakes waiting tasks.
  private final class WakeSignal: Sendable {
    /// The waiting tasks, and whether the signal was sent while none waited.
    private let state = Mutex<(waiting: [CheckedContinuation<Void, Never>], isSent: Bool)>(([], false))

    /// Wakes all waiting tasks, or the next one that waits.
    func send() {
      let woken = state.withLock { state in
        state.isSent = state.waiting.isEmpty
        defer { state.waiting = [] }
        return state.waiting
      }
      for continuation in woken { continuation.resume() }
    }

    /// Returns when the signal is sent, or immediately if it was sent since the last wait.
    func wait() async {
      await withCheckedContinuation { continuation in
        let isDone = state.withLock { state in
          defer { state.isSent = false }
          if !state.isSent { state.waiting.append(continuation) }
          return state.isSent
        }
        if isDone { continuation.resume() }
      }
    }
  }

  /// The location of the asset, for errors.
  let url: URL
  /// The generator, retained until the batch is released.
  private let generator: AVAssetImageGenerator
  /// The batch of images, cancelled when the feed is released.
  private let batch: ImageBatch
  /// The signal that the next image is available.
  private let wakeSignal = WakeSignal()
  /// Whether the batch has been started, which the first `next()` does.
  private let isStarted = Atomic<Bool>(false)

  /// Creates a batch with the generator's current settings. Work does not start yet.
  init(_ times: [CMTime], generator: AVAssetImageGenerator) {
    self.generator = generator
    url = generator.extractor.url
    let wakeSignal = wakeSignal
    batch = generator.extractor.images(at: times, request: generator.request) { wakeSignal.send() }
    generator.register(batch)
  }

  deinit {
    batch.cancel()
    generator.unregister(batch)
  }

  /// The next image; nil after the last one and when the task is cancelled.
  func next() async -> Answer? {
    if !isStarted.exchange(true, ordering: .acquiringAndReleasing) { batch.start() }
    return await withTaskCancellationHandler {
      while !Task.isCancelled {
        if let answer = batch.next() { return (batch.times[answer.index], answer.outcome) }
        if batch.isOver { return nil }
        await wakeSignal.wait()
      }
      return nil
    } onCancel: {
      batch.cancel()
    }
  }
}
