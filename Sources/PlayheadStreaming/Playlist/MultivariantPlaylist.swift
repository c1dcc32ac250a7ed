import Foundation

/// A multivariant playlist: variants of one content in several qualities, and their renditions.
package struct MultivariantPlaylist: Sendable, Equatable {
  /// The URL of the playlist after redirections, the base of relative references.
  package var url: URL?
  /// The tags that both kinds of playlist have.
  package var head = PlaylistHead()
  /// In file order: players start with the first one.
  package var variants: [Variant] = []
  /// The variants that contain only I-frames.
  package var iFrameVariants: [Variant] = []
  /// `EXT-X-MEDIA`, all groups together, in file order.
  package var renditions: [Rendition] = []
  /// `EXT-X-SESSION-DATA`, in file order. An identifier may occur once for each language.
  package var sessionData: [SessionData] = []
  /// `EXT-X-SESSION-KEY`: keys of the media playlists, which may be requested in advance.
  package var sessionKeys: [EncryptionKey] = []
  /// `EXT-X-CONTENT-STEERING`; nil if the order of pathways is that of the playlist.
  package var contentSteering: ContentSteering?
  /// An empty playlist.
  package init() {}

  /// The renditions of a kind for a variant; empty if it references no group.
  package func renditions(_ kind: Rendition.Kind, of variant: Variant) -> [Rendition] {
    guard let group = variant.groups[kind] else { return [] }
    return renditions.filter { $0.kind == kind && $0.groupID == group }
  }
}

/// `EXT-X-STREAM-INF` and `EXT-X-I-FRAME-STREAM-INF`.
package struct Variant: Sendable, Equatable {
  /// The URI as written: on the line after the tag, or the attribute `URI` for I-frames.
  package var uri: String
  /// The absolute URL of the media playlist; nil if the URI is invalid.
  package var url: URL?
  /// Peak bits per second; 0 if missing.
  package var bandwidth: Int
  /// `AVERAGE-BANDWIDTH` in bits per second; nil if missing.
  package var averageBandwidth: Int?
  /// `SCORE`: the relative quality among all variants.
  package var score: Double?
  /// RFC 6381 names; empty if undeclared.
  package var codecs: [String]
  /// `SUPPLEMENTAL-CODECS`: names with brands, for players that support an enhancement of a declared codec.
  package var supplementalCodecs: [String]
  /// `RESOLUTION`; nil if missing, which is normal for audio.
  package var resolution: Resolution?
  /// `FRAME-RATE`: the maximum in frames per second; nil if missing.
  package var frameRate: Double?
  /// `HDCP-LEVEL`: `NONE`, `TYPE-0` or `TYPE-1`; nil if missing.
  package var hdcpLevel: String?
  /// `ALLOWED-CPC`: the content protection configurations that may play it, as written.
  package var allowedCPC: String?
  /// `SDR`, `HLG` or `PQ`.
  package var videoRange: String?
  /// `REQ-VIDEO-LAYOUT`: the layouts that the display must support, such as stereo; as written.
  package var requiredVideoLayout: String?
  /// `STABLE-VARIANT-ID`: identifies the variant across updates of the playlist.
  package var stableID: String?
  /// `NAME`, an attribute without a specification that describes the quality.
  package var name: String?
  /// `PROGRAM-ID`, removed in version 6 of the protocol.
  package var programID: Int?
  /// The rendition group for each kind.
  package var groups: [Rendition.Kind: String]
  /// `CLOSED-CAPTIONS=NONE`: there are no captions in any variant.
  package var hasNoClosedCaptions: Bool
  /// `PATHWAY-ID`: the group of servers; nil for the default pathway.
  package var pathwayID: String?

  /// The video size in pixels.
  package struct Resolution: Sendable, Hashable {
    /// Pixels in a row.
    package var width: Int
    /// Rows of pixels.
    package var height: Int
    /// Creates a size in pixels.
    package init(width: Int, height: Int) {
      self.width = width
      self.height = height
    }
  }

  /// The bandwidth for variant selection: the average if declared, otherwise the peak.
  package var selectionBandwidth: Int { averageBandwidth ?? bandwidth }
}

/// `EXT-X-MEDIA`: a rendition of one kind, such as a language.
package struct Rendition: Sendable, Equatable {
  /// The kind of a rendition. The raw values are those of the playlist.
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    /// An audio track, such as a language or a mix.
    case audio = "AUDIO"
    /// A camera angle.
    case video = "VIDEO"
    /// Subtitles in a playlist of their own.
    case subtitles = "SUBTITLES"
    /// Captions within the video, selected by `inStreamID`.
    case closedCaptions = "CLOSED-CAPTIONS"
  }

  /// `TYPE`.
  package var kind: Kind
  /// nil if the rendition is muxed into the variant's segments.
  package var uri: String?
  /// The absolute URL of the media playlist; nil if there is no URI, or an invalid one.
  package var url: URL?
  /// `GROUP-ID`: variants refer to groups (`Variant.groups`).
  package var groupID: String
  /// `NAME`: the description for users, unique within the group.
  package var name: String
  /// The language tag (RFC 5646).
  package var language: String?
  /// `ASSOC-LANGUAGE`: a language in another role, such as the written form of a dialect.
  package var associatedLanguage: String?
  /// `STABLE-RENDITION-ID`: identifies the rendition across updates of the playlist.
  package var stableID: String?
  /// `DEFAULT`: whether it plays unless the user selects another one.
  package var isDefault: Bool
  /// `AUTOSELECT`: whether the player may select it by the user's language; always true for default renditions.
  package var isAutoselect: Bool
  /// `FORCED`: whether subtitles are essential, such as translations of signs.
  package var isForced: Bool
  /// `CC1`…`CC4`, `SERVICE1`…`SERVICE63`.
  package var inStreamID: String?
  /// `CHARACTERISTICS`: uniform type identifiers, such as `public.accessibility.describes-video`.
  package var characteristics: [String]
  /// `CHANNELS`: the number of channels, and further parameters after a slash; as written.
  package var channels: String?
  /// `BIT-DEPTH`: the bits of an audio sample.
  package var bitDepth: Int?
  /// `SAMPLE-RATE` in hertz.
  package var sampleRate: Int?
}

/// `EXT-X-SESSION-DATA`.
package struct SessionData: Sendable, Equatable {
  /// `DATA-ID`: a name in reverse DNS notation.
  package var dataID: String
  /// `VALUE`; nil if the data is at the URI.
  package var value: String?
  /// `URI` as written; nil if the tag has a value.
  package var uri: String?
  /// The absolute URL; nil if the URI is missing or invalid.
  package var url: URL?
  /// `JSON` or `RAW`.
  package var format: String
  /// `LANGUAGE` of the value (RFC 5646); nil if missing.
  package var language: String?
}

/// `EXT-X-CONTENT-STEERING`.
package struct ContentSteering: Sendable, Equatable {
  /// `SERVER-URI` as written.
  package var serverURI: String
  /// The absolute URL of the steering manifest; nil if the URI is invalid.
  package var url: URL?
  /// `PATHWAY-ID`: the pathway before the first manifest; nil for the first one of the playlist.
  package var pathwayID: String?
}
