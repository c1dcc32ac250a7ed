import CoreGraphics
import CoreMedia
import Foundation
import PlayheadCompositions
import PlayheadItems
import PlayheadMedia

/// The contents of a composition track. A value: copies of a composition share nothing.
struct CompositionTrackState: Sendable {
  /// The identifier, which is unique in the composition.
  let trackID: CMPersistentTrackID
  /// Video or audio.
  let kind: TrackInfo.Kind
  var timeline = CompositionTimeline()
  var isEnabled = true
  /// ISO 639-2/T; nil for none.
  var language: String?
  /// BCP 47; nil for none.
  var languageTag: String?
  /// The client's timescale; nil for that of the media.
  var timescale: CMTimeScale?
  var transform = CGAffineTransform.identity
  var volume: Float = 1
  /// Track identifiers by the raw value of the association type, in the order in which they were added.
  var associations: [String: [CMPersistentTrackID]] = [:]

  init(trackID: CMPersistentTrackID, kind: TrackInfo.Kind) {
    self.trackID = trackID
    self.kind = kind
  }

  /// The properties of the sources, in the order of the segments.
  private var sources: [TrackInfo] { timeline.segments.compactMap { $0.source?.info } }

  /// The size of the first source's frames; zero without video.
  var naturalSize: CGSize { sources.first?.naturalSize ?? .zero }

  /// The properties of the track within a composition. `index`: its number there.
  func info(index: Int) -> TrackInfo {
    let first = sources.first
    var info = TrackInfo(
      index: index, trackID: trackID, kind: kind, codecName: first?.codecName ?? "", codecTag: first?.codecTag ?? 0,
      isDecodable: !timeline.segments.isEmpty && sources.allSatisfy(\.isDecodable), language: language,
      isDefault: isEnabled, isForced: false, isAttachedPicture: false,
      timeRange: CMTimeRange(start: .zero, duration: timeline.end), timescale: timescale ?? first?.timescale ?? 600,
      dataRate: first?.dataRate ?? 0, metadata: [:], video: first?.video)
    info.languageTag = languageTag
    info.video?.transform = DisplayTransform(transform)
    let audio = sources.compactMap(\.audio)
    if let rate = audio.map(\.sampleRate).max(), let channels = audio.map(\.channels).max() {
      info.audio = TrackInfo.AudioInfo(sampleRate: rate, channels: channels)
    }
    return info
  }

  /// The track for the engine; nil without segments.
  func description(index: Int) -> CompositionDescription.Track {
    CompositionDescription.Track(info: info(index: index), segments: timeline.segments, volume: volume)
  }

  /// Looks up the properties of sources that segments name by their URL alone. Blocks while they are opened.
  mutating func resolveSources() {
    guard timeline.segments.contains(where: { $0.source != nil && $0.source?.info == nil }) else { return }
    var known: [URL: [TrackInfo]] = [:]
    var segments = timeline.segments
    for index in segments.indices {
      guard let source = segments[index].source, source.info == nil else { continue }
      let tracks = known[source.url] ?? AVURLAsset(url: source.url).tracks.map(\.info)
      known[source.url] = tracks
      segments[index].source?.info = tracks.first { $0.trackID == source.trackID && $0.kind == kind }
    }
    // The segments were valid before.
    try? timeline.replace(by: segments)
  }
}

extension DisplayTransform {
  /// The rotation and mirroring of a transform; identity if it does anything else.
  init(_ transform: CGAffineTransform) {
    let known = [0, 90, 180, 270].flatMap { rotation in
      [false, true].map { DisplayTransform(rotation: rotation, isMirrored: $0) }
    }
    let found = known.first { candidate in
      let other = CGAffineTransform(candidate, of: .zero)
      return [
        other.a - transform.a, other.b - transform.b, other.c - transform.c, other.d - transform.d,
      ].allSatisfy { abs($0) < 0.001 }
    }
    self = found ?? .identity
  }
}

extension CompositionTimeline.Failure {
  /// The error for clients.
  var forClients: AVError {
    switch self {
    case .notContiguous: AVError(.compositionTrackSegmentsNotContiguous, text: "The segments leave gaps or overlap.")
    case .targetDuration: AVError(.invalidCompositionTrackSegmentDuration, text: "A segment has no usable duration.")
    case .sourceStart:
      AVError(.invalidCompositionTrackSegmentSourceStartTime, text: "The source of a segment has no usable start.")
    case .sourceDuration:
      AVError(.invalidCompositionTrackSegmentSourceDuration, text: "The source of a segment has no usable duration.")
    }
  }
}

extension AVError {
  /// An error with a sentence for users.
  init(_ code: Code, text: String) { self.init(code, userInfo: [NSLocalizedDescriptionKey: text]) }
}
