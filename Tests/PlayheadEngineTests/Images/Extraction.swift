import CoreMedia
import Foundation
import Synchronization
import TestSupport

@testable import PlayheadImages
@testable import PlayheadItems

/// Requests images as programs do, and awaits the results without blocking a thread.
final class Extraction: Sendable {
  private struct State {
    var answers: [ImageBatch.Answer] = []
    var batch: ImageBatch?
    var waiting: CheckedContinuation<Void, Never>?
  }
  private let state = Mutex(State())
  /// Called with each answer, on the thread that delivered it.
  private let watch: @Sendable (ImageBatch.Answer, ImageBatch) -> Void

  private init(watch: @escaping @Sendable (ImageBatch.Answer, ImageBatch) -> Void) { self.watch = watch }

  static func run(
    _ extractor: ImageExtractor, _ times: [CMTime], _ request: ImageRequest,
    watch: @escaping @Sendable (ImageBatch.Answer, ImageBatch) -> Void = { _, _ in }
  ) async -> [ImageBatch.Answer] {
    let extraction = Extraction(watch: watch)
    let batch = extractor.images(at: times, request: request) { extraction.take() }
    extraction.state.withLock { $0.batch = batch }
    guard !times.isEmpty else { return [] }
    await withCheckedContinuation { continuation in
      extraction.state.withLock { $0.waiting = continuation }
      batch.start()
    }
    // A surplus answer would arrive now.
    extraction.take()
    return extraction.state.withLock { $0.answers }
  }

  private func take() {
    let (new, batch, waiting) = state.withLock { state in
      var new: [ImageBatch.Answer] = []
      while let answer = state.batch?.next() { new.append(answer) }
      state.answers += new
      guard state.batch?.isOver == true else { return (new, state.batch, nil as CheckedContinuation<Void, Never>?) }
      defer { state.waiting = nil }
      return (new, state.batch, state.waiting)
    }
    if let batch { for answer in new { watch(answer, batch) } }
    waiting?.resume()
  }
}

extension ImageRequest {
  /// Exact requests in source size.
  static var exact: ImageRequest {
    var request = ImageRequest()
    request.toleranceBefore = .zero
    request.toleranceAfter = .zero
    return request
  }

  static func sized(_ width: Double, _ height: Double) -> ImageRequest {
    var request = ImageRequest()
    request.maximumSize = CGSize(width: width, height: height)
    return request
  }
}

extension ImageOutcome {
  var extracted: ExtractedImage? { if case .image(let extracted) = self { extracted } else { nil } }
  var failure: MediaError.Kind? { if case .failure(let error) = self { error.kind } else { nil } }
  var isCancelled: Bool { if case .cancelled = self { true } else { false } }
  /// The number drawn into the image.
  var number: Int? { extracted.flatMap { FrameNumber.read($0.image) } }
}
