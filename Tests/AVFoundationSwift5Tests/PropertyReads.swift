@_spi(Playhead) import AVFoundation

/// Reads every property of the classes that `import AVFoundation` declares, on the thread of the caller. As in
/// `BackgroundCalls`, a property of the main actor does not compile here in Swift 6 mode. ArchitectureTests finds
/// properties that are missing.
enum PropertyReads {
  static func values(of object: AVAsynchronousVideoCompositionRequest) -> [Any?] {
    [
      object.compositionTime, object.renderContext, object.sourceTrackIDs, object.videoCompositionInstruction,
    ]
  }

  static func values(of object: AVComposition) -> [Any?] {
    [
      object.naturalSize, object.urlAssetInitializationOptions,
    ]
  }

  static func values(of object: AVCompositionTrackSegment) -> [Any?] {
    [
      object.sourceTrackID, object.sourceURL,
    ]
  }

  static func values(of object: AVVideoComposition) -> [Any?] {
    [
      object.animationTool, object.customVideoCompositorClass, object.frameDuration, object.instructions,
      object.renderScale,
      object.renderSize,
    ]
  }

  static func values(of object: AVVideoCompositionInstruction) -> [Any?] {
    [
      object.backgroundColor, object.containsTweening, object.enablePostProcessing, object.layerInstructions,
      object.optionalTrackIDs, object.passthroughTrackID, object.requiredSourceTrackIDs, object.timeRange,
    ]
  }

  static func values(of object: AVVideoCompositionLayerInstruction) -> [Any?] {
    [
      object.trackID
    ]
  }

  static func values(of object: AVVideoCompositionRenderContext) -> [Any?] {
    [
      object.edgeWidths, object.highQualityRendering, object.pixelAspectRatio, object.renderScale,
      object.renderTransform, object.size, object.videoComposition,
    ]
  }

  static func values(of object: AVAsset) -> [Any?] {
    [
      object.allMediaSelections, object.availableChapterLocales,
      object.availableMediaCharacteristicsWithMediaSelectionOptions, object.availableMetadataFormats,
      object.canContainFragments, object.commonMetadata, object.containsFragments, object.creationDate,
      object.duration, object.hasProtectedContent, object.isPlayable, object.isReadable, object.lyrics,
      object.metadata, object.minimumTimeOffsetFromLive, object.overallDurationHint, object.preferredMediaSelection,
      object.preferredRate, object.preferredTransform, object.preferredVolume,
      object.providesPreciseDurationAndTiming, object.referenceRestrictions, object.trackGroups, object.tracks,
    ]
  }

  static func values(of object: AVAssetExportSession) -> [Any?] {
    [
      object.asset, object.audioMix, object.audioTimePitchAlgorithm, object.customVideoCompositor, object.error,
      object.estimatedOutputFileLength, object.fileLengthLimit, object.maxDuration, object.metadata,
      object.metadataItemFilter, object.outputFileType, object.videoComposition,
      object.outputURL, object.presetName, object.progress, object.shouldOptimizeForNetworkUse, object.status,
      object.supportedFileTypes, object.timeRange,
    ]
  }

  static func values(of object: AVAssetWriter) -> [Any?] {
    [
      object.availableMediaTypes, object.delegate, object.error, object.initialSegmentStartTime, object.inputs,
      object.metadata, object.movieFragmentInterval, object.outputFileTypeProfile,
      object.preferredOutputSegmentInterval,
      object.outputFileType, object.outputURL, object.shouldOptimizeForNetworkUse, object.status,
    ]
  }

  static func values(of object: AVAssetWriterInput) -> [Any?] {
    [
      object.expectsMediaDataInRealTime, object.isReadyForMoreMediaData, object.languageCode,
      object.marksOutputTrackAsEnabled, object.mediaTimeScale, object.mediaType, object.outputSettings,
      object.sourceFormatHint, object.transform,
    ]
  }

  static func values(of object: AVAssetWriterInputPixelBufferAdaptor) -> [Any?] {
    [object.assetWriterInput, object.pixelBufferPool, object.sourcePixelBufferAttributes]
  }

  static func values(of object: AVAssetSegmentReport) -> [Any?] {
    [object.segmentType, object.trackReports]
  }

  static func values(of object: AVAssetSegmentTrackReport) -> [Any?] {
    [
      object.duration, object.earliestPresentationTimeStamp, object.firstVideoSampleInformation, object.mediaType,
      object.trackID,
    ]
  }

  static func values(of object: AVAssetSegmentReportSampleInformation) -> [Any?] {
    [object.isSyncSample, object.length, object.offset, object.presentationTimeStamp]
  }

  static func values(of object: AVAssetReader) -> [Any?] {
    [
      object.asset, object.error, object.outputs, object.status, object.timeRange,
    ]
  }

  static func values(of object: AVAssetReaderOutput) -> [Any?] {
    [
      object.alwaysCopiesSampleData, object.mediaType, object.supportsRandomAccess,
    ]
  }

  static func values(of object: AVAssetReaderTrackOutput) -> [Any?] {
    [
      object.audioTimePitchAlgorithm, object.outputSettings, object.track,
    ]
  }

  static func values(of object: AVAssetReaderAudioMixOutput) -> [Any?] {
    [
      object.audioMix, object.audioSettings, object.audioTimePitchAlgorithm, object.audioTracks,
    ]
  }

  static func values(of object: AVAssetReaderVideoCompositionOutput) -> [Any?] {
    [object.customVideoCompositor, object.videoComposition, object.videoSettings, object.videoTracks]
  }

  static func values(of object: AVAssetCache) -> [Any?] {
    [
      object.isPlayableOffline
    ]
  }

  static func values(of object: AVAssetDownloadConfiguration) -> [Any?] {
    [
      object.artworkData, object.primaryContentConfiguration,
    ]
  }

  static func values(of object: AVAssetDownloadContentConfiguration) -> [Any?] {
    [
      object.mediaSelections, object.variantQualifiers,
    ]
  }

  static func values(of object: AVAssetDownloadTask) -> [Any?] {
    [
      object.countOfBytesReceived, object.destinationURL, object.error, object.loadedTimeRanges, object.options,
      object.progress, object.state, object.taskDescription, object.taskIdentifier, object.urlAsset,
    ]
  }

  static func values(of object: AVAssetDownloadURLSession) -> [Any?] {
    [
      object.configuration, object.delegate, object.delegateQueue,
    ]
  }

  static func values(of object: AVAssetImageGenerator) -> [Any?] {
    [
      object.videoComposition,
      object.apertureMode, object.appliesPreferredTrackTransform, object.asset, object.dynamicRangePolicy,
      object.maximumSize, object.requestedTimeToleranceAfter, object.requestedTimeToleranceBefore,
    ]
  }

  static func values(of object: AVAssetResourceLoader) -> [Any?] {
    [
      object.delegate, object.delegateQueue,
    ]
  }

  static func values(of object: AVAssetResourceLoadingContentInformationRequest) -> [Any?] {
    [
      object.allowedContentTypes, object.contentLength, object.contentType, object.isByteRangeAccessSupported,
      object.isEntireLengthAvailableOnDemand, object.renewalDate,
    ]
  }

  static func values(of object: AVAssetResourceLoadingDataRequest) -> [Any?] {
    [
      object.currentOffset, object.requestedLength, object.requestedOffset, object.requestsAllDataToEndOfResource,
    ]
  }

  static func values(of object: AVAssetResourceLoadingRequest) -> [Any?] {
    [
      object.requestor,
      object.contentInformationRequest, object.dataRequest, object.isCancelled, object.isFinished, object.redirect,
      object.request, object.response,
    ]
  }

  static func values(of object: AVAssetTrack) -> [Any?] {
    [
      object.asset, object.availableMetadataFormats, object.availableTrackAssociationTypes, object.commonMetadata,
      object.estimatedDataRate, object.extendedLanguageTag, object.formatDescriptions, object.isDecodable,
      object.isEnabled, object.isPlayable, object.isSelfContained, object.languageCode, object.mediaType,
      object.metadata, object.minFrameDuration, object.naturalSize, object.naturalTimeScale, object.nominalFrameRate,
      object.preferredTransform, object.preferredVolume, object.requiresFrameReordering, object.segments,
      object.timeRange, object.totalSampleDataLength, object.trackID,
    ]
  }

  static func values(of object: AVAssetTrackGroup) -> [Any?] {
    [
      object.trackIDs
    ]
  }

  static func values(of object: AVAssetTrackSegment) -> [Any?] {
    [
      object.isEmpty, object.timeMapping,
    ]
  }

  static func values(of object: AVAssetVariant) -> [Any?] {
    [
      object.audioAttributes, object.averageBitRate, object.peakBitRate, object.url, object.videoAttributes,
    ]
  }

  static func values(of object: AVAssetVariant.AudioAttributes) -> [Any?] {
    [
      object.formatIDs
    ]
  }

  static func values(of object: AVAssetVariant.AudioAttributes.RenditionSpecificAttributes) -> [Any?] {
    [
      object.channelCount, object.isBinaural, object.isDownmix, object.isImmersive,
    ]
  }

  static func values(of object: AVAssetVariant.VideoAttributes) -> [Any?] {
    [
      object.codecTypes, object.nominalFrameRate, object.presentationSize, object.videoRange,
    ]
  }

  static func values(of object: AVAudioFormat) -> [Any?] {
    [
      object.channelCount, object.commonFormat, object.isInterleaved, object.isStandard, object.sampleRate,
      object.settings, object.streamDescription,
    ]
  }

  static func values(of object: AVAudioMix) -> [Any?] {
    [
      object.inputParameters
    ]
  }

  static func values(of object: AVAudioMixInputParameters) -> [Any?] {
    [
      object.audioTapProcessor, object.audioTimePitchAlgorithm, object.trackID,
    ]
  }

  static func values(of object: AVAudioPlayer) -> [Any?] {
    [
      object.currentDevice, object.currentTime, object.data, object.delegate, object.deviceCurrentTime,
      object.duration, object.enableRate, object.format, object.isMeteringEnabled, object.isPlaying,
      object.numberOfChannels, object.numberOfLoops, object.pan, object.rate, object.settings, object.url,
      object.volume,
    ]
  }

  static func values(of object: AVAudioSession) -> [Any?] {
    [
      object.availableCategories, object.category, object.categoryOptions, object.currentRoute,
      object.maximumOutputNumberOfChannels, object.mode, object.outputLatency, object.outputNumberOfChannels,
      object.routeSharingPolicy, object.sampleRate,
    ]
  }

  static func values(of object: AVAudioSessionPortDescription) -> [Any?] {
    [
      object.portName, object.portType, object.uid,
    ]
  }

  static func values(of object: AVAudioSessionRouteDescription) -> [Any?] {
    [
      object.inputs, object.outputs,
    ]
  }

  static func values(of object: AVDateRangeMetadataGroup) -> [Any?] {
    [
      object.endDate, object.startDate,
    ]
  }

  static func values(of object: AVMediaSelection) -> [Any?] {
    [
      object.asset
    ]
  }

  static func values(of object: AVMediaSelectionGroup) -> [Any?] {
    [
      object.allowsEmptySelection, object.defaultOption, object.options,
    ]
  }

  static func values(of object: AVMediaSelectionOption) -> [Any?] {
    [
      object.availableMetadataFormats, object.commonMetadata, object.displayName, object.extendedLanguageTag,
      object.isPlayable, object.locale, object.mediaSubTypes, object.mediaType,
    ]
  }

  static func values(of object: AVMetadataGroup) -> [Any?] {
    [
      object.classifyingLabel, object.items, object.uniqueID,
    ]
  }

  static func values(of object: AVMetadataItem) -> [Any?] {
    [
      object.commonKey, object.dataType, object.dataValue, object.dateValue, object.duration,
      object.extendedLanguageTag, object.extraAttributes, object.identifier, object.key, object.keySpace,
      object.locale, object.numberValue, object.startDate, object.stringValue, object.time, object.value,
    ]
  }

  static func values(of object: AVMetadataItemValueRequest) -> [Any?] {
    [
      object.metadataItem
    ]
  }

  static func values(of object: AVMetricErrorEvent) -> [Any?] {
    [
      object.didRecover, object.error,
    ]
  }

  static func values(of object: AVMetricEvent) -> [Any?] {
    [
      object.date, object.mediaTime, object.sessionID,
    ]
  }

  static func values(of object: AVMetricPlayerItemLikelyToKeepUpEvent) -> [Any?] {
    [
      object.loadedTimeRanges, object.timeTaken, object.variant,
    ]
  }

  static func values(of object: AVMetricPlayerItemPlaybackSummaryEvent) -> [Any?] {
    [
      object.errorEvent, object.mediaResourceRequestCount, object.playbackDuration, object.recoverableErrorCount,
      object.stallCount, object.timeSpentInInitialStartup, object.timeSpentRecoveringFromStall,
      object.timeWeightedAverageBitrate, object.timeWeightedPeakBitrate, object.variantSwitchCount,
    ]
  }

  static func values(of object: AVMetricPlayerItemRateChangeEvent) -> [Any?] {
    [
      object.previousRate, object.rate, object.variant,
    ]
  }

  static func values(of object: AVMetricPlayerItemSeekDidCompleteEvent) -> [Any?] {
    [
      object.didSeekInBuffer
    ]
  }

  static func values(of object: AVMetricPlayerItemVariantSwitchEvent) -> [Any?] {
    [
      object.didSucceed, object.fromVariant, object.loadedTimeRanges, object.toVariant,
    ]
  }

  static func values(of object: AVMutableAudioMix) -> [Any?] {
    [
      object.inputParameters
    ]
  }

  static func values(of object: AVMutableAudioMixInputParameters) -> [Any?] {
    [
      object.audioTapProcessor, object.audioTimePitchAlgorithm, object.trackID,
    ]
  }

  static func values(of object: AVMutableDateRangeMetadataGroup) -> [Any?] {
    [
      object.endDate, object.items, object.startDate,
    ]
  }

  static func values(of object: AVMutableMetadataItem) -> [Any?] {
    [
      object.dataType, object.duration, object.extendedLanguageTag, object.extraAttributes, object.identifier,
      object.key, object.keySpace, object.locale, object.startDate, object.time, object.value,
    ]
  }

  static func values(of object: AVMutableTimedMetadataGroup) -> [Any?] {
    [
      object.items, object.timeRange,
    ]
  }

  static func values(of object: AVPlayer) -> [Any?] {
    [
      object.preventsDisplaySleepDuringVideoPlayback,
      object.actionAtItemEnd, object.allowsExternalPlayback, object.appliesMediaSelectionCriteriaAutomatically,
      object.audioOutputDeviceUniqueID, object.automaticallyWaitsToMinimizeStalling, object.currentItem,
      object.defaultRate, object.error, object.isExternalPlaybackActive, object.isMuted, object.rate,
      object.reasonForWaitingToPlay, object.sourceClock, object.status, object.timeControlStatus, object.volume,
    ]
  }

  static func values(of object: AVPlayerInterstitialEvent) -> [Any?] {
    [
      object.alignsResumptionWithPrimarySegmentBoundary, object.alignsStartWithPrimarySegmentBoundary,
      object.assetListResponse, object.contentMayVary, object.cue, object.date, object.identifier,
      object.plannedDuration, object.playoutLimit, object.primaryItem, object.restrictions, object.resumptionOffset,
      object.scheduleIdentifier, object.skipControlLocalizedLabelBundleKey, object.skipControlTimeRange,
      object.supplementsPrimaryContent, object.templateItems, object.time, object.timelineOccupancy,
      object.userDefinedAttributes, object.willPlayOnce,
    ]
  }

  static func values(of object: AVPlayerInterstitialEventController) -> [Any?] {
    [
      object.events, object.localizedStringsBundle, object.localizedStringsTableName,
    ]
  }

  static func values(of object: AVPlayerInterstitialEventMonitor) -> [Any?] {
    [
      object.currentEvent, object.currentEventSkipControlLabel, object.currentEventSkippableState, object.events,
      object.interstitialPlayer, object.primaryPlayer,
    ]
  }

  static func values(of object: AVPlayerItem) -> [Any?] {
    [
      object.videoComposition,
      object.asset, object.audioMix, object.audioTimePitchAlgorithm, object.automaticallyHandlesInterstitialEvents,
      object.automaticallyLoadedAssetKeys, object.automaticallyPreservesTimeOffsetFromLive,
      object.canPlayFastForward, object.canPlayFastReverse, object.canPlayReverse, object.canPlaySlowForward,
      object.canPlaySlowReverse, object.canStepBackward, object.canStepForward, object.captionSettings,
      object.configuredTimeOffsetFromLive, object.currentMediaSelection, object.duration, object.error,
      object.forwardPlaybackEndTime, object.interstitialEventIdentifier, object.isPlaybackBufferEmpty,
      object.isPlaybackBufferFull, object.isPlaybackLikelyToKeepUp, object.loadedTimeRanges,
      object.mediaDataCollectors, object.outputs, object.pinnedVariant, object.preferredForwardBufferDuration,
      object.canUseNetworkResourcesForLiveStreamingWhilePaused, object.preferredMaximumResolutionForExpensiveNetworks,
      object.preferredPeakBitRateForExpensiveNetworks, object.variantPreferences,
      object.preferredMaximumResolution, object.preferredPeakBitRate, object.presentationSize,
      object.recommendedTimeOffsetFromLive, object.reversePlaybackEndTime, object.seekableTimeRanges,
      object.sidecarCaptions, object.startsOnFirstEligibleVariant, object.status, object.textStyleRules,
      object.timebase, object.tracks,
    ]
  }

  static func values(of object: AVPlayerItemAccessLog) -> [Any?] {
    [
      object.events, object.extendedLogDataStringEncoding,
    ]
  }

  static func values(of object: AVPlayerItemAccessLogEvent) -> [Any?] {
    [
      object.averageAudioBitrate, object.averageVideoBitrate, object.downloadOverdue, object.durationWatched,
      object.indicatedAverageBitrate, object.indicatedBitrate, object.mediaRequestsWWAN,
      object.numberOfBytesTransferred, object.numberOfDroppedVideoFrames, object.numberOfMediaRequests,
      object.numberOfSegmentsDownloaded, object.numberOfServerAddressChanges, object.numberOfStalls,
      object.observedBitrate, object.observedBitrateStandardDeviation, object.observedMaxBitrate,
      object.observedMinBitrate, object.playbackSessionID, object.playbackStartDate, object.playbackStartOffset,
      object.playbackType, object.segmentsDownloadedDuration, object.serverAddress, object.startupTime,
      object.switchBitrate, object.transferDuration, object.uri,
    ]
  }

  static func values(of object: AVPlayerItemErrorLog) -> [Any?] {
    [
      object.events, object.extendedLogDataStringEncoding,
    ]
  }

  static func values(of object: AVPlayerItemErrorLogEvent) -> [Any?] {
    [
      object.allHTTPResponseHeaderFields, object.date, object.errorComment, object.errorDomain,
      object.errorStatusCode, object.playbackSessionID, object.serverAddress, object.uri,
    ]
  }

  static func values(of object: AVPlayerItemLegibleOutput) -> [Any?] {
    [
      object.advanceIntervalForDelegateInvocation, object.delegate, object.delegateQueue,
      object.textStylingResolution,
    ]
  }

  static func values(of object: AVPlayerItemMetadataCollector) -> [Any?] {
    [
      object.delegate, object.delegateQueue,
    ]
  }

  static func values(of object: AVPlayerItemMetadataOutput) -> [Any?] {
    [
      object.advanceIntervalForDelegateInvocation, object.delegate, object.delegateQueue,
    ]
  }

  static func values(of object: AVPlayerItemOutput) -> [Any?] {
    [
      object.suppressesPlayerRendering
    ]
  }

  static func values(of object: AVPlayerItemTrack) -> [Any?] {
    [
      object.assetTrack, object.currentVideoFrameRate, object.isEnabled,
    ]
  }

  static func values(of object: AVPlayerItemVideoOutput) -> [Any?] {
    [
      object.delegate, object.delegateQueue,
    ]
  }

  static func values(of object: AVPlayerLayer) -> [Any?] {
    [
      object.bounds, object.isReadyForDisplay, object.pixelBufferAttributes, object.player, object.videoGravity,
      object.videoRect,
    ]
  }

  static func values(of object: AVPlayerLooper) -> [Any?] {
    [
      object.error, object.loopCount, object.loopingPlayerItems, object.status,
    ]
  }

  static func values(of object: AVPlayerMediaSelectionCriteria) -> [Any?] {
    [
      object.preferredLanguages, object.preferredMediaCharacteristics, object.principalMediaCharacteristics,
    ]
  }

  static func values(of object: AVSampleBufferAudioRenderer) -> [Any?] {
    [
      object.audioOutputDeviceUniqueID, object.audioTimePitchAlgorithm, object.error,
      object.hasSufficientMediaDataForReliablePlaybackStart, object.isMuted, object.isReadyForMoreMediaData,
      object.status, object.timebase, object.volume,
    ]
  }

  static func values(of object: AVSampleBufferDisplayLayer) -> [Any?] {
    [
      object.controlTimebase, object.error, object.hasSufficientMediaDataForReliablePlaybackStart,
      object.isReadyForDisplay, object.isReadyForMoreMediaData, object.requiresFlushToResumeDecoding,
      object.sampleBufferRenderer, object.status, object.timebase, object.videoGravity,
    ]
  }

  static func values(of object: AVSampleBufferRenderSynchronizer) -> [Any?] {
    [
      object.delaysRateChangeUntilHasSufficientMediaData, object.rate, object.renderers, object.timebase,
    ]
  }

  static func values(of object: AVSampleBufferVideoRenderer) -> [Any?] {
    [
      object.error, object.hasSufficientMediaDataForReliablePlaybackStart, object.isReadyForMoreMediaData,
      object.requiresFlushToResumeDecoding, object.status, object.timebase,
    ]
  }

  static func values(of object: AVSynchronizedLayer) -> [Any?] {
    [
      object.playerItem
    ]
  }

  static func values(of object: AVTextStyleRule) -> [Any?] {
    [
      object.textMarkupAttributes, object.textSelector,
    ]
  }

  static func values(of object: AVTimedMetadataGroup) -> [Any?] {
    [
      object.timeRange
    ]
  }

  static func values(of object: AVURLAsset) -> [Any?] {
    [
      object.mayRequireContentKeysForMediaDataProcessing,
      object.assetCache, object.httpSessionIdentifier, object.referenceRestrictions, object.resourceLoader,
      object.url, object.variants,
    ]
  }

  static func values(of object: CAAnimation) -> [Any?] {
    [
      object.autoreverses, object.beginTime, object.delegate, object.duration, object.fillMode,
      object.isRemovedOnCompletion, object.repeatCount, object.repeatDuration, object.speed, object.timeOffset,
      object.timingFunction,
    ]
  }

  static func values(of object: CAAnimationGroup) -> [Any?] {
    [
      object.animations
    ]
  }

  static func values(of object: CABasicAnimation) -> [Any?] {
    [
      object.byValue, object.fromValue, object.toValue,
    ]
  }

  static func values(of object: CAKeyframeAnimation) -> [Any?] {
    [
      object.biasValues, object.calculationMode, object.continuityValues, object.keyTimes, object.path,
      object.rotationMode, object.tensionValues, object.timingFunctions, object.values,
    ]
  }

  static func values(of object: CALayer) -> [Any?] {
    [
      object.actions, object.anchorPoint, object.anchorPointZ, object.autoresizingMask, object.autoreverses,
      object.backgroundColor, object.beginTime, object.borderColor, object.borderWidth, object.bounds,
      object.contents, object.contentsGravity, object.contentsRect, object.contentsScale, object.cornerRadius,
      object.delegate, object.duration, object.fillMode, object.frame, object.isGeometryFlipped, object.isHidden,
      object.isOpaque, object.mask, object.maskedCorners, object.masksToBounds, object.name,
      object.needsDisplayOnBoundsChange, object.opacity, object.position, object.repeatCount, object.repeatDuration,
      object.speed, object.sublayerTransform, object.sublayers, object.superlayer, object.timeOffset,
      object.transform, object.zPosition,
    ]
  }

  static func values(of object: CAPropertyAnimation) -> [Any?] {
    [
      object.isAdditive, object.isCumulative, object.keyPath,
    ]
  }

  static func values(of object: AVAssetResourceLoadingRequestor) -> [Any?] {
    [object.providesExpiredSessionReports]
  }

  static func values(of object: AVContentKeySpecifier) -> [Any?] {
    [object.keySystem, object.identifier, object.options]
  }

  static func values(of object: AVContentKeyRequest) -> [Any?] {
    [
      object.identifier, object.initializationData, object.options, object.renewsExpiringResponseData,
      object.contentKeySpecifier, object.status, object.error, object.canProvidePersistableContentKey,
      object.contentKey,
    ]
  }

  static func values(of object: AVContentKey) -> [Any?] {
    [object.contentKeySpecifier]
  }

  static func values(of object: AVContentKeySession) -> [Any?] {
    [object.keySystem, object.delegate, object.delegateQueue, object.contentKeyRecipients]
  }
}
