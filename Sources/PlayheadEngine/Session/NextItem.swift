import CoreMedia
import PlayheadFFmpeg
import PlayheadItems
import PlayheadMedia
import PlayheadPipeline

/// The next item and how far it has been prepared.
struct NextItem {
  /// The session's action after a report of the item's pipeline.
  enum Outcome {
    /// Nothing.
    case none
    /// The container is open: its tracks have to be selected, and the pipeline started.
    case opened(MediaInfo, [StreamParameters])
    /// The item could not be opened.
    case failed
  }

  /// The item that follows. It becomes the current item when this one ends.
  let item: EngineItem
  /// The part of the item that is prepared.
  let bounds: ItemBounds
  /// The pipeline that prepares the item; nil before preparation starts.
  private(set) var pipeline: ItemPipeline?
  /// The epoch of the pipeline's start; 0 until the container is open.
  private(set) var epoch = 0
  /// The reports of the pipeline since that start. The session adopts them with the item.
  private(set) var progress = StartProgress()
  /// Whether its first frame, or without video its first audio, is ready: it can become current without opening it
  /// again.
  private(set) var hasReachedTarget = false
  /// Whether it could not be opened. The failure is reported when it becomes the current item.
  private(set) var isUnplayable = false
  /// Whether its audio follows that of the current item in the ring: the two join at a sample.
  private(set) var isQueuedInRing = false

  /// An item that is not prepared.
  init(_ item: EngineItem, isUnplayable: Bool = false) {
    self.item = item
    bounds = item.bounds
    self.isUnplayable = isUnplayable
  }

  /// Whether preparation can start.
  var needsPipeline: Bool { pipeline == nil && !isUnplayable }

  /// Preparation has started.
  mutating func prepare(in pipeline: ItemPipeline) { self.pipeline = pipeline }

  /// The pipeline was started.
  mutating func wasStarted(epoch: Int) { self.epoch = epoch }

  /// The audio follows that of the current item in the ring.
  mutating func audioIsQueued() { isQueuedInRing = true }

  /// Handles a report of the pipeline. Reports of earlier starts are ignored.
  mutating func handle(_ report: PipelineReport) -> Outcome {
    switch report {
    case .opened(let info, let streams): return .opened(info, streams)
    case .failed: return .failed
    case .targetReached(let epoch, _, _):
      guard epoch == self.epoch else { break }
      hasReachedTarget = true
      pipeline?.timeline.place(epoch: epoch)
    case .videoPrimed(let epoch): if epoch == self.epoch { progress.videoIsPrimed() }
    case .audioPrimed(let epoch): if epoch == self.epoch { progress.audioIsPrimed() }
    case .videoEnded(let epoch, let end): if epoch == self.epoch { progress.videoEnded(at: end) }
    case .audioEnded(let epoch, let end): if epoch == self.epoch { progress.audioEnded(at: end) }
    case .readEverything(let epoch): if epoch == self.epoch { progress.everythingIsRead() }
    case .readFailed(let epoch, let error): if epoch == self.epoch { progress.readFailed(error) }
    case .decodedNothing(let epoch, let error): if epoch == self.epoch { progress.decodingFailed(error) }
    case .closedCaptions(let found): _ = item.addClosedCaptions(found)
    case .frameShape(let shape): item.update { $0.adopt(shape) }
    case .durationEstimated(let duration):
      item.update {
        $0.duration = duration
        $0.isDurationEstimated = true
      }
    // It cannot follow without a gap: it starts when the current item is over.
    case .audioIsOutOfReach: break
    // Evaluated when the item becomes current.
    case .interstitialsChanged: break
    case .passed: break
    // Only the current item passes through.
    case .passthroughRefused: break
    }
    return .none
  }
}
