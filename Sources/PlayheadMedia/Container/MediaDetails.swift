import CoreMedia

/// The container properties that playback does not need: tags, chapters, edit lists, track references.
package struct MediaDetails: Sendable, Equatable {
  /// The tags of the whole file, in file order.
  package var tags: [MediaTag] = []
  /// The chapters in timeline order (`ChapterInfo.inOrder`).
  package var chapters: [ChapterInfo] = []
  /// The details of tracks by stream index.
  package var tracks: [Int: TrackDetails] = [:]
  /// No details.
  package init() {}
}

/// The properties of one track that playback does not need.
package struct TrackDetails: Sendable, Equatable {
  /// The tags of this track, in file order.
  package var tags: [MediaTag] = []
  /// The edits in timeline order; empty if the container has no edit list.
  package var segments: [TrackSegment] = []
  /// Track identifiers by reference type, such as `chap` and `forc`.
  package var references: [String: [Int32]] = [:]
  /// The BCP 47 tag, if the file has one.
  package var extendedLanguage: String?
  /// The total size of all samples; nil if unknown.
  package var byteCount: Int64?
  /// The coding properties of the track.
  package var format = TrackFormat()
  /// No details.
  package init() {}
}

/// One entry of an edit list.
package struct TrackSegment: Sendable, Equatable {
  /// The range in the media; invalid for an empty edit.
  package var source: CMTimeRange
  /// The range on the asset's timeline.
  package var target: CMTimeRange

  /// Creates an edit; an invalid `source` makes it an empty one.
  package init(source: CMTimeRange, target: CMTimeRange) {
    self.source = source
    self.target = target
  }
}

/// The coding properties of a track for decoders and format descriptions.
package struct TrackFormat: Sendable, Equatable {
  /// The decoder configuration before the first sample: FFmpeg's extradata.
  package var configuration: [UInt8] = []
  /// The clean aperture in pixels (ISO/IEC 14496-12 §12.1.4).
  package var cleanAperture: CleanAperture?
  /// The bits of a sample before compression; 0 if unknown.
  package var bitsPerSample = 0
  /// The audio frames in a packet; 0 if it varies or is unknown.
  package var framesPerPacket = 0
  /// The speakers of audio in the bits of WAVE_FORMAT_EXTENSIBLE; 0 if unknown.
  package var channelMask: UInt64 = 0
  /// FFmpeg's name of the channel layout, such as `5.1(side)`; nil if only the number of channels is known.
  package var channelLayout: String?
  /// Whether decode order differs from presentation order.
  package var reordersFrames = false
  /// Progressive, or interlaced with the first field in time.
  package var fields: Fields?
  /// The position of chroma samples as libavutil's `AVChromaLocation`; 0 if unspecified.
  package var chromaLocation: Int32 = 0
  /// SMPTE ST 2086 mastering display metadata in the layout of H.265.
  package var mastering: [UInt8]?
  /// Content light level metadata in the layout of H.265.
  package var lightLevel: [UInt8]?

  /// The scan type and the field order.
  package enum Fields: Sendable, Equatable { case progressive, topFirst, bottomFirst }
  /// A format of which nothing is known.
  package init() {}
}

/// The visible region of stored frames, centred with offsets (`clap`, ISO/IEC 14496-12 §12.1.4).
package struct CleanAperture: Sendable, Equatable {
  /// In pixels of the stored frame, not necessarily whole ones.
  package var width: Double
  /// In pixels of the stored frame, not necessarily whole ones.
  package var height: Double
  /// The distance of the region's centre from that of the frame, in pixels to the right.
  package var horizontalOffset: Double
  /// The distance of the region's centre from that of the frame, in pixels downwards.
  package var verticalOffset: Double

  /// Creates an aperture in pixels of the stored frame.
  package init(width: Double, height: Double, horizontalOffset: Double, verticalOffset: Double) {
    self.width = width
    self.height = height
    self.horizontalOffset = horizontalOffset
    self.verticalOffset = verticalOffset
  }
}
