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
    return count + 1
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
