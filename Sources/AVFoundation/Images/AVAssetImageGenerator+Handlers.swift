import Foundation
import PlayheadImages
import Synchronization

extension AVAssetImageGenerator {
  /// Generates images and passes them to a receiver on the generator's queue.
  func deliver(_ times: [CMTime], to receiver: @escaping (CMTime, ImageOutcome) -> Void) {
    guard !times.isEmpty else { return }
    ImageDelivery(times, generator: self, receiver: receiver).start()
  }
}

/// Delivers the images of a batch to a handler, serially on the generator's queue. Retains the generator until the last
/// one.
private final class ImageDelivery: @unchecked Sendable {
  // Sendable: `batch` is set before the start; the receiver is called on one serial queue, as the functions above
  // promise.
  /// The generator, whose queue delivers the images.
  private let generator: AVAssetImageGenerator
  /// The client's handler.
  private let receiver: (CMTime, ImageOutcome) -> Void
  /// The requested times, in the order of delivery.
  private let times: [CMTime]
  /// The batch; nil before the start and after the last image.
  private var batch: ImageBatch?
  /// Whether a run on the generator's queue is enqueued.
  private let isScheduled = Atomic<Bool>(false)

  /// Creates a delivery that is inactive until `start()`.
  init(_ times: [CMTime], generator: AVAssetImageGenerator, receiver: @escaping (CMTime, ImageOutcome) -> Void) {
    self.times = times
    self.generator = generator
    self.receiver = receiver
  }

  /// Starts the batch, which retains the delivery until the last image.
  func start() {
    let batch = generator.extractor.images(at: times, request: generator.request) { self.schedule() }
    self.batch = batch
    generator.register(batch)
    batch.start()
  }

  /// Enqueues a run on the generator's queue, unless one is enqueued. Any thread.
  private func schedule() {
    guard !isScheduled.exchange(true, ordering: .acquiringAndReleasing) else { return }
    generator.queue.async { self.deliverImages() }
  }

  /// Runs on the generator's queue. Images that arrive meanwhile are delivered too, or schedule another run.
  private func deliverImages() {
    isScheduled.store(false, ordering: .sequentiallyConsistent)
    guard let batch else { return }
    while let answer = batch.next() { receiver(times[answer.index], answer.outcome) }
    guard batch.isOver else { return }
    generator.unregister(batch)
    self.batch = nil
  }
}
