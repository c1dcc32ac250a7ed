import Foundation
import PlayheadFFmpeg

extension AVAsset {
  /// The metadata with keys common to several formats. Key `commonMetadata`.
  public var commonMetadata: [AVMetadataItem] { metadata.filter { $0.commonKey != nil } }

  /// The available metadata formats, in file order. Key `availableMetadataFormats`.
  public var availableMetadataFormats: [AVMetadataFormat] { metadata.formats }

  /// The metadata of one format.
  public func metadata(forFormat format: AVMetadataFormat) -> [AVMetadataItem] { metadata.items(of: format) }

  /// Loads the metadata of one format.
  public func loadMetadata(for format: AVMetadataFormat) async throws -> [AVMetadataItem] {
    try await assetLoader.loaded(["metadata"])
    return metadata(forFormat: format)
  }

  /// Loads the metadata of one format and passes it, or the error, to a handler on an unspecified thread.
  @preconcurrency
  public func loadMetadata(
    for format: AVMetadataFormat, completionHandler: @escaping @Sendable ([AVMetadataItem]?, (any Error)?) -> Void
  ) {
    loadAndDeliver(["metadata"], completionHandler) { $0.metadata(forFormat: format) }
  }

  /// The creation date: the one in the metadata, or else the date at which the file was written. Key `creationDate`.
  public var creationDate: AVMetadataItem? {
    let dates = metadata.filter { $0.commonKey == .commonKeyCreationDate }
    return dates.first { $0.keySpace != .common } ?? dates.first
  }

  /// The lyrics of a song; nil if there are none. Key `lyrics`.
  public var lyrics: String? {
    metadata.first { item in
      switch MetadataKeys.text(item.key, in: item.keySpace) {
      case "©lyr"?: item.keySpace == .iTunes
      case "USLT"?: item.keySpace == .id3
      case "LYRICS"?, "UNSYNCEDLYRICS"?: item.keySpace == .vorbis || item.keySpace == .matroska
      default: false
      }
    }?.stringValue
  }
}

extension AVAssetTrack {
  /// The metadata of the track. Key `metadata`.
  public var metadata: [AVMetadataItem] {
    (details("metadata")?.tags ?? []).map { AVMetadataItem(MetadataState($0, in: assetLoader.resource)) }
  }

  /// The metadata with keys common to several formats. Key `commonMetadata`.
  public var commonMetadata: [AVMetadataItem] { metadata.filter { $0.commonKey != nil } }

  /// The available metadata formats. Key `availableMetadataFormats`.
  public var availableMetadataFormats: [AVMetadataFormat] { metadata.formats }

  /// The metadata of one format.
  public func metadata(forFormat format: AVMetadataFormat) -> [AVMetadataItem] { metadata.items(of: format) }

  /// Loads the metadata of one format.
  public func loadMetadata(for format: AVMetadataFormat) async throws -> [AVMetadataItem] {
    try await assetLoader.loaded(["metadata"])
    return metadata(forFormat: format)
  }

  /// Loads the metadata of one format and passes it, or the error, to a handler on an unspecified thread.
  @preconcurrency
  public func loadMetadata(
    for format: AVMetadataFormat, completionHandler: @escaping @Sendable ([AVMetadataItem]?, (any Error)?) -> Void
  ) {
    loadAndDeliver(["metadata"], completionHandler) { $0.metadata(forFormat: format) }
  }
}

extension [AVMetadataItem] {
  var formats: [AVMetadataFormat] {
    reduce(into: []) { found, item in
      let format = AVMetadataFormat(item.keySpace)
      if !found.contains(format) { found.append(format) }
    }
  }

  func items(of format: AVMetadataFormat) -> [AVMetadataItem] { filter { AVMetadataFormat($0.keySpace) == format } }
}
