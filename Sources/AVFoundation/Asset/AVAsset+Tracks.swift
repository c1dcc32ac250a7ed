import Foundation

extension AVAsset {
  /// Loads the tracks of a media type.
  @_disfavoredOverload
  public func loadTracks(withMediaType mediaType: AVMediaType) async throws -> [AVAssetTrack] {
    try await assetLoader.loaded(["tracks"])
    return tracks(withMediaType: mediaType)
  }

  /// Loads the tracks with a media characteristic.
  @_disfavoredOverload
  public func loadTracks(
    withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic
  ) async throws -> [AVAssetTrack] {
    try await assetLoader.loaded(["tracks"])
    return tracks(withMediaCharacteristic: mediaCharacteristic)
  }

  /// Loads the track with an identifier, or nil.
  @_disfavoredOverload
  public func loadTrack(withTrackID trackID: CMPersistentTrackID) async throws -> AVAssetTrack? {
    try await assetLoader.loaded(["tracks"])
    return track(withTrackID: trackID)
  }
}
