import AVFoundation
import Testing

/// Subclasses as test doubles and adapters of programs declare them, in Swift 6.
private final class FixedPlayer: AVPlayer, @unchecked Sendable {
  override var automaticallyWaitsToMinimizeStalling: Bool {
    get { false }
    set {}
  }
  override var isExternalPlaybackActive: Bool { true }
  override func playImmediately(atRate rate: Float) {}
  override func preroll(atRate rate: Float, completionHandler: ((Bool) -> Void)? = nil) { completionHandler?(true) }
}

private final class FixedItem: AVPlayerItem, @unchecked Sendable {
  override var preferredPeakBitRate: Double {
    get { 5e5 }
    set {}
  }
  override var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm {
    get { .spectral }
    set {}
  }
  override func currentDate() -> Date? { Date(timeIntervalSince1970: 2) }
  override func accessLog() -> AVPlayerItemAccessLog? { nil }
}

private final class FixedAsset: AVURLAsset, @unchecked Sendable {
  override var variants: [AVAssetVariant] { [] }
  override var commonMetadata: [AVMetadataItem] { [AVMetadataItem(), AVMetadataItem()] }
  override func tracks(withMediaType mediaType: AVMediaType) -> [AVAssetTrack] { [] }
}

private final class FixedItems: AVMutableMetadataItem, @unchecked Sendable {
  override class func identifier(forKey key: Any, keySpace: AVMetadataKeySpace) -> AVMetadataIdentifier? {
    .commonIdentifierTitle
  }
}

private final class FixedLayer: CALayer {
  override var borderWidth: CGFloat {
    get { 3 }
    set {}
  }
  override func animationKeys() -> [String]? { ["a"] }
}

@Suite("Overridden members")
@MainActor struct OverrideTests {
  private let url = URL(fileURLWithPath: "/missing.mp4")

  @Test func callsOverrides() async {
    let player: AVPlayer = FixedPlayer()
    #expect(!player.automaticallyWaitsToMinimizeStalling && player.isExternalPlaybackActive)
    // The asynchronous form calls the form with a handler.
    #expect(await player.preroll(atRate: 1))
    let item: AVPlayerItem = FixedItem(url: url)
    #expect(item.preferredPeakBitRate == 5e5 && item.audioTimePitchAlgorithm == .spectral)
    #expect(item.currentDate() == Date(timeIntervalSince1970: 2) && item.accessLog() == nil)
    let asset: AVURLAsset = FixedAsset(url: url)
    #expect(asset.variants.isEmpty && asset.commonMetadata.count == 2 && asset.tracks(withMediaType: .audio).isEmpty)
    let metadata: AVMetadataItem.Type = FixedItems.self
    #expect(metadata.identifier(forKey: "", keySpace: .common) == .commonIdentifierTitle)
    let layer: CALayer = FixedLayer()
    #expect(layer.borderWidth == 3 && layer.animationKeys() == ["a"])
  }
}
