import CoreMedia
import Foundation
import PlayheadFFmpeg
import PlayheadMedia
import PlayheadNetworking

/// Opening items, selecting their tracks, and failures.
extension SessionLoop {
  /// The frames that the sinks show. Nil without video, while its track is disabled, and while another client shows the
  /// frames.
  var shownTimeline: VideoTimeline? {
    pipeline?.video == nil || item?.isVideoDisabled == true || item?.hidesVideo == true ? nil : pipeline?.timeline
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
    next = nil
    self.item = item
    timedMetadata.follow(item, waking: shared.gate)
    buffering.itemWasReplaced()
    hasBegun = false
    diagnostics.itemWasReplaced()
    live = LiveController()
    shared.setClock(nil, of: item)
    clock.stop(at: .zero)
    observers.jump(to: .zero)
    perform(actions.filter { $0 == .open })
    sinks.show(nil)
  }

  /// Closes the current item's pipeline.
  func closePipeline() {
    diagnostics.endDrops(context)
    audio.pipelineCloses()
    item?.timeline = nil
    item?.captions.setClock(nil)
    pipeline?.close()
    pipeline = nil
  }

  /// Opens the current item in a new pipeline.
  func openItem() {
    guard let item else { return }
    let made = makePipeline(item)
    pipeline = made
    diagnostics.openingBegins(at: now)
    item.endPosition = nil
    shared.setClock(made.clock, of: item)
    note(.opening)
  }

  /// Makes a pipeline whose reports are posted to this loop.
  func makePipeline(_ item: EngineItem) -> ItemPipeline {
    pipelineCount += 1
    let identifier = pipelineCount
    let shared = shared
    let made = ItemPipeline(identifier: identifier, item: item, environment: shared.environment) {
      shared.post(.report($0, pipeline: identifier))
    }
    if machine.rate != 0 { made.setRate(Double(machine.rate)) }
    return made
  }

  /// The container is open: selects the tracks and starts the pipeline.
  func opened(_ info: MediaInfo, _ streams: [StreamParameters]) {
    guard let pipeline else { return }
    if let error = select(info, streams, in: pipeline) { return fail(error) }
    applyTracks()
    interstitials.adopt(context)
    noteSelection()
    pipeline.item.captions.setClock(pipeline.clock)
    perform(machine.opened())
    reportSchedules()
  }

  /// Selects the tracks to play and records what is known about the item.
  ///
  /// - Returns: nil if a track was selected; otherwise the error with which the item fails.
  func select(_ info: MediaInfo, _ streams: [StreamParameters], in pipeline: ItemPipeline) -> MediaError? {
    let choice = pipeline.item.choice
    let chosen = [choice.videoTrack(in: info), choice.audioTrack(in: info)].map { track in
      track.flatMap { track in streams.first { $0.track.index == track.index } }
    }
    guard chosen[0] != nil || chosen[1] != nil else {
      let undecodable = info.tracks.first { ($0.kind == .video || $0.kind == .audio) && !$0.isDecodable }
      return MediaError(
        undecodable.map { .noDecoder(codec: $0.codecName) } ?? .noPlayableTracks, url: pipeline.item.url)
    }
    pipeline.streams = streams
    pipeline.select(video: chosen[0], audio: chosen[1])
    pipeline.item.timeline = pipeline.timeline
    let size = chosen[0]?.track.video.map(Self.presentationSize) ?? .zero
    let transfer = pipeline.transfer
    let text = choice.textTrack(in: info, with: chosen[1]?.track)?.index
    pipeline.item.update {
      $0.info = info
      $0.duration = info.duration
      $0.isDurationEstimated = info.isDurationEstimated
      $0.presentationSize = size
      $0.canPlayReverse = info.isSeekable && info.hasPresentationTimes && chosen[0] != nil
      $0.videoTrack = chosen[0]?.track.index
      $0.angle = chosen[0]?.track.index
      $0.audioTrack = chosen[1]?.track.index
      $0.textTrack = text
      $0.transfer = transfer
      $0.seekableRange = transfer?.stream?.seekable.map(BufferMonitor.time)
      $0.recommendedOffset = transfer?.stream.flatMap { $0.duration == nil ? $0.holdBack : nil }
      // Loaded ranges of network sources are reported as data arrives.
      let isLocal = $0.transfer == nil && info.duration.isNumeric
      $0.loadedTimeRanges = isLocal ? [CMTimeRange(start: .zero, duration: info.duration)] : []
    }
    return nil
  }

  /// The size in square pixels: the pixel aspect ratio applied to the width, and the sides swapped by a quarter turn.
  private static func presentationSize(_ video: TrackInfo.VideoInfo) -> CGSize {
    let width = (Double(video.width) * video.pixelAspect.ratio).rounded()
    let height = Double(video.height)
    return video.transform.swapsSides ? CGSize(width: height, height: width) : CGSize(width: width, height: height)
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
    perform(machine.failed())
    announceItem {
      $0.status = .failed
      $0.error = error
    }
    guard wasReady else { return }
    if isPlaying { setRateToZero() }
    events.append(.failedToPlayToEnd(item, error))
  }
}
