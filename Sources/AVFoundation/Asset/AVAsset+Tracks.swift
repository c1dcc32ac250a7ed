import Foundation

extension AVAsset {
  /// Loads the tracks of a media type.
  public func loadTracks(withMediaType mediaType: AVMediaType) async throws -> [AVAssetTrack] {
    try await assetLoader.loaded(["tracks"])
    return tracks(withMediaType: mediaType)
  }

  /// Loads the tracks with a media characteristic.
  public func loadTracks(
    withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic
  ) async throws -> [AVAssetTrack] {
    try await assetLoader.loaded(["tracks"])
    return tracks(withMediaCharacteristic: mediaCharacteristic)
  }

  /// Loads the track with an identifier, or nil.
  public func loadTrack(withTrackID trackID: CMPersistentTrackID) async throws -> AVAssetTrack? {
    try await assetLoader.loaded(["tracks"])
    return track(withTrackID: trackID)
  }
}
