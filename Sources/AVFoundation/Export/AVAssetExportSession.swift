import Foundation
import PlayheadBasics
import PlayheadClock
import PlayheadItems
import PlayheadMedia
import PlayheadSamples
import Synchronization

/// Copies the compressed media of all tracks, without encoding it again.
public let AVAssetExportPresetPassthrough = "AVAssetExportPresetPassthrough"

/// Writes an asset, or a range of it, to a new file.
///
///     unknown ──exportAsynchronously──► waiting ──► exporting ──► completed
///                                          │            │
///                                          └────────────┴──► failed, cancelled
///
/// The file appears under its name when it is complete. A failure or a cancellation leaves nothing.
///
/// - Note: Difference from Apple: a preset whose encoder FFmpeg lacks is not offered. With
///   `AVAssetExportPresetPassthrough` a range of MP4 and QuickTime is exact to the frame: an edit list hides what is
///   only decoded. Other containers begin with the sync sample before the range.
open class AVAssetExportSession: NSObject, @unchecked Sendable {
  // Sendable: constants; everything that changes is behind a mutex.

  /// The state of a session.
  public enum Status: Int, Sendable {
    /// The export has not started.
    case unknown = 0
    /// The export waits for its thread.
    case waiting = 1
    /// The file is being written.
    case exporting = 2
    /// The file is complete.
    case completed = 3
    /// An error ended the export, which `error` has.
    case failed = 4
    /// `cancelExport()` was called.
    case cancelled = 5
  }

  private struct Stored {
    var status = Status.unknown
    var error: (any Error)?
    var progress = 0.0
    var export: (any ExportJob)?
    var settings = ExportSettings()
  }

  private let stored = Mutex(Stored())
  private let storedAsset: AVAsset
  private let storedPreset: String
  /// The encoding; nil for copying.
  private let preset: ExportPreset?
  /// The sequences of states.
  let states = ExportStates()

  /// Creates a session; nil for an unknown preset, for one whose encoder is missing, for a stream, and for copying a
  /// composition, which has no compressed media of its own.
  public init?(asset: AVAsset, presetName: String) {
    guard !asset.isStream else { return nil }
    preset = ExportPreset.named(presetName)
    guard preset != nil || (presetName == AVAssetExportPresetPassthrough && !(asset is AVComposition)) else {
      return nil
    }
    storedAsset = asset
    storedPreset = presetName
    super.init()
  }

  /// The preset.
  open var presetName: String { storedPreset }

  /// The asset that is exported.
  open var asset: AVAsset { storedAsset }

  // MARK: Configuration

  /// The URL of the new file, at which there must be none.
  open var outputURL: URL? {
    get { settings.outputURL }
    set { configure { $0.outputURL = newValue } }
  }

  /// The type of the new file.
  open var outputFileType: AVFileType? {
    get { settings.outputFileType }
    set { configure { $0.outputFileType = newValue } }
  }

  /// The range of the asset that is exported: all of it by default.
  open var timeRange: CMTimeRange {
    get { settings.range }
    set { configure { $0.range = newValue } }
  }

  /// The largest size of the new file in bytes, at which the media is cut; 0, the default, for no limit. Encoded files
  /// may become slightly larger.
  open var fileLengthLimit: Int64 {
    get { settings.byteLimit ?? 0 }
    set { configure { $0.byteLimit = newValue > 0 ? newValue : nil } }
  }

  /// The metadata of the new file; nil, the default, for that of the asset.
  open var metadata: [AVMetadataItem]? {
    get { settings.metadata }
    set { configure { $0.metadata = newValue } }
  }

  /// The filter of the asset's metadata; nil, the default, for all of it. Without effect on `metadata`.
  open var metadataItemFilter: AVMetadataItemFilter? {
    get { settings.filter }
    set { configure { $0.filter = newValue } }
  }

  /// The volumes and taps of the audio tracks; nil, the default, for the volumes of the asset. Copied. Without effect
  /// on `AVAssetExportPresetPassthrough`.
  open var audioMix: AVAudioMix? {
    get { settings.audioMix }
    set {
      let copy = newValue?.copy() as? AVAudioMix
      configure { $0.audioMix = copy }
    }
  }

  /// The pitch of ranges of a composition that play at another speed; `spectral` by default.
  open var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm {
    get { settings.pitch }
    set { configure { $0.pitch = newValue } }
  }

  /// The composition of the video tracks; nil, the default, for the first enabled track. Copied. An export with
  /// `AVAssetExportPresetPassthrough`, and one with a composition that has no positive size, fails.
  open var videoComposition: AVVideoComposition? {
    get { settings.video.composition }
    set {
      let video = ComposedVideo(newValue)
      configure { $0.video = video }
    }
  }

  /// The program's compositor, created when `videoComposition` was set; nil for Playhead's.
  open var customVideoCompositor: (any AVVideoCompositing)? { settings.video.renderer?.customCompositor }

  /// Whether the index precedes the media, so that playback over a network starts sooner: false by default.
  open var shouldOptimizeForNetworkUse: Bool {
    get { settings.isProgressive }
    set { configure { $0.isProgressive = newValue } }
  }

  private var settings: ExportSettings { stored.withLock { $0.settings } }

  private func configure(_ change: (inout ExportSettings) -> Void) {
    stored.withLock { state in
      guard state.status == .unknown else { return }
      change(&state.settings)
    }
  }

  // MARK: Types and presets

  /// The types of files that can store all video and audio of the asset. Blocks until the asset has been opened.
  open var supportedFileTypes: [AVFileType] {
    let tracks = storedAsset.tracks.filter { $0.mediaType == .video || $0.mediaType == .audio }
    guard !tracks.isEmpty else { return [] }
    if let preset {
      let type: AVMediaType = preset.video != nil ? .video : .audio
      return tracks.contains { $0.mediaType == type } ? preset.types : []
    }
    return ContainerNames.all.filter { _, container in
      tracks.allSatisfy { MediaExport.canStore($0.info, in: container) }
    }.map(\.type)
  }

  /// All presets whose encoders exist.
  open class func allExportPresets() -> [String] {
    [AVAssetExportPresetPassthrough] + ExportPreset.available.map(\.name)
  }

  /// The presets with which an asset can be exported. Blocks until the asset has been opened.
  open class func exportPresets(compatibleWith asset: AVAsset) -> [String] {
    guard !asset.isStream else { return [] }
    let (hasVideo, hasAudio) = (
      !asset.tracks(withMediaType: .video).isEmpty, !asset.tracks(withMediaType: .audio).isEmpty
    )
    let encoding = ExportPreset.available.filter { $0.video != nil ? hasVideo : hasAudio }.map(\.name)
    let copying = AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetPassthrough)
    return (copying?.supportedFileTypes.isEmpty == false ? [AVAssetExportPresetPassthrough] : []) + encoding
  }

  /// Whether an asset can be exported with a preset to a type of file; nil for any type. The handler is called on an
  /// unspecified thread.
  @preconcurrency
  open class func determineCompatibility(
    ofExportPreset presetName: String, with asset: AVAsset, outputFileType: AVFileType?,
    completionHandler handler: @escaping @Sendable (Bool) -> Void
  ) {
    DispatchQueue.global(qos: .userInitiated).async {
      let types = AVAssetExportSession(asset: asset, presetName: presetName)?.supportedFileTypes ?? []
      handler(outputFileType.map { types.contains($0) } ?? !types.isEmpty)
    }
  }

  /// Determines the types of files that can store the asset, and passes them to a handler on an unspecified thread.
  @preconcurrency
  open func determineCompatibleFileTypes(completionHandler handler: @escaping @Sendable ([AVFileType]) -> Void) {
    DispatchQueue.global(qos: .userInitiated).async { handler(self.supportedFileTypes) }
  }

  private var estimate: ExportEstimate { ExportEstimate(storedAsset, preset, settings) }

  /// The length of the new file in bytes, estimated by the data rates of the tracks, or by the size of the
  /// new frames; 0 if unknown. Blocks until the asset has been opened.
  open var estimatedOutputFileLength: Int64 { estimate.byteCount }

  /// The longest duration of the new file, as far as `fileLengthLimit` can be estimated to allow. Blocks until the
  /// asset has been opened.
  open var maxDuration: CMTime { estimate.maximumDuration }

  /// Estimates the length of the new file in bytes, and passes it to a handler on an unspecified thread.
  @preconcurrency
  open func estimateOutputFileLength(completionHandler handler: @escaping @Sendable (Int64, (any Error)?) -> Void) {
    DispatchQueue.global(qos: .userInitiated).async { handler(self.estimatedOutputFileLength, nil) }
  }

  /// Estimates the longest duration of the new file, and passes it to a handler on an unspecified thread.
  @preconcurrency
  open func estimateMaximumDuration(completionHandler handler: @escaping @Sendable (CMTime, (any Error)?) -> Void) {
    DispatchQueue.global(qos: .userInitiated).async { handler(self.maxDuration, nil) }
  }

  // MARK: Status

  /// The state of the session.
  open var status: Status { stored.withLock { $0.status } }

  /// The status and the part that is written, of one moment.
  var snapshot: ExportStates.Snapshot { stored.withLock { ($0.status, $0.progress) } }

  /// The error that ended the export; nil unless `status` is `failed` or `cancelled`.
  open var error: (any Error)? { stored.withLock { $0.error } }

  /// The part that is written, from 0 to 1.
  open var progress: Float { Float(stored.withLock { $0.progress }) }

  // MARK: Export

  /// Starts the export to `outputURL`, once. The handler is called on an unspecified thread when it has ended.
  @preconcurrency
  open func exportAsynchronously(completionHandler handler: @escaping @Sendable () -> Void) {
    let isFirst = stored.withLock { state in
      guard state.status == .unknown else { return false }
      state.status = .waiting
      return true
    }
    guard isFirst else { return handler() }
    report()
    _ = EngineThread("playhead.export", clock: PlaybackEnvironment.current.clock, qualityOfService: .userInitiated) {
      self.run()
      handler()
    }
  }

  /// Cancels the export. Its status becomes `cancelled` when the temporary file is removed.
  open func cancelExport() {
    let export = stored.withLock { state -> (any ExportJob)? in
      if state.status == .unknown || state.status == .waiting {
        state.status = .cancelled
        state.error = MediaError(.cancelled, url: storedAsset.assetLoader.url).forClients
      }
      return state.export
    }
    export?.cancel()
    report()
  }

  private func report() { states.report { snapshot } }

  private func run() {
    do {
      let export = try ExportPlan(storedAsset, preset, settings).job()
      let mayRun = stored.withLock { state in
        guard state.status == .waiting else { return false }
        state.status = .exporting
        state.export = export
        return true
      }
      guard mayRun else { throw MediaError(.cancelled, url: storedAsset.assetLoader.url) }
      report()
      try export.run { part in
        self.stored.withLock { $0.progress = part }
        self.report()
      }
      stored.withLock { $0.status = .completed }
    } catch {
      let failure = error as? MediaError
      let isCancelled = failure?.kind == .cancelled
      stored.withLock { state in
        state.status = isCancelled ? .cancelled : .failed
        state.error = failure?.forClients ?? error
        state.export = nil
      }
    }
    report()
  }
}
