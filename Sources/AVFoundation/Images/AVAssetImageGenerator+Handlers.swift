import Foundation
import PlayheadEngine
import Synchronization

extension AVAssetImageGenerator {
  /// Makes images for many times and hands each to a handler, which is called exactly once for each time, in the order of the
  /// list, on a queue of the generator, one call at a time. An empty list calls nothing.
  public func generateCGImagesAsynchronously(
    forTimes requestedTimes: [NSValue], completionHandler handler: @escaping AVAssetImageGeneratorCompletionHandler
  ) {
    deliver(requestedTimes.map(\.timeValue)) { time, outcome in
      switch outcome {
      case .picture(let picture): handler(time, picture.image, picture.time, .succeeded, nil)
      case .failure(let error): handler(time, nil, .invalid, .failed, error.forClients)
      case .cancelled: handler(time, nil, .invalid, .cancelled, nil)
      }
    }
  }

  /// Makes an image and hands it to a handler on a queue of the generator: the image, and when its picture begins to be seen, or
  /// the error.
  @preconcurrency
  public func generateCGImageAsynchronously(
    for requestedTime: CMTime, completionHandler handler: @escaping @Sendable (CGImage?, CMTime, (any Error)?) -> Void
  ) {
    let url = extractor.url
    deliver([requestedTime]) { _, outcome in
      do {
        let picture = try outcome.get(url)
        handler(picture.image, picture.time, nil)
      } catch {
        handler(nil, .invalid, error)
      }
    }
  }

  private func deliver(_ times: [CMTime], to receiver: @escaping (CMTime, ImageOutcome) -> Void) {
    guard !times.isEmpty else { return }
    ImageDelivery(times, generator: self, receiver: receiver).start()
  }
}

/// Takes the answers of a batch as they come and hands them on, one at a time, on the generator's queue. Keeps the generator until
/// the last one.
private final class ImageDelivery: @unchecked Sendable {
  // Sendable: `batch` is set before the start; the receiver is called on one serial queue, as the functions above promise.
  private let generator: AVAssetImageGenerator
  private let receiver: (CMTime, ImageOutcome) -> Void
  private let times: [CMTime]
  private var batch: ImageBatch?
  private let isScheduled = Atomic<Bool>(false)

  init(_ times: [CMTime], generator: AVAssetImageGenerator, receiver: @escaping (CMTime, ImageOutcome) -> Void) {
    self.times = times
    self.generator = generator
    self.receiver = receiver
  }

  func start() {
    let batch = generator.extractor.pictures(at: times, wish: generator.wish) { self.schedule() }
    self.batch = batch
    generator.keep(batch)
    batch.start()
  }

  private func schedule() {
    guard !isScheduled.exchange(true, ordering: .acquiringAndReleasing) else { return }
    generator.queue.async { self.handOn() }
  }

  /// On the queue. What comes while it works is taken too, or schedules it again.
  private func handOn() {
    isScheduled.store(false, ordering: .sequentiallyConsistent)
    guard let batch else { return }
    while let answer = batch.next() { receiver(times[answer.index], answer.outcome) }
    guard batch.isOver else { return }
    generator.drop(batch)
    self.batch = nil
  }
}
