import AVFoundation

/// Calls each member of the classes that Apple isolates to the main actor, on the thread of the caller.
///
/// The same file is compiled in Swift 5 and in Swift 6 mode: in the latter a member that is not `nonisolated` does not
/// compile here, in the former it would trap.
enum BackgroundCalls {
  /// Returns how many members were called.
  static func callAll(_ url: URL) -> Int {
    let item = AVPlayerItem(asset: AVURLAsset(url: url), automaticallyLoadedAssetKeys: ["duration", "tracks"])
    let player = AVPlayer(playerItem: item)
    var count = call(player)
    count += call(item)
    for track in item.tracks { count += call(track) }
    count += call(AVQueuePlayer(items: [AVPlayerItem(url: url)]), adding: AVPlayerItem(asset: AVURLAsset(url: url)))
    player.replaceCurrentItem(with: nil)
    return count + 1 + readAll(item, player)
  }

  /// Reads the properties of every object that a file has, and of those that programs create.
  private static func readAll(_ item: AVPlayerItem, _ player: AVPlayer) -> Int {
    let asset = item.asset
    var values = PropertyReads.values(of: item) + PropertyReads.values(of: player) + PropertyReads.values(of: asset)
    (asset as? AVURLAsset).map { values += PropertyReads.values(of: $0) }
    for track in asset.tracks {
      values += PropertyReads.values(of: track)
      for segment in track.segments { values += PropertyReads.values(of: segment) }
    }
    for group in asset.trackGroups { values += PropertyReads.values(of: group) }
    for characteristic in asset.availableMediaCharacteristicsWithMediaSelectionOptions {
      guard let group = asset.mediaSelectionGroup(forMediaCharacteristic: characteristic) else { continue }
      values += PropertyReads.values(of: group)
      for option in group.options { values += PropertyReads.values(of: option) }
    }
    values += PropertyReads.values(of: asset.preferredMediaSelection)
    for metadata in asset.commonMetadata { values += PropertyReads.values(of: metadata) }
    item.accessLog().map { values += PropertyReads.values(of: $0) }
    item.errorLog().map { values += PropertyReads.values(of: $0) }
    let template = AVPlayerItem(asset: asset)
    let looper = AVPlayerLooper(player: AVQueuePlayer(), templateItem: template)
    values += PropertyReads.values(of: looper)
    looper.disableLooping()
    values += PropertyReads.values(of: AVPlayerInterstitialEventController(primaryPlayer: player))
    values += PropertyReads.values(of: AVPlayerInterstitialEventMonitor(primaryPlayer: player))
    values += PropertyReads.values(of: AVPlayerInterstitialEvent(primaryItem: item, time: .zero))
    let generator = AVAssetImageGenerator(asset: asset)
    values += PropertyReads.values(of: generator)
    generator.cancelAllCGImageGeneration()
    let video = AVPlayerItemVideoOutput(pixelBufferAttributes: nil)
    video.setDelegate(nil, queue: nil)
    _ = video.hasNewPixelBuffer(forItemTime: .zero)
    _ = video.copyPixelBuffer(forItemTime: .zero, itemTimeForDisplay: nil)
    values += PropertyReads.values(of: video) + PropertyReads.values(of: AVPlayerItemMetadataOutput())
    values += PropertyReads.values(of: AVPlayerItemMetadataCollector())
    values += PropertyReads.values(of: AVPlayerItemLegibleOutput())
    values += PropertyReads.values(of: AVMutableAudioMixInputParameters())
    values += PropertyReads.values(of: AVMutableAudioMix()) + PropertyReads.values(of: AVMutableMetadataItem())
    values += PropertyReads.values(of: AVMutableTimedMetadataGroup(items: [], timeRange: .zero))
    values += PropertyReads.values(of: AVMutableDateRangeMetadataGroup(items: [], start: Date(), end: nil))
    values += PropertyReads.values(
      of: AVPlayerMediaSelectionCriteria(preferredLanguages: [], preferredMediaCharacteristics: []))
    values += PropertyReads.values(of: AVPlayerLayer(player: player))
    values += PropertyReads.values(of: AVSampleBufferDisplayLayer())
    values += PropertyReads.values(of: AVSampleBufferVideoRenderer())
    values += PropertyReads.values(of: AVSampleBufferAudioRenderer())
    values += PropertyReads.values(of: AVSampleBufferRenderSynchronizer())
    values += PropertyReads.values(of: AVSynchronizedLayer(playerItem: item)) + PropertyReads.values(of: CALayer())
    values += PropertyReads.values(of: CABasicAnimation(keyPath: "opacity"))
    values += PropertyReads.values(of: CAKeyframeAnimation(keyPath: "position"))
    values += PropertyReads.values(of: CAAnimationGroup())
    values += PropertyReads.values(of: AVAudioSession.sharedInstance())
    return values.count
  }

  private static func call(_ player: AVPlayer) -> Int {
    let values: [Any?] = [
      player.actionAtItemEnd, player.allowsExternalPlayback, player.appliesMediaSelectionCriteriaAutomatically,
      player.audioOutputDeviceUniqueID, player.automaticallyWaitsToMinimizeStalling, player.currentItem,
      player.currentTime(),
      player.defaultRate, AVPlayer.eligibleForHDRPlayback, player.error, player.isExternalPlaybackActive,
      player.isMuted,
      player.mediaSelectionCriteria(forMediaCharacteristic: .audible), player.rate, player.reasonForWaitingToPlay,
      player.sourceClock, player.status, player.timeControlStatus, player.volume,
    ]
    let periodic = player.addPeriodicTimeObserver(forInterval: CMTime(value: 1, timescale: 2), queue: nil) { _ in }
    let boundary = player.addBoundaryTimeObserver(
      forTimes: [NSValue(time: CMTime(value: 1, timescale: 1))], queue: nil
    ) {}
    player.removeTimeObserver(periodic)
    player.removeTimeObserver(boundary)
    player.actionAtItemEnd = .pause
    player.automaticallyWaitsToMinimizeStalling = true
    player.isMuted = true
    player.volume = 0.5
    player.defaultRate = 1
    player.setMediaSelectionCriteria(nil, forMediaCharacteristic: .audible)
    player.play()
    player.playImmediately(atRate: 1)
    player.pause()
    player.cancelPendingPrerolls()
    player.seek(to: CMTime(value: 1, timescale: 1))
    player.seek(to: CMTime(value: 1, timescale: 1)) { _ in }
    player.seek(to: Date())
    player.rate = 0
    return values.count + 18
  }

  private static func call(_ item: AVPlayerItem) -> Int {
    let values: [Any?] = [
      item.accessLog(), item.asset, item.audioMix, item.audioTimePitchAlgorithm,
      item.automaticallyHandlesInterstitialEvents,
      item.automaticallyLoadedAssetKeys, item.automaticallyPreservesTimeOffsetFromLive, item.canPlayFastForward,
      item.canPlayFastReverse, item.canPlayReverse, item.canPlaySlowForward, item.canPlaySlowReverse,
      item.canStepBackward,
      item.canStepForward, item.configuredTimeOffsetFromLive, item.currentDate(), item.currentMediaSelection,
      item.currentTime(), item.duration, item.error, item.errorLog(), item.forwardPlaybackEndTime,
      item.isPlaybackBufferEmpty,
      item.isPlaybackBufferFull, item.isPlaybackLikelyToKeepUp, item.loadedTimeRanges, item.mediaDataCollectors,
      item.outputs,
      item.preferredForwardBufferDuration, item.preferredMaximumResolution, item.preferredPeakBitRate,
      item.presentationSize,
      item.recommendedTimeOffsetFromLive, item.reversePlaybackEndTime, item.seekableTimeRanges, item.status,
      item.startsOnFirstEligibleVariant, item.textStyleRules, item.timebase, item.tracks, item.copy(),
    ]
    let (output, collector) = (AVPlayerItemVideoOutput(pixelBufferAttributes: nil), AVPlayerItemMetadataCollector())
    let metadata = AVPlayerItemMetadataOutput()
    item.add(output)
    item.add(metadata)
    item.add(collector)
    item.remove(output)
    item.remove(metadata)
    item.remove(collector)
    item.audioMix = AVMutableAudioMix()
    item.forwardPlaybackEndTime = .invalid
    item.preferredPeakBitRate = 1_000_000
    item.textStyleRules = nil
    item.step(byCount: 1)
    item.cancelPendingSeeks()
    item.seek(to: .zero, completionHandler: nil)
    for characteristic in item.asset.availableMediaCharacteristicsWithMediaSelectionOptions {
      guard let group = item.asset.mediaSelectionGroup(forMediaCharacteristic: characteristic) else { continue }
      item.select(item.currentMediaSelection.selectedMediaOption(in: group), in: group)
      item.selectMediaOptionAutomatically(in: group)
    }
    return values.count + 13
  }

  private static func call(_ track: AVPlayerItemTrack) -> Int {
    let values: [Any?] = [track.assetTrack, track.currentVideoFrameRate, track.isEnabled]
    track.isEnabled = true
    return values.count + 1
  }

  private static func call(_ player: AVQueuePlayer, adding item: AVPlayerItem) -> Int {
    let values: [Any?] = [player.items(), player.canInsert(item, after: nil)]
    player.insert(item, after: nil)
    player.advanceToNextItem()
    player.remove(item)
    player.replaceCurrentItem(with: nil)
    player.removeAllItems()
    return values.count + 5
  }
}
