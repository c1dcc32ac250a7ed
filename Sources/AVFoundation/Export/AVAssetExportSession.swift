import Foundation
import PlayheadBasics
import PlayheadClock
import PlayheadEngine
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
/// - Note: Difference from Apple: `AVAssetExportPresetPassthrough` is the only preset. A range of MP4 and QuickTime is
///   exact to the frame: an edit list hides what is only decoded. Other containers begin with the sync sample before
///   the range.
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
    var export: MediaExport?
    var outputURL: URL?
    var outputFileType: AVFileType?
    var range = CMTimeRange(start: .zero, duration: .positiveInfinity)
    var metadata: [AVMetadataItem]?
    var isProgressive = false
  }

  private let stored = Mutex(Stored())
  private let storedAsset: AVAsset
  private let storedPreset: String

  /// Creates a session; nil for an unknown preset, and for a stream or a composition, which have no compressed media of
  /// their own.
  public init?(asset: AVAsset, presetName: String) {
    guard presetName == AVAssetExportPresetPassthrough, !asset.isStream, !(asset is AVComposition) else { return nil }
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
    return ContainerNames.all.filter { _, container in
      tracks.allSatisfy { MediaExport.canStore($0.info, in: container) }
    }.map(\.type)
  }

  /// All presets.
  open class func allExportPresets() -> [String] { [AVAssetExportPresetPassthrough] }

  /// The presets with which an asset can be exported. Blocks until the asset has been opened.
  open class func exportPresets(compatibleWith asset: AVAsset) -> [String] {
    let session = AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetPassthrough)
    return session?.supportedFileTypes.isEmpty == false ? [AVAssetExportPresetPassthrough] : []
  }

  /// Determines the types of files that can store the asset, and passes them to a handler on an unspecified thread.
  @preconcurrency
  open func determineCompatibleFileTypes(completionHandler handler: @escaping @Sendable ([AVFileType]) -> Void) {
    DispatchQueue.global(qos: .userInitiated).async { handler(self.supportedFileTypes) }
  }

  /// The length of the new file in bytes, estimated by the data rates of the tracks; 0 if unknown.
  open var estimatedOutputFileLength: Int64 {
    let range = timeRange.intersection(CMTimeRange(start: .zero, duration: storedAsset.duration))
    let rate = storedAsset.tracks.reduce(0.0) { $0 + Double($1.estimatedDataRate) }
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
    _ = EngineThread("playhead.export", clock: PlaybackEnvironment.current.clock, qualityOfService: .userInitiated) {
      self.run()
      handler()
    }
  }

  /// Cancels the export. Its status becomes `cancelled` when the temporary file is removed.
  open func cancelExport() {
    let export = stored.withLock { state -> MediaExport? in
      if state.status == .unknown || state.status == .waiting { state.status = .cancelled }
      return state.export
    }
    export?.cancel()
  }

  private func run() {
    do throws(MediaError) {
      let export = MediaExport(try request())
      let mayRun = stored.withLock { state in
        guard state.status == .waiting else { return false }
        state.status = .exporting
        state.export = export
        return true
      }
      guard mayRun else { throw MediaError(.cancelled, url: storedAsset.assetLoader.url) }
      try export.run { part in self.stored.withLock { $0.progress = part } }
      stored.withLock { $0.status = .completed }
    } catch {
      let isCancelled = error.kind == .cancelled
      stored.withLock { state in
        state.status = isCancelled ? .cancelled : .failed
        state.error = error.forClients
        state.export = nil
      }
    }
  }

  private func request() throws(MediaError) -> MediaExport.Request {
    let info = try storedAsset.wholeInfo()
    let (state, loader) = (stored.withLock { $0 }, storedAsset.assetLoader)
    guard let output = state.outputURL, output.isFileURL else {
      throw MediaError(.unsupportedScheme(state.outputURL?.scheme ?? ""), url: state.outputURL ?? loader.url)
    }
    guard !FileManager.default.fileExists(atPath: output.path) else {
      throw MediaError(.fileExists, url: output)
    }
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
