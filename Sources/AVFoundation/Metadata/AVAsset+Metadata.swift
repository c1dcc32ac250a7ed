import Foundation
import PlayheadMedia

extension AVAsset {
  /// Loads the metadata of one format.
  public func loadMetadata(for format: AVMetadataFormat) async throws -> [AVMetadataItem] {
    try await assetLoader.loaded(["metadata"])
    return metadata(forFormat: format)
  }
}

extension AVAssetTrack {
  /// Loads the metadata of one format.
  public func loadMetadata(for format: AVMetadataFormat) async throws -> [AVMetadataItem] {
    try await assetLoader.loaded(["metadata"])
    return metadata(forFormat: format)
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
