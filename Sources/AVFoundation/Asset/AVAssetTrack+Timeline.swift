import Foundation
import PlayheadFFmpeg

extension AVAssetTrack {
  private var timeline: TrackTimeline { TrackTimeline(details("segments")?.segments ?? [], range: timeRange) }

  /// The parts of the track's timeline in their order, empty ones included. Key `segments`.
  public var segments: [AVAssetTrackSegment] { timeline.mappings.map(AVAssetTrackSegment.init) }

  /// The part that covers a time; the nearest for a time outside of the track, nil for what is no time.
  public func segment(forTrackTime trackTime: CMTime) -> AVAssetTrackSegment? {
    timeline.mapping(at: trackTime).map(AVAssetTrackSegment.init)
  }

  /// The media's time at a time of the track: what an edit list maps. Invalid where nothing is to be seen or heard.
  public func samplePresentationTime(forTrackTime trackTime: CMTime) -> CMTime { timeline.sourceTime(at: trackTime) }

  /// Loads the part that covers a time.
  public func loadSegment(forTrackTime trackTime: CMTime) async throws -> AVAssetTrackSegment? {
    try await assetLoader.loaded(["segments"])
    return segment(forTrackTime: trackTime)
  }

  /// Loads the part that covers a time and hands it, or the error, to a handler on an unspecified thread.
  @preconcurrency
  public func loadSegment(
    forTrackTime trackTime: CMTime, completionHandler: @escaping @Sendable (AVAssetTrackSegment?, (any Error)?) -> Void
  ) {
    hand(["segments"], { completionHandler($0.flatMap { $0 }, $1) }) { $0.segment(forTrackTime: trackTime) }
  }

  /// Loads the media's time at a time of the track.
  public func loadSamplePresentationTime(forTrackTime trackTime: CMTime) async throws -> CMTime {
    try await assetLoader.loaded(["segments"])
    return samplePresentationTime(forTrackTime: trackTime)
  }

  /// Loads the media's time at a time of the track and hands it, or the error, to a handler on an unspecified thread.
  @preconcurrency
  public func loadSamplePresentationTime(
    forTrackTime trackTime: CMTime, completionHandler: @escaping @Sendable (CMTime, (any Error)?) -> Void
  ) {
    hand(["segments"], { completionHandler($0 ?? .invalid, $1) }) { $0.samplePresentationTime(forTrackTime: trackTime) }
  }

  // MARK: Samples

  /// What the samples are made of: `CMFormatDescription`s, one for each track. Key `formatDescriptions`.
  public var formatDescriptions: [Any] { typedFormatDescriptions }

  var typedFormatDescriptions: [CMFormatDescription] {
    [TrackFormatDescription.make(info, mediaType: mediaType, details: details("formatDescriptions"))]
  }

  /// Bytes of all its samples; 0 where nobody has counted them. Key `totalSampleDataLength`.
  public var totalSampleDataLength: Int64 { details("totalSampleDataLength")?.byteCount ?? 0 }

  /// Whether its pictures are decoded in another order than shown. Key `requiresFrameReordering`.
  public var requiresFrameReordering: Bool { details("requiresFrameReordering")?.format.reordersFrames ?? false }

  /// Whether all its samples are in the file: others are not followed. Key `selfContained`.
  public var isSelfContained: Bool { true }
}
