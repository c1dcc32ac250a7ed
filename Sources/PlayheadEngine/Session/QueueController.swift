import CoreMedia
import Foundation
import PlayheadCaptionTracks
import PlayheadFFmpeg
import PlayheadItems
import PlayheadMedia
import PlayheadPipeline

/// Owns the current item with its pipeline, and the next item with its own. Used on the session's thread.
///
/// The next item is opened while the current one plays its last seconds, and joined to it without a gap:
///
///     current item: … last packet read ─► … ─► last sample written ─► … ─► last sample played
///     next item:            └► opened, started at 0, video primed └► its audio follows in the ring └► becomes current
final class QueueController {
  /// The current item; nil while there is none.
  private(set) var item: EngineItem?
  /// The pipeline of the current item; nil without an item, and after the pipeline was closed.
  private(set) var pipeline: ItemPipeline?
  /// The next item and how far it has been prepared.
  private(set) var next: NextItem?
  /// The action at the end of the current item.
  var endAction = EndAction.pause
  /// The state shared with clients and pipelines.
  private let shared: SessionShared
  /// The number of pipelines so far.
  private var pipelineCount = 0
  /// Whether the item has been started at any position yet.
  private var hasBegun = false

  /// - Parameter shared: Receives the reports of the pipelines.
  init(_ shared: SessionShared) { self.shared = shared }

  // MARK: The current item

  /// Replaces the current item, whose pipeline was closed. The next item of the old one does not follow the new one.
  func setItem(_ item: EngineItem?) {
    next = nil
    self.item = item
    hasBegun = false
  }

  /// Opens the current item in a new pipeline. Returns whether there is an item.
  func openItem(rate: Double) -> Bool {
    guard let item else { return false }
    let made = makePipeline(item, rate: rate)
    pipeline = made
    item.endPosition = nil
    shared.setClock(made.clock, of: item)
    return true
  }

  /// Closes the current item's pipeline.
  func closePipeline() {
    item?.timeline = nil
    item?.captions.setClock(nil)
    pipeline?.close()
    pipeline = nil
  }

  /// The position at which the item begins, unless it was started before: a live stream does not start at time zero.
  func takeBeginning() -> CMTime {
    defer { hasBegun = true }
    return hasBegun ? .zero : item?.snapshot.info?.startTime ?? .zero
  }

  /// Makes a pipeline whose reports are posted to the session.
  private func makePipeline(_ item: EngineItem, rate: Double) -> ItemPipeline {
    pipelineCount += 1
    let identifier = pipelineCount
    let shared = shared
    let made = ItemPipeline(
      identifier: identifier, item: item, environment: shared.environment, opener: ItemOpener()
    ) {
      shared.post(.report($0, pipeline: identifier))
    }
    if rate != 0 { made.setRate(rate) }
    return made
  }

  // MARK: The next item

  /// Whether an item, with its bounds, differs from the next one. An unchanged item remains prepared.
  func isNewNext(_ item: EngineItem?) -> Bool { next?.item !== item || next?.bounds != item?.bounds }

  /// Replaces the next item, whose preparation was discarded.
  func setNext(_ item: EngineItem?) { next = item.map { NextItem($0) } }

  /// Discards the preparation of the next item.
  ///
  /// - Parameter isUnplayable: Whether it could not be opened, so that it is not prepared again.
  func discardNext(isUnplayable: Bool = false) {
    next?.item.timeline = nil
    next?.pipeline?.close()
    if let item = next?.item { next = NextItem(item, isUnplayable: isUnplayable) }
  }

  /// Whether the next item can be opened.
  private var canPrepareNext: Bool { endAction == .advance && next?.needsPipeline == true }

  /// Whether the next item is opened before all of the current one's packets are read, because playback ends earlier.
  var needsNextEarly: Bool { canPrepareNext && item?.cut != nil }

  /// The address of the next item if it has to be opened; otherwise nil.
  var nextToPrepare: URL? { canPrepareNext ? next?.item.url : nil }

  /// Opens the next item in a new pipeline.
  func prepareNext(rate: Double) {
    guard let item = next?.item else { return }
    next?.prepare(in: makePipeline(item, rate: rate))
  }

  /// Handles a report of the next item's pipeline. Reports of a pipeline that is neither current nor next are ignored.
  func handleNext(_ report: PipelineReport, from identifier: Int) -> NextItem.Outcome {
    guard next?.pipeline?.identifier == identifier else { return .none }
    return next?.handle(report) ?? .none
  }

  /// The next item's pipeline was started.
  func nextWasStarted(epoch: Int) { next?.wasStarted(epoch: epoch) }

  /// The next item's audio follows that of the current item in the ring.
  func nextAudioIsQueued() { next?.audioIsQueued() }

  /// Makes the next item, which is open and started, the current one.
  ///
  /// - Parameter position: The position at which the current item has ended.
  /// - Returns: The item with its preparation, and the pipeline of the old item, which is to be closed.
  func advance(from position: CMTime) -> (following: NextItem, pipeline: ItemPipeline, old: ItemPipeline?)? {
    guard let following = next, let taken = following.pipeline else { return nil }
    let old = pipeline
    next = nil
    old?.item.timeline = nil
    old?.item.endPosition = position
    pipeline = taken
    item = following.item
    return (following, taken, old)
  }
}
