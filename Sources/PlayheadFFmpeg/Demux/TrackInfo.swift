import CoreGraphics
import CoreMedia

/// One stream of a container.
package struct TrackInfo: Sendable, Equatable {
  /// The media type of a track.
  package enum Kind: Sendable, Equatable { case video, audio, text, metadata, other }

  /// libavformat's stream index.
  package var index: Int
  /// The container's own identifier where it is positive and unique, else index + 1 (`AVAssetTrack.trackID`).
  package var trackID: Int32
  /// The media type, by libavformat; text in MP4 that it does not recognize counts as text.
  package var kind: Kind
  /// libavcodec's name, such as `h264`.
  package var codecName: String
  /// The container's four-character code of the codec, 0 if there is none. The first character is in the high byte.
  package var codecTag: UInt32
  /// Whether libavcodec has a decoder for the codec.
  package var isDecodable: Bool
  /// ISO 639-2/T; nil if undeclared or `und`.
  package var language: String?
  /// Whether the file enables the track by default.
  package var isDefault: Bool
  /// Whether the track contains only forced subtitles.
  package var isForced: Bool
  /// Whether this is a cover image exposed as a video stream.
  package var isAttachedPicture: Bool
  /// The time range on the asset's timeline.
  package var timeRange: CMTimeRange
  /// The container's time units per second.
  package var timescale: Int32
  /// Bits per second, 0 if unknown.
  package var dataRate: Double
  /// The stream's metadata with libavformat's key names.
  package var metadata: [String: String]
  /// The properties of a video track; nil for other kinds.
  package var video: VideoInfo?
  /// The properties of an audio track; nil for other kinds.
  package var audio: AudioInfo?
  /// The roles that the container declares.
  package var roles: TrackRoles = []
  /// The name in the file; nil if there is none.
  package var title: String?
  /// The BCP 47 tag, if the file has one in addition to the three letters.
  package var languageTag: String?
  /// Media characteristics that the file declares, in Apple's spelling.
  package var taggedCharacteristics: [String] = []
  /// Whether this is a text track of chapter titles.
  package var isChapterList = false
  /// The keys of a timed metadata track; nil for other tracks.
  package var metadataKeys: MetadataTrackKeys?
  /// Whether samples are encrypted individually (Common Encryption, ISO/IEC 23001-7).
  package var hasEncryptedSamples = false
  /// The WebVTT header before the first cue in MP4, if the file has one (`vttC`).
  package var textHeader: [UInt8] = []
  /// Whether the track plays only if the user selects it (`AUTOSELECT=NO`).
  package var requiresManualSelection = false

  /// The properties of a video track.
  package struct VideoInfo: Sendable, Equatable {
    /// The width of the stored frame in samples; 0 if unknown.
    package var width: Int
    /// The height of the stored frame in samples; 0 if unknown.
    package var height: Int
    /// The aspect ratio of a stored sample.
    package var pixelAspect: PixelAspect
    /// Whether the container declares the pixel aspect ratio; false: square until the stream declares one.
    package var hasDeclaredAspect = false
    /// The transform from the stored to the upright frame.
    package var transform: DisplayTransform
    /// Average frames per second, 0 if unknown.
    package var frameRate: Double
    /// Invalid where unknown.
    package var minFrameDuration: CMTime
    /// The colour description; code point 2 where the container declares none.
    package var color: ColorDescription
  }

  /// The properties of an audio track.
  package struct AudioInfo: Sendable, Equatable {
    /// In hertz; 0 if unknown.
    package var sampleRate: Int
    /// The number of channels; 0 if unknown.
    package var channels: Int
  }
}

extension TrackInfo {
  /// A text track that no container describes: a stream provides it in separate segments. Its index is assigned later.
  package init(textCodec: String, timeRange: CMTimeRange) {
    self.init(
      index: 0, trackID: 1, kind: .text, codecName: textCodec, codecTag: 0, isDecodable: true, isDefault: false,
      isForced: false, isAttachedPicture: false, timeRange: timeRange, timescale: 1000, dataRate: 0, metadata: [:])
  }

  /// Whether samples are encrypted, entirely or in part, according to the container.
  package var isProtected: Bool { protection != nil || hasEncryptedSamples }

  /// The encryption scheme of all samples, if the container declares it; nil otherwise. Common Encryption is marked on
  /// packets.
  package var protection: String? {
    if metadata["enc_key_id"] != nil { return "WebM encryption" }
    return Self.protectedTags.contains(codecTag) ? "FairPlay, iTunes Store" : nil
  }

  /// `drms`, `drmi`, `drmt`: audio, video and text of the iTunes Store.
  private static let protectedTags: Set<UInt32> = [0x6472_6D73, 0x6472_6D69, 0x6472_6D74]

  /// Adds the properties that libavformat does not expose.
  mutating func add(_ names: MP4TrackNames.Names) {
    title = names.title ?? title
    hasEncryptedSamples = names.isEncrypted
    if kind == .text { textHeader = names.textHeader }
    languageTag = names.language
    taggedCharacteristics = names.characteristics
    if kind == .metadata { metadataKeys = names.metadataKeys }
    // A playable track is never a chapter list, whatever the file declares.
    isChapterList = names.isChapterList && kind != .audio && kind != .video
    isForced = isForced || names.isForced || names.characteristics.contains("public.subtitles.forced-only")
  }
}

/// The pixel aspect ratio, width over height.
package struct PixelAspect: Sendable, Hashable {
  /// The relative width of a sample.
  package var horizontal: Int32
  /// The relative height of a sample.
  package var vertical: Int32
  /// Samples as wide as they are high.
  package static let square = PixelAspect(horizontal: 1, vertical: 1)

  /// Reduces to lowest terms. Anything but a positive ratio counts as square.
  package init(horizontal: Int32, vertical: Int32) {
    guard horizontal > 0, vertical > 0 else {
      (self.horizontal, self.vertical) = (1, 1)
      return
    }
    var (divisor, rest) = (horizontal, vertical)
    while rest > 0 { (divisor, rest) = (rest, divisor % rest) }
    (self.horizontal, self.vertical) = (horizontal / divisor, vertical / divisor)
  }

  /// Width divided by height of a pixel.
  package var ratio: Double { Double(horizontal) / Double(vertical) }
}

/// The transform from the stored to the upright frame: mirrored first, then rotated clockwise.
package struct DisplayTransform: Sendable, Hashable {
  /// 0, 90, 180 or 270 degrees clockwise.
  package var rotation: Int
  /// Whether the frame is mirrored horizontally, before the rotation.
  package var isMirrored: Bool
  /// No rotation and no mirroring.
  package static let identity = DisplayTransform(rotation: 0, isMirrored: false)

  /// Creates a transform; any multiple of 90 degrees is reduced to one turn.
  package init(rotation: Int, isMirrored: Bool) {
    self.rotation = ((rotation % 360) + 360) % 360
    self.isMirrored = isMirrored
  }

  /// Whether width and height are swapped for display.
  package var swapsSides: Bool { rotation == 90 || rotation == 270 }
}

/// The colour description of samples in code points of ITU-T H.273; 2 is unspecified.
///
/// The colour primaries, such as 1 for BT.709 and 9 for BT.2020.
package struct ColorDescription: Sendable, Hashable {
  /// The transfer characteristics, such as 1 for BT.709, 16 for PQ and 18 for HLG.
  package var primaries: Int32
  /// The matrix coefficients, such as 1 for BT.709 and 0 for RGB.
  package var transfer: Int32
  package var matrix: Int32
  /// Whether samples use all code values (0…255 with 8 bits) instead of the video range (16…235 for luma).
  package var isFullRange: Bool

  /// No declared colours, limited range.
  package static let unspecified = ColorDescription(primaries: 2, transfer: 2, matrix: 2, isFullRange: false)

  /// Creates a description from code points.
  package init(primaries: Int32, transfer: Int32, matrix: Int32, isFullRange: Bool) {
    self.primaries = primaries
    self.transfer = transfer
    self.matrix = matrix
    self.isFullRange = isFullRange
  }

  /// The matrix for conversion: if unspecified, chosen by the size as usual (SD is BT.601, HD is BT.709).
  package func resolvedMatrix(height: Int) -> Int32 {
    if matrix != 2 && matrix != 3 { return matrix }
    return height >= 720 ? 1 : 6
  }
}
