import Foundation
import PlayheadBasics
import PlayheadClock
import PlayheadItems
import PlayheadSamples
import PlayheadMedia
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
    var outputURL: URL?
    var outputFileType: AVFileType?
    var range = CMTimeRange(start: .zero, duration: .positiveInfinity)
    var metadata: [AVMetadataItem]?
    var audioMix: AVAudioMix?
    var isProgressive = false
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
    get { stored.withLock { $0.outputURL } }
    set { configure { $0.outputURL = newValue } }
  }

  /// The type of the new file.
  open var outputFileType: AVFileType? {
    get { stored.withLock { $0.outputFileType } }
    set { configure { $0.outputFileType = newValue } }
  }

  /// The range of the asset that is exported: all of it by default.
  open var timeRange: CMTimeRange {
    get { stored.withLock { $0.range } }
    set { configure { $0.range = newValue } }
  }

  /// The metadata of the new file; nil, the default, for that of the asset.
  open var metadata: [AVMetadataItem]? {
    get { stored.withLock { $0.metadata } }
    set { configure { $0.metadata = newValue } }
  }

  /// The volumes and taps of the audio tracks; nil, the default, for the volumes of the asset. Copied. Without effect
  /// on `AVAssetExportPresetPassthrough`.
  open var audioMix: AVAudioMix? {
    get { stored.withLock { $0.audioMix } }
    set {
      let copy = newValue?.copy() as? AVAudioMix
      configure { $0.audioMix = copy }
    }
  }

  /// Whether the index precedes the media, so that playback over a network starts sooner: false by default.
  open var shouldOptimizeForNetworkUse: Bool {
    get { stored.withLock { $0.isProgressive } }
    set { configure { $0.isProgressive = newValue } }
  }

  private func configure(_ change: (inout Stored) -> Void) {
    stored.withLock { state in
      guard state.status == .unknown else { return }
      change(&state)
    }
  }

  // MARK: Types and presets

  /// The types of files that can store all video and audio of the asset. Blocks until the asset has been opened.
  open var supportedFileTypes: [AVFileType] {
    let tracks = storedAsset.tracks.filter { $0.mediaType == .video || $0.mediaType == .audio }
    guard !tracks.isEmpty else { return [] }
    if let preset {
      return preset.video != nil || tracks.contains { $0.mediaType == .audio } ? preset.types : []
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

  /// Determines the types of files that can store the asset, and passes them to a handler on an unspecified thread.
  @preconcurrency
  open func determineCompatibleFileTypes(completionHandler handler: @escaping @Sendable ([AVFileType]) -> Void) {
    DispatchQueue.global(qos: .userInitiated).async { handler(self.supportedFileTypes) }
  }

  /// The length of the new file in bytes, estimated by the data rates of the tracks, or by the size of the
  /// new frames; 0 if unknown.
  open var estimatedOutputFileLength: Int64 {
    let range = timeRange.intersection(CMTimeRange(start: .zero, duration: storedAsset.duration))
    let rate = storedAsset.tracks.reduce(0.0) { rate, track in
      rate + (preset?.estimatedDataRate(of: track.info) ?? Double(track.estimatedDataRate))
    }
    let bytes = rate / 8 * range.duration.seconds
    return bytes.isFinite ? Int64(saturating: bytes) : 0
  }

  /// Estimates the length of the new file in bytes, and passes it to a handler on an unspecified thread.
  @preconcurrency
  open func estimateOutputFileLength(completionHandler handler: @escaping @Sendable (Int64, (any Error)?) -> Void) {
    DispatchQueue.global(qos: .userInitiated).async { handler(self.estimatedOutputFileLength, nil) }
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
      let export = try job()
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

  private func job() throws -> any ExportJob {
    guard let preset else { return MediaExport(try request()) }
    let info = try storedAsset.wholeInfo()
    let state = stored.withLock { $0 }
    let file = try output(state)
    guard let type = state.outputFileType, preset.types.contains(type), let container = ContainerNames.name(of: type)
    else { throw MediaError(.cannotStore(codec: state.outputFileType?.rawValue ?? "no file type"), url: file) }
    var writing = MediaWriter.Request(output: file, container: container)
    writing.metadata = state.metadata.map(ExportMetadata.values) ?? info.metadata
    writing.isProgressive = state.isProgressive
    let whole = CMTimeRange(start: .zero, duration: storedAsset.duration)
    return try PresetExport(
      PresetExport.Request(
        asset: storedAsset, preset: preset, range: state.range.intersection(whole), audioMix: state.audioMix,
        file: writing))
  }

  /// The URL of the new file.
  private func output(_ state: Stored) throws(MediaError) -> URL {
    guard let output = state.outputURL, output.isFileURL else {
      throw MediaError(
        .unsupportedScheme(state.outputURL?.scheme ?? ""), url: state.outputURL ?? storedAsset.assetLoader.url)
    }
    return output
  }

  private func request() throws(MediaError) -> MediaExport.Request {
    let info = try storedAsset.wholeInfo()
    let (state, loader) = (stored.withLock { $0 }, storedAsset.assetLoader)
    let output = try output(state)
    guard let container = ContainerNames.name(of: state.outputFileType) else {
      throw MediaError(.cannotStore(codec: state.outputFileType?.rawValue ?? "no file type"), url: output)
    }
    var tracks: [TrackInfo] = []
    for track in storedAsset.tracks where track.mediaType == .video || track.mediaType == .audio {
      guard MediaExport.canStore(track.info, in: container) else {
        throw MediaError(.cannotStore(codec: track.info.codecName), url: output)
      }
      tracks.append(track.info)
    }
    let whole = CMTimeRange(start: .zero, duration: info.duration)
    let isWhole = state.range.start <= .zero && !(state.range.end < whole.end)
    return MediaExport.Request(
      url: loader.url, options: loader.options, tracks: tracks,
      range: isWhole ? CMTimeRange(start: .zero, duration: .positiveInfinity) : state.range.intersection(whole),
      output: output, container: container, metadata: state.metadata.map(ExportMetadata.values) ?? info.metadata,
      isProgressive: state.isProgressive)
  }
}
