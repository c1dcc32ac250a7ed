import Foundation
import PlayheadItems
import PlayheadMedia
import PlayheadSamples

/// The job that an export session starts, made from its configuration.
struct ExportPlan {
  private let asset: AVAsset
  /// What is encoded; nil for copying.
  private let preset: ExportPreset?
  private let settings: ExportSettings

  /// Opens nothing yet.
  init(_ asset: AVAsset, _ preset: ExportPreset?, _ settings: ExportSettings) {
    (self.asset, self.preset, self.settings) = (asset, preset, settings)
  }

  /// Makes the job. Blocks until the asset has been opened.
  ///
  /// - Throws: A `MediaError` for an asset that cannot be opened, and for a file that cannot be written; an `AVError`
  ///   for a video composition that cannot be rendered.
  func job() throws -> any ExportJob {
    if settings.video.composition != nil, preset?.video == nil || settings.video.renderer == nil {
      let reason =
        preset?.video == nil
        ? "The preset does not encode video, so that there can be no video composition."
        : "The video composition has no positive size and frame duration."
      throw AVError(.invalidVideoComposition, userInfo: [NSLocalizedDescriptionKey: reason])
    }
    guard let preset else { return MediaExport(try request()) }
    let info = try asset.wholeInfo()
    let file = try output()
    guard let type = settings.outputFileType, preset.types.contains(type), let container = ContainerNames.name(of: type)
    else { throw MediaError(.cannotStore(codec: settings.outputFileType?.rawValue ?? "no file type"), url: file) }
    let range = settings.range(of: asset.duration)
    var writing = MediaWriter.Request(output: file, container: container)
    writing.metadata = metadata(info)
    writing.isProgressive = settings.isProgressive
    writing.extras = extras(info).cut(to: range)
    return try PresetExport(
      PresetExport.Request(asset: asset, preset: preset, settings: settings, range: range, file: writing))
  }

  /// The URL of the new file.
  private func output() throws(MediaError) -> URL {
    guard let output = settings.outputURL, output.isFileURL else {
      throw MediaError(
        .unsupportedScheme(settings.outputURL?.scheme ?? ""), url: settings.outputURL ?? asset.assetLoader.url)
    }
    return output
  }

  private func request() throws(MediaError) -> MediaExport.Request {
    let info = try asset.wholeInfo()
    let (loader, output) = (asset.assetLoader, try output())
    guard let container = ContainerNames.name(of: settings.outputFileType) else {
      throw MediaError(.cannotStore(codec: settings.outputFileType?.rawValue ?? "no file type"), url: output)
    }
    var tracks: [TrackInfo] = []
    for track in asset.tracks.map(\.info) where Self.isCopied(track) {
      let canStore = MediaExport.canStore(track, in: container)
      // Text that the container cannot store is left out, as the rest of the file is complete without it.
      if track.kind == .text, !canStore { continue }
      guard canStore else { throw MediaError(.cannotStore(codec: track.codecName), url: output) }
      tracks.append(track)
    }
    let range = settings.range
    let isWhole = range.start <= .zero && !(range.end < info.duration)
    var request = MediaExport.Request(
      url: loader.url, options: loader.options, tracks: tracks,
      range: isWhole ? CMTimeRange(start: .zero, duration: .positiveInfinity) : settings.range(of: info.duration),
      output: output, container: container, metadata: metadata(info), isProgressive: settings.isProgressive)
    request.extras = extras(info)
    request.byteLimit = settings.byteLimit
    return request
  }

  /// Whether a track is copied: covers and lists of chapters are written in the form of the new container.
  static func isCopied(_ track: TrackInfo) -> Bool {
    switch track.kind {
    case .video: !track.isAttachedPicture
    case .audio: true
    case .text: !track.isChapterList
    case .metadata, .other: false
    }
  }

  // MARK: Metadata

  private func metadata(_ info: MediaInfo) -> [String: String] {
    if let own = settings.metadata { return ExportMetadata.values(own) }
    return settings.filter == nil ? info.metadata : ExportMetadata.shared(info.metadata)
  }

  /// The chapters of the asset, and the cover of the program's metadata or else of the asset.
  private func extras(_ info: MediaInfo) -> FileExtras {
    var extras = FileExtras()
    extras.chapters = info.details?.chapters ?? info.chapters
    let items = settings.metadata ?? asset.metadata.filter { settings.filter?.allows($0) ?? true }
    extras.cover = items.first { $0.commonKey == .commonKeyArtwork }?.dataValue.map { Array($0) } ?? []
    return extras
  }
}
