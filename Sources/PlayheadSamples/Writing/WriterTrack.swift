import CoreMedia
import PlayheadFFmpeg
import PlayheadMedia

/// The description of a track of a new file.
package struct WriterTrack: Sendable {
  /// The treatment of the samples of a track.
  package enum Coding: Sendable {
    /// Compressed samples are stored unchanged.
    case copied
    /// Frames are encoded.
    case video(VideoEncoding)
    /// Audio is encoded. The sample rate and the number of channels are those of the source where they are 0.
    case audio(AudioEncoding)
  }

  /// The media type.
  package var kind: TrackInfo.Kind
  /// The treatment of the samples.
  package var coding: Coding
  /// The transform for display.
  package var transform = DisplayTransform.identity
  /// ISO 639-2/T; nil if unknown.
  package var language: String?
  /// Whether the track is enabled.
  package var isEnabled = true
  /// Units of time per second; nil: those of the first sample, if they are fine enough.
  package var timescale: CMTimeScale?
  /// The times at which segments begin, for which keyframes are encoded; nil without segments.
  package var boundaries: SegmentBoundaries?

  /// Describes a track.
  package init(_ kind: TrackInfo.Kind, _ coding: Coding) { (self.kind, self.coding) = (kind, coding) }

  /// The timescale for times such as that of the first sample: multiples of it, at least 10,000 units per second, in
  /// which the durations of a day's media fit into 32 bits.
  func timescale(for time: CMTime) -> CMTimeScale {
    if let timescale, timescale > 0 { return timescale }
    guard time.isNumeric, (1...200_000).contains(time.timescale) else { return 90_000 }
    var scale = time.timescale
    while scale < 10_000 { scale *= 2 }
    return scale
  }
}
