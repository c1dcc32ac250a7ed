import AVFoundation
import Testing

/// Subclasses as test doubles and adapters of programs declare them, in Swift 5.
class RecordingPlayer: AVPlayer {
  var calls: [String] = []

  override var automaticallyWaitsToMinimizeStalling: Bool {
    get { false }
    set { calls.append("waits \(newValue)") }
  }
  override var allowsExternalPlayback: Bool {
    get { true }
    set { calls.append("external \(newValue)") }
  }
  override var isExternalPlaybackActive: Bool { true }
  override class var eligibleForHDRPlayback: Bool { true }
  override var audioOutputDeviceUniqueID: String? {
    get { "speaker" }
    set {}
  }
  override var appliesMediaSelectionCriteriaAutomatically: Bool {
    get { false }
    set {}
  }
  override var sourceClock: CMClock? {
    get { CMClockGetHostTimeClock() }
    set {}
  }
  override func playImmediately(atRate rate: Float) { calls.append("immediately \(rate)") }
  override func setRate(_ rate: Float, time itemTime: CMTime, atHostTime hostClockTime: CMTime) {
    calls.append("rate \(rate)")
  }
  override func preroll(atRate rate: Float, completionHandler: ((Bool) -> Void)? = nil) { completionHandler?(false) }
  override func cancelPendingPrerolls() { calls.append("cancel") }
  override func seek(to date: Date, completionHandler: @escaping (Bool) -> Void) { completionHandler(true) }
  override func setMediaSelectionCriteria(
    _ criteria: AVPlayerMediaSelectionCriteria?, forMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic
  ) { calls.append("criteria \(mediaCharacteristic.rawValue)") }
  override func mediaSelectionCriteria(
    forMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic
  ) -> AVPlayerMediaSelectionCriteria? { nil }
}

class RecordingItem: AVPlayerItem {
  var calls: [String] = []

  override var audioMix: AVAudioMix? {
    get { AVMutableAudioMix() }
    set {}
  }
  override var textStyleRules: [AVTextStyleRule]? {
    get { [] }
    set {}
  }
  override var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm {
    get { .varispeed }
    set {}
  }
  override var timebase: CMTimebase? { nil }
  override var preferredForwardBufferDuration: TimeInterval {
    get { 7 }
    set {}
  }
  override var preferredPeakBitRate: Double {
    get { 1e6 }
    set {}
  }
  override var preferredMaximumResolution: CGSize {
    get { CGSize(width: 640, height: 360) }
    set {}
  }
  override var startsOnFirstEligibleVariant: Bool {
    get { true }
    set {}
  }
  override var configuredTimeOffsetFromLive: CMTime {
    get { CMTime(value: 6, timescale: 1) }
    set {}
  }
  override var recommendedTimeOffsetFromLive: CMTime { CMTime(value: 9, timescale: 1) }
  override var automaticallyPreservesTimeOffsetFromLive: Bool {
    get { true }
    set {}
  }
  override var currentMediaSelection: AVMediaSelection { asset.preferredMediaSelection }
  override func currentDate() -> Date? { Date(timeIntervalSince1970: 1) }
  override func seek(to date: Date, completionHandler: ((Bool) -> Void)? = nil) -> Bool { true }
  override func accessLog() -> AVPlayerItemAccessLog? { nil }
  override func errorLog() -> AVPlayerItemErrorLog? { nil }
  override func select(_ mediaSelectionOption: AVMediaSelectionOption?, in group: AVMediaSelectionGroup) {
    calls.append("select")
  }
  override func selectMediaOptionAutomatically(in mediaSelectionGroup: AVMediaSelectionGroup) {}
}

class FixedAsset: AVURLAsset, @unchecked Sendable {
  override var url: URL { URL(fileURLWithPath: "/fixed") }
  override var httpSessionIdentifier: UUID { UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)) }
  override func tracks(withMediaType mediaType: AVMediaType) -> [AVAssetTrack] { [] }
  override func tracks(withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic) -> [AVAssetTrack] { [] }
  override func track(withTrackID trackID: CMPersistentTrackID) -> AVAssetTrack? { nil }
  override func loadTracks(
    withMediaType mediaType: AVMediaType, completionHandler: @escaping @Sendable ([AVAssetTrack]?, Error?) -> Void
  ) { completionHandler([], nil) }
  override var commonMetadata: [AVMetadataItem] { [AVMetadataItem()] }
  override var availableMetadataFormats: [AVMetadataFormat] { [.id3Metadata] }
  override func metadata(forFormat format: AVMetadataFormat) -> [AVMetadataItem] { [] }
  override var availableChapterLocales: [Locale] { [Locale(identifier: "de")] }
  override var availableMediaCharacteristicsWithMediaSelectionOptions: [AVMediaCharacteristic] { [.audible] }
  override func mediaSelectionGroup(
    forMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic
  ) -> AVMediaSelectionGroup? { nil }
  override var variants: [AVAssetVariant] { [] }
  override var hasProtectedContent: Bool { true }
  override func statusOfValue(forKey key: String, error outError: NSErrorPointer) -> AVKeyValueStatus { .loaded }
  override func loadValuesAsynchronously(forKeys keys: [String], completionHandler handler: (() -> Void)?) {
    handler?()
  }
}

class FixedCriteria: AVPlayerMediaSelectionCriteria, @unchecked Sendable {
  override var preferredLanguages: [String]? { ["eo"] }
}

class CountingGenerator: AVAssetImageGenerator, @unchecked Sendable {
  var count = 0
  override func generateCGImagesAsynchronously(
    forTimes requestedTimes: [NSValue], completionHandler handler: @escaping AVAssetImageGeneratorCompletionHandler
  ) { count += requestedTimes.count }
}

class RecordingOutput: AVPlayerItemVideoOutput, @unchecked Sendable {
  var intervals: [TimeInterval] = []
  override func requestNotificationOfMediaDataChange(withAdvanceInterval interval: TimeInterval) {
    intervals.append(interval)
  }
  override func setDelegate(_ delegate: AVPlayerItemOutputPullDelegate?, queue delegateQueue: DispatchQueue?) {
    super.setDelegate(delegate, queue: .main)
  }
}

class ClippedLayer: AVPlayerLayer {
  override var cornerRadius: CGFloat {
    get { 12 }
    set {}
  }
  override var masksToBounds: Bool {
    get { true }
    set {}
  }
  override var sublayers: [CALayer]? {
    get { [] }
    set {}
  }
  override func convert(_ p: CGPoint, to l: CALayer?) -> CGPoint { CGPoint(x: p.x + 1, y: p.y) }
}

/// Every call goes through the superclass, as calls of other modules do.
@Suite("Overridden members, in Swift 5")
struct OverrideTests {
  private let url = URL(fileURLWithPath: "/missing.mp4")

  @Test func playerCallsOverrides() {
    let double = RecordingPlayer()
    let player: AVPlayer = double
    player.automaticallyWaitsToMinimizeStalling = true
    player.allowsExternalPlayback = false
    player.playImmediately(atRate: 2)
    player.setRate(1, time: .zero, atHostTime: .zero)
    player.cancelPendingPrerolls()
    player.setMediaSelectionCriteria(nil, forMediaCharacteristic: .audible)
    #expect(
      double.calls == [
        "waits true", "external false", "immediately 2.0", "rate 1.0", "cancel",
        "criteria AVMediaCharacteristicAudible",
      ])
    #expect(!player.automaticallyWaitsToMinimizeStalling && player.isExternalPlaybackActive)
    #expect(player.audioOutputDeviceUniqueID == "speaker" && !player.appliesMediaSelectionCriteriaAutomatically)
    #expect(type(of: player).eligibleForHDRPlayback && player.sourceClock === CMClockGetHostTimeClock())
    var results: [Bool] = []
    player.preroll(atRate: 1) { results.append($0) }
    player.seek(to: Date()) { results.append($0) }
    #expect(results == [false, true])
  }

  @Test func itemCallsOverrides() {
    let item: AVPlayerItem = RecordingItem(url: url)
    #expect(item.audioMix != nil && item.textStyleRules?.isEmpty == true && item.timebase == nil)
    #expect(item.audioTimePitchAlgorithm == .varispeed && item.preferredForwardBufferDuration == 7)
    #expect(item.preferredPeakBitRate == 1e6 && item.preferredMaximumResolution.width == 640)
    #expect(item.startsOnFirstEligibleVariant && item.automaticallyPreservesTimeOffsetFromLive)
    #expect(item.configuredTimeOffsetFromLive.seconds == 6 && item.recommendedTimeOffsetFromLive.seconds == 9)
    #expect(item.currentDate() == Date(timeIntervalSince1970: 1) && item.seek(to: Date(), completionHandler: nil))
    #expect(item.accessLog() == nil && item.errorLog() == nil)
  }

  @Test func assetCallsOverrides() {
    let asset: AVAsset = FixedAsset(url: url)
    #expect((asset as? AVURLAsset)?.url.path == "/fixed")
    #expect((asset as? AVURLAsset)?.httpSessionIdentifier.uuidString == "01020304-0506-0708-090A-0B0C0D0E0F10")
    let criteria = FixedCriteria(preferredLanguages: ["de"], preferredMediaCharacteristics: nil)
    #expect((criteria as AVPlayerMediaSelectionCriteria).preferredLanguages == ["eo"])
    #expect(asset.tracks(withMediaType: .video).isEmpty && asset.track(withTrackID: 1) == nil)
    #expect(asset.commonMetadata.count == 1 && asset.availableMetadataFormats == [.id3Metadata])
    #expect(asset.availableChapterLocales.count == 1 && asset.hasProtectedContent)
    #expect(asset.availableMediaCharacteristicsWithMediaSelectionOptions == [.audible])
    #expect(asset.statusOfValue(forKey: "tracks", error: nil) == .loaded)
  }

  @Test func otherClassesCallOverrides() {
    let generator = CountingGenerator(asset: AVURLAsset(url: url))
    (generator as AVAssetImageGenerator).generateCGImagesAsynchronously(forTimes: [NSValue(time: .zero)]) {
      _, _, _, _, _ in
    }
    #expect(generator.count == 1)
    let output = RecordingOutput()
    (output as AVPlayerItemVideoOutput).requestNotificationOfMediaDataChange(withAdvanceInterval: 0.5)
    #expect(output.intervals == [0.5])
    let layer: CALayer = ClippedLayer()
    #expect(layer.cornerRadius == 12 && layer.masksToBounds && layer.sublayers?.isEmpty == true)
    #expect(layer.convert(CGPoint.zero, to: nil) == CGPoint(x: 1, y: 0))
  }
}
