import Foundation
import PlayheadMedia

extension AVAssetTrack {
  var timeline: TrackTimeline { TrackTimeline(details("segments")?.segments ?? [], range: timeRange) }

  /// Loads the segment that contains a time.
  public func loadSegment(forTrackTime trackTime: CMTime) async throws -> AVAssetTrackSegment? {
    try await assetLoader.loaded(["segments"])
    return segment(forTrackTime: trackTime)
  }

  /// Loads the media time for a track time.
  public func loadSamplePresentationTime(forTrackTime trackTime: CMTime) async throws -> CMTime {
    try await assetLoader.loaded(["segments"])
    return samplePresentationTime(forTrackTime: trackTime)
  }

  // MARK: Samples

  var typedFormatDescriptions: [CMFormatDescription] {
    [TrackFormatDescription.make(info, mediaType: mediaType, details: details("formatDescriptions"))]
  }
}
