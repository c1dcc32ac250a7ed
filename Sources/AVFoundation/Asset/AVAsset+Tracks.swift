import Foundation

extension AVAsset {
  /// The tracks of a media type; blocks until the asset has been opened.
  public func tracks(withMediaType mediaType: AVMediaType) -> [AVAssetTrack] {
    tracks.filter { $0.mediaType == mediaType }
  }

  /// The tracks with a media characteristic; blocks until the asset has been opened.
  public func tracks(withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic) -> [AVAssetTrack] {
    tracks.filter { $0.hasMediaCharacteristic(mediaCharacteristic) }
  }

  /// The track with an identifier, or nil; blocks until the asset has been opened.
  public func track(withTrackID trackID: CMPersistentTrackID) -> AVAssetTrack? {
    tracks.first { $0.trackID == trackID }
  }

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

  /// Loads the tracks of a media type and passes them, or the error, to a handler on an unspecified thread.
  @preconcurrency
  public func loadTracks(
    withMediaType mediaType: AVMediaType, completionHandler: @escaping @Sendable ([AVAssetTrack]?, (any Error)?) -> Void
  ) {
    loadAndDeliver(["tracks"], completionHandler) { $0.tracks(withMediaType: mediaType) }
  }

  /// Loads the tracks with a media characteristic and passes them, or the error, to a handler on an unspecified thread.
  @preconcurrency
  public func loadTracks(
    withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic,
    completionHandler: @escaping @Sendable ([AVAssetTrack]?, (any Error)?) -> Void
  ) {
    loadAndDeliver(["tracks"], completionHandler) { $0.tracks(withMediaCharacteristic: mediaCharacteristic) }
  }

  /// Loads the track with an identifier and passes it, or the error, to a handler on an unspecified thread.
  @preconcurrency
  public func loadTrack(
    withTrackID trackID: CMPersistentTrackID,
    completionHandler: @escaping @Sendable (AVAssetTrack?, (any Error)?) -> Void
  ) {
    loadAndDeliver(["tracks"], { completionHandler($0.flatMap { $0 }, $1) }, { $0.track(withTrackID: trackID) })
  }
}
