import Foundation
import PlayheadCompositions
import PlayheadItems
import PlayheadMedia
import Synchronization

/// A track of a composition.
open class AVCompositionTrack: AVAssetTrack, CompositionSegmentTyping, @unchecked Sendable {
  // Sendable: the contents are behind a lock.
  private let contents: Mutex<CompositionTrackState>

  init(_ state: CompositionTrackState, of composition: AVComposition) {
    contents = Mutex(state)
    super.init(
      state.info(index: 0), mediaType: state.kind == .video ? .video : .audio, isEnabled: state.isEnabled,
      asset: composition)
  }

  /// The contents of the track.
  var state: CompositionTrackState { contents.withLock { $0 } }

  /// Changes the contents; the composition then has another description.
  func change<Result: Sendable, Failure: Error>(
    _ change: (inout CompositionTrackState) throws(Failure) -> sending Result
  ) throws(Failure) -> Result {
    let result = try contents.withLock { state throws(Failure) in try change(&state) }
    (asset as? AVComposition)?.tracksDidChange()
    return result
  }

  override var info: TrackInfo { state.info(index: (asset as? AVComposition)?.index(of: self) ?? 0) }

  /// Whether the track is played.
  open override var isEnabled: Bool { state.isEnabled }

  /// The transform that displays its frames.
  open override var preferredTransform: CGAffineTransform { state.transform }

  /// The gain of its audio in the mix.
  open override var preferredVolume: Float { state.volume }

  /// The language as BCP 47; nil if none was set.
  open override var extendedLanguageTag: String? { state.languageTag }

  /// The segments as those of any track.
  @_disfavoredOverload
  open override var segments: [AVAssetTrackSegment] { state.timeline.segments.map(AVCompositionTrackSegment.init) }

  /// The segment that contains a time; the nearest one for a time outside the track, nil for a non-numeric time and
  /// without segments.
  open override func segment(forTrackTime trackTime: CMTime) -> AVCompositionTrackSegment? {
    let all = state.timeline.segments
    guard trackTime.isNumeric, let first = all.first else { return nil }
    let found = all.first { $0.target.containsTime(trackTime) } ?? (trackTime < .zero ? first : all.last)
    return found.map(AVCompositionTrackSegment.init)
  }

  /// The time in the source of the segment that contains a time; invalid in an empty segment, and outside the track.
  open override func samplePresentationTime(forTrackTime trackTime: CMTime) -> CMTime {
    guard let segment = state.timeline.segments.first(where: { $0.target.containsTime(trackTime) }),
      segment.source != nil
    else { return .invalid }
    return CMTimeMapTimeFromRangeToRange(trackTime, fromRange: segment.target, toRange: segment.sourceRange)
  }

  /// The kinds of association that were added.
  open override var availableTrackAssociationTypes: [AssociationType] {
    state.associations.filter { !$0.value.isEmpty }.keys.sorted().map { AssociationType(rawValue: $0) }
  }

  /// The tracks associated with this one, in the order in which they were added. Removed tracks are omitted.
  open override func associatedTracks(ofType trackAssociationType: AssociationType) -> [AVAssetTrack] {
    let identifiers = state.associations[trackAssociationType.rawValue] ?? []
    return identifiers.compactMap { asset?.track(withTrackID: $0) }
  }
}

/// The segments of composition tracks with their own type: a Swift subclass cannot override a property with another
/// type.
///
/// - Note: Not in Apple's API.
public protocol CompositionSegmentTyping: AnyObject {}

extension CompositionSegmentTyping where Self: AVCompositionTrack {
  /// The segments of the track in the order of time, without gaps between them.
  public var segments: [AVCompositionTrackSegment] { state.timeline.segments.map(AVCompositionTrackSegment.init) }
}
