import Foundation

/// A playlist of presentations: variants of one content in several qualities, and renditions that belong to them.
package struct MultivariantPlaylist: Sendable, Equatable {
  /// Where it came from, after redirections: its addresses are relative to it.
  package var url: URL?
  package var head = PlaylistHead()
  /// In the order of the file: the first one is what players begin with.
  package var variants: [Variant] = []
  package var iFrameVariants: [Variant] = []
  package var renditions: [Rendition] = []
  package var sessionData: [SessionData] = []
  package var sessionKeys: [EncryptionKey] = []
  package var contentSteering: ContentSteering?
  package init() {}

  /// The renditions that a variant names for a kind; none where it names no group.
  package func renditions(_ kind: Rendition.Kind, of variant: Variant) -> [Rendition] {
    guard let group = variant.groups[kind] else { return [] }
    return renditions.filter { $0.kind == kind && $0.groupID == group }
  }
}

/// `EXT-X-STREAM-INF` and `EXT-X-I-FRAME-STREAM-INF`.
package struct Variant: Sendable, Equatable {
  package var uri: String
  package var url: URL?
  /// Bits a second at the worst; 0 where the playlist forgot it.
  package var bandwidth: Int
  package var averageBandwidth: Int?
  package var score: Double?
  /// RFC 6381 names; empty where nothing is told.
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
  /// The group of renditions for each kind.
  package var groups: [Rendition.Kind: String]
  /// `CLOSED-CAPTIONS=NONE`: no variant has any.
  package var hasNoClosedCaptions: Bool
  package var pathwayID: String?

  package struct Resolution: Sendable, Hashable {
    package var width: Int
    package var height: Int
    package init(width: Int, height: Int) {
      self.width = width
      self.height = height
    }
  }

  /// What decides about bandwidth: the average where it is told, else the peak.
  package var usualBandwidth: Int { averageBandwidth ?? bandwidth }
}

/// `EXT-X-MEDIA`: an alternative of one kind, such as a language.
package struct Rendition: Sendable, Equatable {
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    case audio = "AUDIO"
    case video = "VIDEO"
    case subtitles = "SUBTITLES"
    case closedCaptions = "CLOSED-CAPTIONS"
  }

  package var kind: Kind
  /// nil: it lies in the variant's own segments.
  package var uri: String?
  package var url: URL?
  package var groupID: String
  package var name: String
  /// RFC 5646.
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
