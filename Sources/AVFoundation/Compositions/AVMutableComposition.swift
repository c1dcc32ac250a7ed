import Foundation
import PlayheadCompositions
import PlayheadItems
import PlayheadMedia

/// A composition that can be edited. Any thread. A player item and an image generator take the composition as it is
/// when they are created; later edits do not change them.
open class AVMutableComposition: AVComposition, @unchecked Sendable {
  // Sendable: as its superclass.

  /// Creates a composition without tracks.
  public init() { super.init(options: [:]) }

  /// Creates a composition without tracks.
  ///
  /// - Parameter URLAssetInitializationOptions: Returned by `urlAssetInitializationOptions`. Inserted tracks keep the
  ///   options of their own assets.
  public convenience init(urlAssetInitializationOptions URLAssetInitializationOptions: [String: Any]? = nil) {
    self.init(mutableOptions: URLAssetInitializationOptions ?? [:])
  }

  private init(mutableOptions: [String: Any]) { super.init(options: mutableOptions) }

  init(copying other: AVComposition) {
    super.init(copying: other) { AVMutableCompositionTrack($0, of: $1) }
  }

  /// Returns an immutable copy, with copies of the tracks.
  open override func copy(with zone: NSZone? = nil) -> Any {
    AVComposition(copying: self) { AVCompositionTrack($0, of: $1) }
  }

  /// The tracks, as their own type.
  var mutableTracks: [AVMutableCompositionTrack] { allTracks.compactMap { $0 as? AVMutableCompositionTrack } }

  /// The size of the presentation: that of the tracks unless it is set. A video composition with the properties of the
  /// asset renders at this size.
  open override var naturalSize: CGSize {
    get { super.naturalSize }
    set { storedNaturalSize = newValue.width > 0 && newValue.height > 0 ? newValue : nil }
  }

  // MARK: Tracks

  /// Adds an empty track.
  ///
  /// - Parameters:
  ///   - mediaType: Video or audio.
  ///   - preferredTrackID: The identifier of the track, if it is positive and no other track has it; otherwise an
  ///     unused one is chosen.
  /// - Returns: Nil for other media types, which compositions cannot play.
  @discardableResult
  open func addMutableTrack(
    withMediaType mediaType: AVMediaType, preferredTrackID: CMPersistentTrackID
  ) -> AVMutableCompositionTrack? {
    guard mediaType == .video || mediaType == .audio else { return nil }
    let used = Set(allTracks.map(\.trackID))
    let isFree = preferredTrackID > 0 && !used.contains(preferredTrackID)
    let identifier = isFree ? preferredTrackID : (1...CMPersistentTrackID.max).first { !used.contains($0) } ?? 1
    let state = CompositionTrackState(trackID: identifier, kind: mediaType == .video ? .video : .audio)
    let track = AVMutableCompositionTrack(state, of: self)
    changeTracks { $0.append(track) }
    return track
  }

  /// Removes a track. Has no effect for a track of another composition.
  open func removeTrack(_ track: AVCompositionTrack) { changeTracks { $0.removeAll { $0 === track } } }

  /// The track with an identifier, or nil.
  open override func track(withTrackID trackID: CMPersistentTrackID) -> AVMutableCompositionTrack? {
    mutableTracks.first { $0.trackID == trackID }
  }

  /// The tracks of a media type.
  open func tracks(withMediaType mediaType: AVMediaType) -> [AVMutableCompositionTrack] {
    mutableTracks.filter { $0.mediaType == mediaType }
  }

  /// The tracks with a media characteristic.
  open func tracks(withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic) -> [AVMutableCompositionTrack] {
    mutableTracks.filter { $0.hasMediaCharacteristic(mediaCharacteristic) }
  }

  /// A track into which ranges of another track can be inserted: the first one of its media type, or nil.
  open func mutableTrack(compatibleWith track: AVAssetTrack) -> AVMutableCompositionTrack? {
    mutableTracks.first { $0.mediaType == track.mediaType }
  }

  // MARK: Editing

  /// Inserts a range of all video and audio tracks of an asset, and moves later segments of all tracks back. Blocks
  /// until the asset has been opened.
  ///
  /// Its first video track is inserted into the first video track here, and so on; missing tracks are added. The other
  /// tracks, and tracks of the asset that are shorter than the range, get an empty range, so that all remain in sync.
  ///
  /// - Parameters:
  ///   - timeRange: The range of the asset.
  ///   - asset: A file or a composition.
  ///   - startTime: The time in this composition. After its end: a gap is left; invalid: the end of the composition.
  /// - Throws: The error of loading the asset; `AVError.noSourceTrack` for an asset without video and audio tracks;
  ///   otherwise as `AVMutableCompositionTrack.insertTimeRange(_:of:at:)`. Nothing is inserted then.
  open func insertTimeRange(_ timeRange: CMTimeRange, of asset: AVAsset, at startTime: CMTime) throws {
    if case .failed(let error) = asset.assetLoader.loadNow("tracks") { throw error.forClients }
    try insert(timeRange, ofLoaded: asset, at: startTime)
  }

  /// Inserts a range of all video and audio tracks of an asset, and passes nil or the error to a handler on an
  /// unspecified thread. See `insertTimeRange(_:of:at:)`.
  @preconcurrency
  open func insertTimeRange(
    _ timeRange: CMTimeRange, of asset: AVAsset, at startTime: CMTime,
    completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) {
    asset.loadTracks(withMediaType: .video) { [self] _, error in
      if let error { return completionHandler(error) }
      do {
        try insert(timeRange, ofLoaded: asset, at: startTime)
        completionHandler(nil)
      } catch {
        completionHandler(error)
      }
    }
  }

  /// Inserts an empty range into all tracks, and moves later segments back. Has no effect at the end of a track.
  open func insertEmptyTimeRange(_ timeRange: CMTimeRange) {
    for track in mutableTracks { track.insertEmptyTimeRange(timeRange) }
  }

  /// Removes a range of all tracks, and moves later segments forward.
  open func removeTimeRange(_ timeRange: CMTimeRange) {
    for track in mutableTracks { track.removeTimeRange(timeRange) }
  }

  /// Changes the duration of a range of all tracks: its media plays faster or slower.
  open func scaleTimeRange(_ timeRange: CMTimeRange, toDuration duration: CMTime) {
    for track in mutableTracks { track.scaleTimeRange(timeRange, toDuration: duration) }
  }

  /// Inserts a range of an asset whose tracks are loaded.
  func insert(_ range: CMTimeRange, ofLoaded asset: AVAsset, at startTime: CMTime) throws {
    do throws(CompositionTimeline.Failure) {
      try CompositionTimeline.validate(source: range)
    } catch {
      throw error.forClients
    }
    guard !startTime.isValid || (startTime.isNumeric && startTime >= .zero) else {
      throw AVError(.compositionTrackSegmentsNotContiguous, text: "The start time has no usable value.")
    }
    let sources = asset.tracks.filter { ($0.mediaType == .video || $0.mediaType == .audio) && $0.isDecodable }
    guard !sources.isEmpty else {
      throw AVError(.noSourceTrack, text: "The asset has no video or audio track that a composition can play.")
    }
    let start = startTime.isValid ? startTime : duration
    // Everything is looked up before anything changes.
    let segments = try sources.map { try Self.segments(range, of: $0) }
    guard segments.contains(where: { $0.contains { $0.source != nil } }) else {
      throw CompositionTimeline.Failure.sourceStart.forClients
    }
    var unused = mutableTracks
    for (source, segments) in zip(sources, segments) {
      let index = unused.firstIndex { $0.mediaType == source.mediaType }
      let track = index.map { unused.remove(at: $0) } ?? addTrack(like: source)
      try track?.insert(segments, at: start)
    }
    for track in unused { track.insertEmptyTimeRange(CMTimeRange(start: start, duration: range.duration)) }
  }

  /// Adds a track with the orientation and the language of another one.
  private func addTrack(like source: AVAssetTrack) -> AVMutableCompositionTrack? {
    let track = addMutableTrack(withMediaType: source.mediaType, preferredTrackID: source.trackID)
    track?.preferredTransform = source.preferredTransform
    track?.languageCode = source.languageCode
    track?.extendedLanguageTag = source.extendedLanguageTag
    return track
  }

  /// The segments of a range of a track; the parts of the range outside the track are empty.
  private static func segments(
    _ range: CMTimeRange, of track: AVAssetTrack
  ) throws -> [CompositionDescription.Segment] {
    let end = (track as? AVCompositionTrack)?.timeRange.end ?? track.insertableEnd ?? .zero
    let part = range.intersection(CMTimeRange(start: .zero, end: end))
    guard part.isValid, part.duration.isNumeric, part.duration > .zero else {
      return [.init(emptyRange: CMTimeRange(start: .zero, duration: range.duration))]
    }
    let kind: TrackInfo.Kind = track.mediaType == .video ? .video : .audio
    var segments = try SourceSegments(part, of: track, as: kind).segments
    let length = segments.last?.target.end ?? .zero
    if length < range.duration { segments.append(.init(emptyRange: CMTimeRange(start: length, end: range.duration))) }
    return segments
  }
}

extension CompositionTrackTyping where Self: AVMutableComposition {
  /// The tracks in the order in which they were added.
  public var tracks: [AVMutableCompositionTrack] { mutableTracks }
}

extension AVMutableComposition {
  /// Inserts a range of all video and audio tracks of an asset after loading it. See
  /// `insertTimeRange(_:of:at:completionHandler:)`.
  public final func insertTimeRange(
    _ timeRange: CMTimeRange, of asset: AVAsset, at time: CMTime, isolation: isolated (any Actor)? = #isolation
  ) async throws {
    try await asset.assetLoader.loaded(["tracks"])
    try insert(timeRange, ofLoaded: asset, at: time)
  }

  /// The tracks of a media type.
  public func loadTracks(withMediaType mediaType: AVMediaType) async throws -> [AVMutableCompositionTrack] {
    mutableTracks.filter { $0.mediaType == mediaType }
  }

  /// The tracks with a media characteristic.
  public func loadTracks(
    withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic
  ) async throws -> [AVMutableCompositionTrack] {
    mutableTracks.filter { $0.hasMediaCharacteristic(mediaCharacteristic) }
  }
}

extension AVPartialAsyncProperty where Root: AVMutableComposition {
  /// The tracks.
  public static var tracks: AVAsyncProperty<Root, [AVMutableCompositionTrack]> {
    .init("tracks") { $0.mutableTracks }
  }
}
