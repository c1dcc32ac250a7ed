import CoreMedia
import PlayheadFFmpeg
import PlayheadStreaming

/// The first parts of a presentation: what its tracks are, and which of its timestamps lies at zero.
enum StreamOpening {
  struct Outcome {
    var info: MediaInfo
    var parameters: [Int: StreamParameters]
  }

  static func open(
    _ renditions: [RenditionReader], _ presentation: StreamPresentation, _ context: StreamContext
  ) throws(MediaError) -> Outcome {
    for rendition in renditions { _ = rendition.tend(context.limits.opening) }
    var tracks: [TrackInfo] = []
    for rendition in renditions {
      guard try rendition.openPart(), let part = rendition.part else { continue }
      for (kind, stream) in part.streams.sorted(by: { $0.value.index < $1.value.index }) {
        var track = stream
        track.index = tracks.count
        track.trackID = Int32(tracks.count + 1)
        track.timeRange = CMTimeRange(start: .zero, duration: presentation.timeline.range.duration)
        rendition.tracks[kind] = track
        tracks.append(track)
      }
    }
    guard !tracks.isEmpty else { throw MediaError(.noPlayableTracks, url: context.url) }
    setOrigin(renditions.compactMap(\.part), context)
    for rendition in renditions { rendition.part?.place(&context.origins, tracks: rendition.tracks) }
    var parameters: [Int: StreamParameters] = [:]
    for track in tracks {
      parameters[track.index] = renditions.lazy.compactMap { $0.part?.demuxer.placedParameters(track.index) }.first
    }
    return Outcome(info: info(tracks, presentation), parameters: parameters)
  }

  /// The earliest of all renditions is the beginning.
  private static func setOrigin(_ parts: [StreamPart], _ context: StreamContext) {
    let known = parts.compactMap { part in part.firstTime.map { (part, $0) } }
    guard let first = known.min(by: { $0.1 - $0.0.expectedStart < $1.1 - $1.0.expectedStart }) else { return }
    _ = context.origins.origin(
      ofDiscontinuity: first.0.discontinuity, first: first.1, expected: first.0.expectedStart,
      wraps: first.0.format.hasWrappingTimes)
  }

  private static func info(_ tracks: [TrackInfo], _ presentation: StreamPresentation) -> MediaInfo {
    let timeline = presentation.timeline
    var info = MediaInfo(
      containerName: "hls", duration: timeline.isLive ? .indefinite : timeline.range.end, tracks: tracks)
    info.startTime = presentation.startTime
    return info
  }
}

extension StreamLimits {
  /// While it is opened one segment is enough: the first picture waits for nothing else.
  var opening: StreamLimits {
    var limits = self
    limits.secondsAhead = 0.001
    return limits
  }
}
