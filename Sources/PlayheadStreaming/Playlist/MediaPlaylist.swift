import CoreMedia
import Foundation
import PlayheadNetworking

/// A media playlist: the segments of one presentation, in order.
package struct MediaPlaylist: Sendable, Equatable {
  /// The URL of the playlist after redirections, the base of relative references.
  package var url: URL?
  /// The values of `EXT-X-PLAYLIST-TYPE`.
  package enum Kind: String, Sendable { case event = "EVENT", onDemand = "VOD" }

  package var head = PlaylistHead()
  /// The maximum segment duration in whole seconds; nil if missing.
  package var targetDuration: Int?
  package var kind: Kind?
  /// Whether no further segments will be added.
  package var hasEnded = false
  /// `EXT-X-I-FRAMES-ONLY`: whether each segment is a single I-frame.
  package var isIFramesOnly = false
  /// The legacy `EXT-X-ALLOW-CACHE`.
  package var allowsCache = true
  /// The sequence number of the first segment in the playlist, including segments skipped by `EXT-X-SKIP`.
  package var mediaSequence = 0
  /// The discontinuity sequence number of the first segment.
  package var discontinuitySequence = 0
  /// The offset of both numbers from the server's own.
  package var renumbered = Renumbering()
  package var segments: [MediaSegment] = []
  package var dateRanges: [DateRange] = []
  package var skip: Skip?

  // Low latency.
  package var serverControl = ServerControl()
  /// `EXT-X-PART-INF`: the maximum part duration in seconds.
  package var partTarget: Double?
  /// The incomplete segment with its available parts; its URI is unknown.
  package var openSegment: MediaSegment?
  /// The available parts of the incomplete segment.
  package var openParts: [PartialSegment] { openSegment?.parts ?? [] }
  package var preloadHints: [PreloadHint] = []
  package var renditionReports: [RenditionReport] = []
  package init() {}

  /// The sum of the segment durations.
  package var duration: CMTime { segments.reduce(.zero) { $0 + $1.duration } }
  /// Whether reloading may return changes.
  package var mayGrow: Bool { !hasEnded && kind != .onDemand }

  /// `EXT-X-SKIP`.
  package struct Skip: Sendable, Equatable {
    package var segmentCount: Int
    /// The identifiers of removed date ranges.
    package var removedDateRanges: [String]
  }
}

/// A byte range of a resource.
package struct ByteRange: Sendable, Hashable {
  package var offset: Int64
  package var length: Int64
  package init(offset: Int64, length: Int64) {
    self.offset = offset
    self.length = length
  }
  /// The offset after the last byte.
  package var end: Int64 { offset + length }
}

/// `EXT-X-MAP`: the data that a decoder needs before the segments.
package struct InitializationSection: Sendable, Hashable {
  package var uri: String
  package var url: URL?
  package var byteRange: ByteRange?
  package var keys: [EncryptionKey]
  package var base = ReferenceBase(nil)
}

/// `EXT-X-KEY` and `EXT-X-SESSION-KEY`.
package struct EncryptionKey: Sendable, Hashable {
  /// The encryption method.
  package enum Method: Sendable, Hashable {
    case aes128
    case sampleAES
    case sampleAESCTR
    case other(String)
  }

  package var method: Method
  package var uri: String?
  package var url: URL?
  /// 16 bytes; nil: derived from the sequence number (RFC 8216 §5.2).
  package var initializationVector: [UInt8]?
  package var format: String
  package var formatVersions: [Int]
  package var base = ReferenceBase(nil)

  /// The key format without a key server: the key itself is at the URI.
  package static let identityFormat = "identity"
}

/// `EXT-X-PART`.
package struct PartialSegment: Sendable, Equatable {
  package var uri: String
  package var url: URL?
  package var duration: CMTime
  package var byteRange: ByteRange?
  /// Whether the part begins with an independent frame.
  package var isIndependent: Bool
  /// Whether the part is not available.
  package var isGap: Bool
}

/// `EXT-X-PRELOAD-HINT`: the resource to request next.
package struct PreloadHint: Sendable, Equatable {
  package enum Kind: Sendable, Equatable { case part, map, other(String) }
  package var kind: Kind
  package var uri: String
  package var url: URL?
  package var start: Int64
  package var length: Int64?
}

/// `EXT-X-RENDITION-REPORT`: the state of another rendition.
package struct RenditionReport: Sendable, Equatable {
  package var uri: String
  package var url: URL?
  package var lastMediaSequence: Int?
  package var lastPart: Int?
}

/// `EXT-X-SERVER-CONTROL`, in seconds.
package struct ServerControl: Sendable, Equatable {
  /// The threshold in seconds for delta updates.
  package var canSkipUntil: Double?
  package var canSkipDateRanges = false
  /// The minimum distance from the live edge in seconds, without parts.
  package var holdBack: Double?
  /// The minimum distance from the live edge in seconds, with parts.
  package var partHoldBack: Double?
  /// Whether the server supports blocking reloads.
  package var canBlockReload = false
  package init() {}
}

/// `EXT-X-DATERANGE`.
package struct DateRange: Sendable, Equatable {
  /// The value of a client attribute.
  package enum Value: Sendable, Equatable {
    case text(String)
    case number(Double)
    case bytes([UInt8])
  }

  package var id: String
  package var classID: String?
  package var start: Date?
  /// `PRE`, `POST`, `ONCE`.
  package var cue: [String]
  package var end: Date?
  package var duration: Double?
  package var plannedDuration: Double?
  /// `SCTE35-CMD`, `SCTE35-OUT`, `SCTE35-IN`.
  package var scte35: [String: [UInt8]]
  /// `END-ON-NEXT`: whether the range ends with the next one of its class.
  package var endsOnNext: Bool
  /// `X-…`.
  package var clientAttributes: [String: Value]
}
