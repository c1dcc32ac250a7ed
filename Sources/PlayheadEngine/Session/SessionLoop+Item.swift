import CoreMedia
import Foundation
import PlayheadCaptionTracks
import PlayheadClock
import PlayheadFFmpeg
import PlayheadItems
import PlayheadMedia
import PlayheadNetworking
import PlayheadPipeline

/// Opening items, selecting their tracks, and failures.
extension SessionLoop {
  /// The frames that the sinks show. Nil without video, while its track is disabled, while another client shows the
  /// frames, and while a renderer plays.
  var shownTimeline: VideoTimeline? {
    let isHidden = item?.isVideoDisabled == true || item?.hidesVideo == true || external.isActive
    return pipeline?.video == nil || isHidden ? nil : pipeline?.timeline
  }

  /// Replaces the item, and completes pending requests of the old one.
  func setItem(_ item: EngineItem?) {
    // The session advanced to this item by itself at the same time.
    if let item, item === self.item { return }
    seeks.stepper.cancel()
    seeks.cancelPriming()
    clocks.removeHostAnchor()
    dropInterstitial()
    interstitials.itemWasReplaced()
    let actions = machine.setItem(item != nil)
    // Pending completions belong to the old item.
    perform(actions.filter { $0 != .open })
    closePipeline()
    // The next item of the old item does not follow the new one.
    dropNext()
    queue.setItem(item)
    if external.isActive { perform(machine.waitForRenderer()) }
    external.itemWasReplaced(by: item)
    timedMetadata.follow(item, waking: shared.gate)
    buffering.itemWasReplaced()
    diagnostics.itemWasReplaced()
    live = LiveController()
    shared.setClock(nil, of: item)
    clock.stop(at: .zero)
    publisher.jump(to: .zero)
    perform(actions.filter { $0 == .open })
    sinks.show(nil)
  }

  /// Closes the current item's pipeline.
  func closePipeline() {
    diagnostics.endDrops(context)
    audio.pipelineCloses()
    queue.closePipeline()
  }

  /// Opens the current item in a new pipeline.
  func openItem() {
    guard queue.openItem(rate: audioRate(of: machine.rate)) else { return }
    diagnostics.openingBegins(at: now)
    note(.opening)
  }

  /// The container is open: selects the tracks and starts the pipeline.
  func opened(_ info: MediaInfo, _ streams: [StreamParameters]) {
    guard let pipeline else { return }
    if let error = ItemOpening.selectTracks(info, streams, in: pipeline) { return fail(error) }
    applyTracks()
    interstitials.adopt(context)
    noteSelection()
    pipeline.item.captions.setClock(pipeline.clock)
    perform(machine.opened())
    reportSchedules()
  }

  /// The item is ready to play.
  func announceReady() {
    diagnostics.itemIsReady(context)
    announceItem {
      $0.status = .ready
      $0.isBufferEmpty = false
      $0.isLikelyToKeepUp = true
    }
  }

  /// Fails the item, and completes pending requests.
  func fail(_ error: MediaError) {
    guard let item else { return }
    note(.failed(error))
    let wasReady = item.snapshot.status == .ready
    let isPlaying = machine.rate != 0
    item.writeLog { log in
      // Errors of a stream's own reader are in the log already.
      let isKnown = log.errors.contains { $0.error.kind == error.kind && $0.url == error.url }
      if !error.url.isFileURL, !isKnown {
        log.add(ErrorEntry(date: shared.environment.clock.date, error: error, address: nil, fields: nil))
      }
    }
    reportLog()
    dropInterstitial()
    external.unload()
    perform(machine.failed())
    announceItem {
      $0.status = .failed
      $0.error = error
    }
    guard wasReady else { return }
    if isPlaying { setRateToZero() }
    publisher.add(.failedToPlayToEnd(item, error))
  }
}
