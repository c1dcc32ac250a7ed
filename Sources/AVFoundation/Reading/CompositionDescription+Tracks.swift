import PlayheadItems
import PlayheadMedia

extension CompositionDescription {
  /// The composition of some tracks of an asset: those of a composition with their segments, whole tracks of a file.
  init(of tracks: [AVAssetTrack], in asset: AVAsset) {
    let identifiers = Set(tracks.map(\.trackID))
    let all = (asset as? AVComposition)?.compositionDescription ?? Self.whole(tracks)
    self.init(tracks: all.tracks.filter { identifiers.contains($0.info.trackID) })
  }

  private static func whole(_ tracks: [AVAssetTrack]) -> CompositionDescription {
    CompositionDescription(
      tracks: tracks.enumerated().map { index, track in
        let (loader, range) = (track.assetLoader, CMTimeRange(start: .zero, end: track.timeRange.end))
        let source = Source(url: loader.url, options: loader.options, trackID: track.trackID, info: track.info)
        var info = track.info
        info.index = index
        return Track(info: info, segments: [Segment(source, range: range, target: range)])
      })
  }
}
