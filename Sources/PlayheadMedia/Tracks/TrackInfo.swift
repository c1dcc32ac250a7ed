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
  /// The name of the decoder that plays the track, such as `libdav1d`; nil if there is none, or if it is not known.
  package var decoderName: String?

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
    /// The kind of Dolby Vision; nil if the container declares none.
    package var dolbyVision: DolbyVisionProfile?

    /// Describes a video track.
    package init(
      width: Int, height: Int, pixelAspect: PixelAspect, hasDeclaredAspect: Bool = false, transform: DisplayTransform,
      frameRate: Double, minFrameDuration: CMTime, color: ColorDescription
    ) {
      self.width = width
      self.height = height
      self.pixelAspect = pixelAspect
      self.hasDeclaredAspect = hasDeclaredAspect
      self.transform = transform
      self.frameRate = frameRate
      self.minFrameDuration = minFrameDuration
      self.color = color
    }
  }

  /// The properties of an audio track.
  package struct AudioInfo: Sendable, Equatable {
    /// In hertz; 0 if unknown.
    package var sampleRate: Int
    /// The number of channels; 0 if unknown.
    package var channels: Int

    /// Describes an audio track.
    package init(sampleRate: Int, channels: Int) {
      self.sampleRate = sampleRate
      self.channels = channels
    }
  }

  /// Describes a track. Properties without a parameter have their defaults.
  package init(
    index: Int, trackID: Int32, kind: Kind, codecName: String, codecTag: UInt32, isDecodable: Bool,
    language: String? = nil, isDefault: Bool, isForced: Bool, isAttachedPicture: Bool, timeRange: CMTimeRange,
    timescale: Int32, dataRate: Double, metadata: [String: String], video: VideoInfo? = nil, audio: AudioInfo? = nil,
    roles: TrackRoles = [], title: String? = nil
  ) {
    self.index = index
    self.trackID = trackID
    self.kind = kind
    self.codecName = codecName
    self.codecTag = codecTag
    self.isDecodable = isDecodable
    self.language = language
    self.isDefault = isDefault
    self.isForced = isForced
    self.isAttachedPicture = isAttachedPicture
    self.timeRange = timeRange
    self.timescale = timescale
    self.dataRate = dataRate
    self.metadata = metadata
    self.video = video
    self.audio = audio
    self.roles = roles
    self.title = title
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
}
