import PlayheadMedia
import Testing

@_spi(Playhead) @testable import AVFoundation

@Suite("§5.1 and §5.2 settings of an item")
@MainActor struct ItemCopyTests {
  @Test("§5.2 default values of settings")
  func defaults() {
    let item = AVPlayerItem(url: Fixture.url("demo.mp4"))
    #expect(!item.forwardPlaybackEndTime.isValid && !item.reversePlaybackEndTime.isValid)
    #expect(item.preferredForwardBufferDuration == 0)
    #expect(item.preferredPeakBitRate == 0 && item.preferredMaximumResolution == .zero)
    #expect(!item.startsOnFirstEligibleVariant && item.variantPreferences == [])
    #expect(item.preferredPeakBitRateForExpensiveNetworks == 0)
    #expect(item.preferredMaximumResolutionForExpensiveNetworks == .zero)
    #expect(!item.canUseNetworkResourcesForLiveStreamingWhilePaused)
    #expect(!item.automaticallyPreservesTimeOffsetFromLive)
    #expect(!item.configuredTimeOffsetFromLive.isValid && !item.recommendedTimeOffsetFromLive.isValid)
    #expect(item.audioTimePitchAlgorithm == .timeDomain)
    #expect(item.audioMix == nil && item.textStyleRules == nil)
    #expect(item.outputs.isEmpty && item.mediaDataCollectors.isEmpty)
    #expect(item.automaticallyHandlesInterstitialEvents && item.videoFilters == VideoFilters())
    #expect(item.accessLog() == nil && item.errorLog() == nil && item.currentDate() == nil)
  }

  @Test("§5.1 a copy has the item's settings and none of its outputs and collectors")
  func settings() throws {
    let item = AVPlayerItem(url: Fixture.url("demo.mp4"))
    item.forwardPlaybackEndTime = CMTime(value: 7, timescale: 1)
    item.reversePlaybackEndTime = CMTime(value: 2, timescale: 1)
    item.audioTimePitchAlgorithm = .varispeed
    item.preferredPeakBitRate = 1_500_000
    item.preferredPeakBitRateForExpensiveNetworks = 500_000
    item.preferredMaximumResolutionForExpensiveNetworks = CGSize(width: 640, height: 360)
    item.variantPreferences = .scalabilityToLosslessAudio
    item.canUseNetworkResourcesForLiveStreamingWhilePaused = true
    item.preferredForwardBufferDuration = 12
    item.automaticallyHandlesInterstitialEvents = false
    let rule = try #require(AVTextStyleRule(textMarkupAttributes: [kCMTextMarkupAttribute_ItalicStyle: true]))
    item.textStyleRules = [rule]
    item.captionSettings.scale = 2
    item.videoFilters = VideoFilters(debands: true, deinterlacing: .inverseTelecine)
    item.hardwareDecoding = .off
    item.passthroughCodecs = [.ac3, .dts]
    item.audioMix = AVMutableAudioMix()
    item.add(AVPlayerItemVideoOutput())
    item.add(AVPlayerItemMetadataCollector(identifiers: nil, classifyingLabels: nil))
    let copy = try #require(item.copy() as? AVPlayerItem)
    #expect(copy.forwardPlaybackEndTime == item.forwardPlaybackEndTime)
    #expect(copy.reversePlaybackEndTime == item.reversePlaybackEndTime)
    #expect(copy.audioTimePitchAlgorithm == .varispeed)
    #expect(copy.preferredPeakBitRate == 1_500_000 && copy.preferredForwardBufferDuration == 12)
    #expect(copy.preferredPeakBitRateForExpensiveNetworks == 500_000)
    #expect(copy.preferredMaximumResolutionForExpensiveNetworks == CGSize(width: 640, height: 360))
    #expect(copy.variantPreferences == .scalabilityToLosslessAudio)
    #expect(copy.canUseNetworkResourcesForLiveStreamingWhilePaused)
    #expect(!copy.automaticallyHandlesInterstitialEvents)
    #expect(copy.textStyleRules == [rule])
    #expect(copy.captionSettings.scale == 2)
    #expect(copy.videoFilters == VideoFilters(debands: true, deinterlacing: .inverseTelecine))
    #expect(copy.hardwareDecoding == .off && copy.passthroughCodecs == [.ac3, .dts])
    #expect(copy.audioMix != nil)
    #expect(copy.automaticallyLoadedAssetKeys == item.automaticallyLoadedAssetKeys)
    #expect(copy.outputs.isEmpty && copy.mediaDataCollectors.isEmpty)
    #expect(item.outputs.count == 1 && item.mediaDataCollectors.count == 1)
  }

  @Test("§5.1 an unknown key does not prevent playback")
  func unknownAutoloadedKey() {
    let stage = Stage()
    let asset = AVURLAsset(url: Fixture.url("demo.mp4"))
    let item = AVPlayerItem(asset: asset, automaticallyLoadedAssetKeys: ["noSuchKey", "tracks"])
    stage.player.replaceCurrentItem(with: item)
    stage.settle()
    #expect(item.status == .readyToPlay)
    #expect(asset.statusOfValue(forKey: "tracks", error: nil) == .loaded)
  }

  @Test("§5.2 names of pitch algorithms, and the effect of the oldest")
  func pitch() {
    #expect(AVAudioTimePitchAlgorithm.timeDomain.rawValue == "TimeDomain")
    #expect(AVAudioTimePitchAlgorithm.spectral.algorithm == .spectral)
    #expect(AVAudioTimePitchAlgorithm.varispeed.algorithm == .varispeed)
    #expect(AVAudioTimePitchAlgorithm(rawValue: "LowQualityZeroLatency").algorithm == .timeDomain)
  }

  @Test("§5.1 a copy has the item's selection, and changes it independently")
  func selection() async throws {
    let stage = Stage("demo.mp4")
    stage.settle()
    let item = try #require(stage.player.currentItem)
    let audible = try #require(try await item.asset.loadMediaSelectionGroup(for: .audible))
    item.select(audible.options[1], in: audible)
    let copy = try #require(item.copy() as? AVPlayerItem)
    #expect(copy.selectedMediaOption(in: audible) === audible.options[1])
    copy.select(audible.options[0], in: audible)
    #expect(item.selectedMediaOption(in: audible) === audible.options[1])
  }

  @Test("external metadata is empty by default, and copied")
  @MainActor func externalMetadata() throws {
    let item = AVPlayerItem(url: Fixture.url("demo.mp4"))
    #expect(item.externalMetadata.isEmpty)
    let title = AVMutableMetadataItem()
    title.identifier = .commonIdentifierTitle
    title.value = "A title" as NSString
    item.externalMetadata = [title]
    let copy = try #require(item.copy() as? AVPlayerItem)
    item.externalMetadata = []
    #expect(copy.externalMetadata.map(\.stringValue) == ["A title"])
  }
}
