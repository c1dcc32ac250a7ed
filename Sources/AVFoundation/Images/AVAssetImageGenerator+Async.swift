import Foundation
import PlayheadEngine
import Synchronization

extension AVAssetImageGenerator {
  /// The image at a time, and when its picture begins to be seen.
  ///
  /// - Throws: `AVError.noImageAtTime`, `.noSourceTrack` where there are no pictures, what keeps the asset from being opened,
  ///   `.operationCancelled` after `cancelAllCGImageGeneration()`, and `CancellationError` when the task is cancelled.
  public func image(at time: CMTime) async throws -> (image: CGImage, actualTime: CMTime) {
    let feed = ImageFeed([time], generator: self)
    guard let answer = await feed.next() else { throw CancellationError() }
    let picture = try answer.outcome.get(extractor.url)
    return (picture.image, picture.time)
  }

  /// The images at many times, in their order, as they come. The settings of this moment hold for all; work begins with the first
  /// `next()` and does not run far ahead of the reader. Cancelling the task ends the sequence.
  public func images(for times: [CMTime]) -> Images { Images(ImageFeed(times, generator: self)) }

  /// Images of an asset, one after the other.
  public struct Images: AsyncSequence, AsyncIteratorProtocol {
    private let feed: ImageFeed

    init(_ feed: ImageFeed) { self.feed = feed }

    /// One of the images, or why there is none.
    @frozen
    public enum Element: Sendable {
      /// The time that was asked for, the image, and when its picture begins to be seen.
      case success(requestedTime: CMTime, image: CGImage, actualTime: CMTime)
      /// The time that was asked for, and why it has no image.
      case failure(requestedTime: CMTime, error: any Error)

      /// The time that was asked for.
      public var requestedTime: CMTime {
        switch self {
        case .success(let time, _, _), .failure(let time, _): time
        }
      }

      /// The image; throws why there is none.
      public var image: CGImage {
        get throws {
          switch self {
          case .success(_, let image, _): return image
          case .failure(_, let error): throw error
          }
        }
      }

      /// When the picture begins to be seen; throws why there is none.
      public var actualTime: CMTime {
        get throws {
          switch self {
          case .success(_, _, let time): return time
          case .failure(_, let error): throw error
          }
        }
      }
    }

    /// Itself: there is one pass.
    public func makeAsyncIterator() -> Images { self }

    /// The next image, nil after the last one and when the task is cancelled.
    public mutating func next() async -> Element? {
      guard let answer = await feed.next() else { return nil }
      do {
        let picture = try answer.outcome.get(feed.url)
        return .success(requestedTime: answer.time, image: picture.image, actualTime: picture.time)
      } catch {
        return .failure(requestedTime: answer.time, error: error)
      }
    }
  }
}

/// The answers of a batch for tasks that wait for them. The batch ends with its last reader.
final class ImageFeed: Sendable {
  typealias Answer = (time: CMTime, outcome: ImageOutcome)

  /// Wakes the tasks that wait.
  private final class Bell: Sendable {
    private let state = Mutex<(waiting: [CheckedContinuation<Void, Never>], hasRung: Bool)>(([], false))

    func ring() {
      let woken = state.withLock { state in
        state.hasRung = state.waiting.isEmpty
        defer { state.waiting = [] }
        return state.waiting
      }
      for continuation in woken { continuation.resume() }
    }

    /// Returns when the bell rings, or at once if it has rung since somebody last waited.
    func wait() async {
      await withCheckedContinuation { continuation in
        let isDone = state.withLock { state in
          defer { state.hasRung = false }
          if !state.hasRung { state.waiting.append(continuation) }
          return state.hasRung
        }
        if isDone { continuation.resume() }
      }
    }
  }

  let url: URL
  private let generator: AVAssetImageGenerator
  private let batch: ImageBatch
  private let bell = Bell()
  private let isStarted = Atomic<Bool>(false)

  init(_ times: [CMTime], generator: AVAssetImageGenerator) {
    self.generator = generator
    url = generator.extractor.url
    let bell = bell
    batch = generator.extractor.pictures(at: times, wish: generator.wish) { bell.ring() }
    generator.keep(batch)
  }

  deinit {
    batch.cancel()
    generator.drop(batch)
  }

  /// nil after the last one, and when the task is cancelled.
  func next() async -> Answer? {
    if !isStarted.exchange(true, ordering: .acquiringAndReleasing) { batch.start() }
    return await withTaskCancellationHandler {
      while !Task.isCancelled {
        if let answer = batch.next() { return (batch.times[answer.index], answer.outcome) }
        if batch.isOver { return nil }
        await bell.wait()
      }
      return nil
    } onCancel: {
      batch.cancel()
    }
  }
}
