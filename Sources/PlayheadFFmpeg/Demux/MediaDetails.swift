import CoreMedia

/// What a container says beyond what playing needs: tags, chapters, how its tracks are put together.
package struct MediaDetails: Sendable, Equatable {
  package var tags: [MediaTag] = []
  package var chapters: [ChapterInfo] = []
  /// By stream index.
  package var tracks: [Int: TrackDetails] = [:]
  package init() {}
}

/// The same for one track.
package struct TrackDetails: Sendable, Equatable {
  package var tags: [MediaTag] = []
  /// In the order of the track's time; empty where the container has no edit list.
  package var segments: [TrackSegment] = []
  /// Track identifiers by the kind of the reference, such as `chap` and `forc`.
  package var references: [String: [Int32]] = [:]
  /// BCP 47, where the file has such a tag.
  package var extendedLanguage: String?
  /// Bytes of all samples, nil where nobody has counted.
  package var byteCount: Int64?
  package var format = TrackFormat()
  package init() {}
}

/// One entry of an edit list.
package struct TrackSegment: Sendable, Equatable {
  /// In the media; invalid for an empty one.
  package var source: CMTimeRange
  /// On the asset's timeline.
  package var target: CMTimeRange
}

/// What a decoder and a viewer have to know of a track's coding.
package struct TrackFormat: Sendable, Equatable {
  /// What the decoder has to know before the first sample: FFmpeg's extradata.
  package var configuration: [UInt8] = []
  /// Width, height and offset of the visible part, as ISO/IEC 14496-12 §12.1.4 has it, in pixels.
  package var cleanAperture: CleanAperture?
  package var bitsPerSample = 0
  package var framesPerPacket = 0
  package var channelMask: UInt64 = 0
  /// FFmpeg's name of the channels' arrangement, such as `5.1(side)`; nil where only their number is known.
  package var channelLayout: String?
  /// Whether pictures are decoded in another order than shown.
  package var reordersFrames = false
  /// 1 for pictures, 2 for fields; which field comes first in time.
  package var fields: Fields?
  package var chromaLocation: Int32 = 0
  package var mastering: [UInt8]?
  package var lightLevel: [UInt8]?

  package enum Fields: Sendable, Equatable { case progressive, topFirst, bottomFirst }
  package init() {}
}

package struct CleanAperture: Sendable, Equatable {
  package var width: Double
  package var height: Double
  package var horizontalOffset: Double
  package var verticalOffset: Double
}
