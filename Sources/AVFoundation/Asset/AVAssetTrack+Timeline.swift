import Foundation
import PlayheadFFmpeg

extension AVAssetTrack {
  private var timeline: TrackTimeline { TrackTimeline(details("segments")?.segments ?? [], range: timeRange) }

  /// The segments of the track's timeline in order, including empty ones. Key `segments`.
  public var segments: [AVAssetTrackSegment] { timeline.mappings.map(AVAssetTrackSegment.init) }

  /// The segment that contains a time; the nearest one for a time outside the track, nil for a non-numeric time.
  public func segment(forTrackTime trackTime: CMTime) -> AVAssetTrackSegment? {
    timeline.mapping(at: trackTime).map(AVAssetTrackSegment.init)
  }

  /// The media time for a track time, mapped through the edit list. Invalid inside an empty edit.
  public func samplePresentationTime(forTrackTime trackTime: CMTime) -> CMTime { timeline.sourceTime(at: trackTime) }

  /// Loads the segment that contains a time.
  public func loadSegment(forTrackTime trackTime: CMTime) async throws -> AVAssetTrackSegment? {
    try await assetLoader.loaded(["segments"])
    return segment(forTrackTime: trackTime)
  }

  /// Loads the segment that contains a time and passes it, or the error, to a handler on an unspecified thread.
  @preconcurrency
  public func loadSegment(
    forTrackTime trackTime: CMTime, completionHandler: @escaping @Sendable (AVAssetTrackSegment?, (any Error)?) -> Void
  ) {
    loadAndDeliver(["segments"], { completionHandler($0.flatMap { $0 }, $1) }) { $0.segment(forTrackTime: trackTime) }
  }

  /// Loads the media time for a track time.
  public func loadSamplePresentationTime(forTrackTime trackTime: CMTime) async throws -> CMTime {
    try await assetLoader.loaded(["segments"])
    return samplePresentationTime(forTrackTime: trackTime)
  }

  /// Loads the media time for a track time and passes it, or the error, to a handler on an unspecified thread.
  @preconcurrency
  public func loadSamplePresentationTime(
    forTrackTime trackTime: CMTime, completionHandler: @escaping @Sendable (CMTime, (any Error)?) -> Void
  ) {
    loadAndDeliver(["segments"], { completionHandler($0 ?? .invalid, $1) }) {
      $0.samplePresentationTime(forTrackTime: trackTime)
    }
  }

  // MARK: Samples

  /// The formats of the samples: `CMFormatDescription`s, one per track. Key `formatDescriptions`.
  public var formatDescriptions: [Any] { typedFormatDescriptions }

  var typedFormatDescriptions: [CMFormatDescription] {
    [TrackFormatDescription.make(info, mediaType: mediaType, details: details("formatDescriptions"))]
  }

  /// The size of all samples in bytes; 0 if unknown. Key `totalSampleDataLength`.
  public var totalSampleDataLength: Int64 { details("totalSampleDataLength")?.byteCount ?? 0 }

  /// Whether frames are decoded in a different order than they are presented. Key `requiresFrameReordering`.
  public var requiresFrameReordering: Bool { details("requiresFrameReordering")?.format.reordersFrames ?? false }

  /// Whether all samples are in the file: true, as references to other files are not followed. Key `selfContained`.
  public var isSelfContained: Bool { true }
}
