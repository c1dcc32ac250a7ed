import Foundation

/// A multivariant playlist: variants of one content in several qualities, and their renditions.
package struct MultivariantPlaylist: Sendable, Equatable {
  /// The URL of the playlist after redirections, the base of relative references.
  package var url: URL?
  package var head = PlaylistHead()
  /// In file order: players start with the first one.
  package var variants: [Variant] = []
  /// The variants that contain only I-frames.
  package var iFrameVariants: [Variant] = []
  package var renditions: [Rendition] = []
  package var sessionData: [SessionData] = []
  package var sessionKeys: [EncryptionKey] = []
  package var contentSteering: ContentSteering?
  package init() {}

  /// The renditions of a kind for a variant; empty if it references no group.
  package func renditions(_ kind: Rendition.Kind, of variant: Variant) -> [Rendition] {
    guard let group = variant.groups[kind] else { return [] }
    return renditions.filter { $0.kind == kind && $0.groupID == group }
  }
}

/// `EXT-X-STREAM-INF` and `EXT-X-I-FRAME-STREAM-INF`.
package struct Variant: Sendable, Equatable {
  package var uri: String
  package var url: URL?
  /// Peak bits per second; 0 if missing.
  package var bandwidth: Int
  package var averageBandwidth: Int?
  /// `SCORE`: the relative quality among all variants.
  package var score: Double?
  /// RFC 6381 names; empty if undeclared.
  package var codecs: [String]
  package var supplementalCodecs: [String]
  package var resolution: Resolution?
  package var frameRate: Double?
  package var hdcpLevel: String?
  package var allowedCPC: String?
  /// `SDR`, `HLG` or `PQ`.
  package var videoRange: String?
  package var requiredVideoLayout: String?
  package var stableID: String?
  package var name: String?
  package var programID: Int?
  /// The rendition group for each kind.
  package var groups: [Rendition.Kind: String]
  /// `CLOSED-CAPTIONS=NONE`: there are no captions in any variant.
  package var hasNoClosedCaptions: Bool
  package var pathwayID: String?

  /// The video size in pixels.
  package struct Resolution: Sendable, Hashable {
    package var width: Int
    package var height: Int
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
    case audio = "AUDIO"
    case video = "VIDEO"
    case subtitles = "SUBTITLES"
    case closedCaptions = "CLOSED-CAPTIONS"
  }

  package var kind: Kind
  /// nil if the rendition is muxed into the variant's segments.
  package var uri: String?
  package var url: URL?
  package var groupID: String
  package var name: String
  /// The language tag (RFC 5646).
  package var language: String?
  package var associatedLanguage: String?
  package var stableID: String?
  package var isDefault: Bool
  package var isAutoselect: Bool
  package var isForced: Bool
  /// `CC1`…`CC4`, `SERVICE1`…`SERVICE63`.
  package var inStreamID: String?
  package var characteristics: [String]
  package var channels: String?
  package var bitDepth: Int?
  package var sampleRate: Int?
}

/// `EXT-X-SESSION-DATA`.
package struct SessionData: Sendable, Equatable {
  package var dataID: String
  package var value: String?
  package var uri: String?
  package var url: URL?
  /// `JSON` or `RAW`.
  package var format: String
  package var language: String?
}

/// `EXT-X-CONTENT-STEERING`.
package struct ContentSteering: Sendable, Equatable {
  package var serverURI: String
  package var url: URL?
  package var pathwayID: String?
}
