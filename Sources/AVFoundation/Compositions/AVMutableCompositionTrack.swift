import Foundation
import PlayheadCompositions
import PlayheadItems
import PlayheadMedia

/// A track of a composition that can be edited. Any thread; a player that already has the composition plays it as it
/// was.
open class AVMutableCompositionTrack: AVCompositionTrack, @unchecked Sendable {
  // Sendable: as its superclass.

  /// Whether the track is played; true by default.
  open override var isEnabled: Bool {
    get { super.isEnabled }
    set { change { $0.isEnabled = newValue } }
  }

  /// The language as ISO 639-2/T, such as `deu`; nil for none.
  open override var languageCode: String? {
    get { super.languageCode }
    set { change { $0.language = newValue } }
  }

  /// The language as BCP 47, such as `pt-BR`; nil for none.
  open override var extendedLanguageTag: String? {
    get { super.extendedLanguageTag }
    set { change { $0.languageTag = newValue } }
  }

  /// The timescale of its times, in units per second: that of the first inserted media by default. Values that are not
  /// positive are ignored.
  open override var naturalTimeScale: CMTimeScale {
    get { super.naturalTimeScale }
    set { if newValue > 0 { change { $0.timescale = newValue } } }
  }

  /// The transform that displays its frames; identity by default. Playback applies quarter turns and mirroring; a video
  /// composition applies any transform.
  open override var preferredTransform: CGAffineTransform {
    get { super.preferredTransform }
    set { change { $0.transform = newValue } }
  }

  /// The gain of its audio in the mix; 1 by default. Negative and non-finite values count as 1.
  open override var preferredVolume: Float {
    get { super.preferredVolume }
    set { change { $0.volume = newValue.isFinite && newValue >= 0 ? newValue : 1 } }
  }

  // MARK: Editing

  /// Inserts a range of a track, and moves later segments back. Blocks until the track's resource has been opened.
  ///
  /// - Parameters:
  ///   - timeRange: The range of `track`. Only the part within the track is inserted.
  ///   - track: A track of the same media type, of a file or of a composition.
  ///   - startTime: The time on this track. After its end: a gap is left; invalid: the end of the track.
  /// - Throws: `AVError.invalidCompositionTrackSegmentSourceStartTime` or `…SourceDuration` for a range without values
  ///   or outside the track, `.invalidSourceMedia` for another media type, `.compositionTrackSegmentsNotContiguous` for
  ///   another start time without a value.
  open func insertTimeRange(_ timeRange: CMTimeRange, of track: AVAssetTrack, at startTime: CMTime) throws {
    let segments = try SourceSegments(timeRange, of: track, as: state.kind).segments
    try insert(segments, at: startTime)
  }

  /// Inserts ranges of several tracks, one after the other, and moves later segments back: all or none.
  ///
  /// - Parameters:
  ///   - timeRanges: The ranges, as `NSValue`. One with an invalid range inserts an empty range if its duration is
  ///     numeric.
  ///   - tracks: A track for each range.
  ///   - startTime: The time on this track; invalid: the end of the track.
  /// - Throws: As `insertTimeRange(_:of:at:)`; `.invalidSourceMedia` if the arrays differ in length.
  open func insertTimeRanges(_ timeRanges: [NSValue], of tracks: [AVAssetTrack], at startTime: CMTime) throws {
    guard timeRanges.count == tracks.count else {
      throw AVError(.invalidSourceMedia, text: "There must be as many time ranges as tracks.")
    }
    var all: [CompositionDescription.Segment] = []
    for (value, track) in zip(timeRanges, tracks) {
      let found = try SourceSegments(value.timeRangeValue, of: track, as: state.kind).segments
      let start = all.last?.target.end ?? .zero
      all += found.map { segment in
        var segment = segment
        segment.target.start = segment.target.start + start
        return segment
      }
    }
    try insert(all, at: startTime)
  }

  /// Inserts an empty range, and moves later segments back. Has no effect at the end of the track, and for a range
  /// without values.
  open func insertEmptyTimeRange(_ timeRange: CMTimeRange) { change { $0.timeline.insertEmpty(timeRange) } }

  /// Removes a range, and moves later segments forward. Has no effect for a range without values.
  open func removeTimeRange(_ timeRange: CMTimeRange) { change { $0.timeline.remove(timeRange) } }

  /// Changes the duration of a range: its media plays faster or slower. Has no effect for a range or a duration without
  /// values, or without length.
  open func scaleTimeRange(_ timeRange: CMTimeRange, toDuration duration: CMTime) {
    change { $0.timeline.scale(timeRange, to: duration) }
  }

  /// Checks segments for `segments`.
  ///
  /// - Throws: `AVError` with the first violated rule: targets begin at zero and follow each other without gaps, and
  ///   all ranges have a start and a positive duration.
  open func validateSegments(_ trackSegments: [AVCompositionTrackSegment]) throws {
    do throws(CompositionTimeline.Failure) {
      try CompositionTimeline.validate(trackSegments.map(\.segment))
    } catch {
      throw error.forClients
    }
  }

  /// Inserts segments, whose targets begin at zero.
  func insert(_ segments: [CompositionDescription.Segment], at startTime: CMTime) throws {
    guard !startTime.isValid || (startTime.isNumeric && startTime >= .zero) else {
      throw AVError(.compositionTrackSegmentsNotContiguous, text: "The start time has no usable value.")
    }
    change { $0.timeline.insert(segments, at: startTime.isValid ? startTime : $0.timeline.end) }
  }

  // MARK: Associations

  /// Associates a track of the same composition. Has no effect for tracks of other compositions.
  open func addTrackAssociation(
    to compositionTrack: AVCompositionTrack, type trackAssociationType: AVAssetTrack.AssociationType
  ) {
    guard compositionTrack.asset === asset, compositionTrack !== self else { return }
    change { state in
      var list = state.associations[trackAssociationType.rawValue] ?? []
      if !list.contains(compositionTrack.trackID) { list.append(compositionTrack.trackID) }
      state.associations[trackAssociationType.rawValue] = list
    }
  }

  /// Removes an association.
  open func removeTrackAssociation(
    to compositionTrack: AVCompositionTrack, type trackAssociationType: AVAssetTrack.AssociationType
  ) {
    change { $0.associations[trackAssociationType.rawValue]?.removeAll { $0 == compositionTrack.trackID } }
  }
}

extension CompositionSegmentTyping where Self: AVMutableCompositionTrack {
  /// The segments of the track in the order of time. Segments that `validateSegments(_:)` refuses, and nil, are
  /// ignored.
  public var segments: [AVCompositionTrackSegment]! {
    get { state.timeline.segments.map(AVCompositionTrackSegment.init) }
    set {
      guard let newValue else { return }
      let segments = newValue.map(\.segment)
      change { state in
        // Refused segments change nothing.
        try? state.timeline.replace(by: segments)
        state.resolveSources()
      }
    }
  }
}

/// The segments that present a range of a track, with targets that begin at zero.
struct SourceSegments {
  let segments: [CompositionDescription.Segment]

  /// Opens the resource of the track, if necessary.
  ///
  /// - Throws: As `AVMutableCompositionTrack.insertTimeRange(_:of:at:)`.
  init(_ range: CMTimeRange, of track: AVAssetTrack, as kind: TrackInfo.Kind) throws {
    guard track.info.kind == kind else {
      throw AVError(.invalidSourceMedia, text: "The track has another media type than the composition track.")
    }
    do throws(CompositionTimeline.Failure) {
      try CompositionTimeline.validate(source: range)
      if let track = track as? AVCompositionTrack {
        segments = track.state.timeline.slice(range)
        guard !segments.isEmpty else { throw .sourceStart }
        return
      }
      guard let end = track.insertableEnd else { throw .sourceDuration }
      let part = CMTimeRange(start: max(range.start, .zero), end: min(range.end, end))
      guard part.duration > .zero else { throw .sourceStart }
      let source = CompositionDescription.Source(
        url: track.assetLoader.url, options: track.assetLoader.options, trackID: track.trackID, info: track.info)
      segments = [.init(source, range: part, target: CMTimeRange(start: .zero, duration: part.duration))]
    } catch {
      throw error.forClients
    }
  }
}

extension AVAssetTrack {
  /// The end of the media that can be inserted into a composition: that of the asset if the container declares none for
  /// the track, as in some Matroska files; nil for an endless asset.
  var insertableEnd: CMTime? {
    let end = timeRange.end
    if end.isNumeric, end > .zero { return end }
    guard let duration = assetLoader.knownInfo?.duration, duration.isNumeric, duration > .zero else { return nil }
    return duration
  }
}
