import CoreMedia
import Foundation
import PlayheadNetworking

/// A media playlist: the segments of one presentation, in order.
package struct MediaPlaylist: Sendable, Equatable {
  /// The URL of the playlist after redirections, the base of relative references.
  package var url: URL?
  /// The values of `EXT-X-PLAYLIST-TYPE`.
  package enum Kind: String, Sendable { case event = "EVENT", onDemand = "VOD" }

  /// The tags that both kinds of playlist have.
  package var head = PlaylistHead()
  /// The maximum segment duration in whole seconds; nil if missing.
  package var targetDuration: Int?
  /// `EXT-X-PLAYLIST-TYPE`; nil if missing: segments may then be added and removed, unless the playlist has ended.
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
  /// The complete segments in the order of playback; after `fill` including the skipped ones.
  package var segments: [MediaSegment] = []
  /// `EXT-X-DATERANGE`, one entry for each identifier, in the order of first occurrence.
  package var dateRanges: [DateRange] = []
  /// The skipped segments of a delta update; nil for a complete playlist and after `fill`.
  package var skip: Skip?

  // Low latency.
  /// The server's support for delta updates and blocking reloads, and its recommended distances from the live edge.
  package var serverControl = ServerControl()
  /// `EXT-X-PART-INF`: the maximum part duration in seconds.
  package var partTarget: Double?
  /// The incomplete segment with its available parts; its URI is unknown.
  package var openSegment: MediaSegment?
  /// The available parts of the incomplete segment.
  package var openParts: [PartialSegment] { openSegment?.parts ?? [] }
  /// The resources that the server will publish next, in playlist order.
  package var preloadHints: [PreloadHint] = []
  /// The newest positions of the other renditions at the time of the response.
  package var renditionReports: [RenditionReport] = []
  /// An empty live playlist.
  package init() {}

  /// The sum of the segment durations.
  package var duration: CMTime { segments.reduce(.zero) { $0 + $1.duration } }
  /// Whether reloading may return changes.
  package var mayGrow: Bool { !hasEnded && kind != .onDemand }

  /// `EXT-X-SKIP`.
  package struct Skip: Sendable, Equatable {
    /// `SKIPPED-SEGMENTS`: the number of segments left out at the start.
    package var segmentCount: Int
    /// The identifiers of removed date ranges.
    package var removedDateRanges: [String]
  }
}

/// A byte range of a resource.
package struct ByteRange: Sendable, Hashable {
  /// The offset of the first byte, from 0.
  package var offset: Int64
  /// The number of bytes, greater than 0 in parsed playlists.
  package var length: Int64
  /// Creates a range from an offset and a number of bytes.
  package init(offset: Int64, length: Int64) {
    self.offset = offset
    self.length = length
  }
  /// The offset after the last byte.
  package var end: Int64 { offset + length }
}

/// `EXT-X-MAP`: the data that a decoder needs before the segments.
package struct InitializationSection: Sendable, Hashable {
  /// `URI` as written.
  package var uri: String
  /// The absolute URL; nil if the URI is invalid.
  package var url: URL?
  /// `BYTERANGE`; nil for the whole resource.
  package var byteRange: ByteRange?
  /// The keys that apply to the section itself, which may differ from those of the segments.
  package var keys: [EncryptionKey]
  /// The playlist that declares it, for the check of references.
  package var base = ReferenceBase(nil)
}

/// `EXT-X-KEY` and `EXT-X-SESSION-KEY`.
package struct EncryptionKey: Sendable, Hashable {
  /// The encryption method.
  package enum Method: Sendable, Hashable {
    /// `AES-128`: whole resources in CBC mode with PKCS #7 padding.
    case aes128
    /// `SAMPLE-AES`: parts of the media samples in CBC mode.
    case sampleAES
    /// `SAMPLE-AES-CTR`: parts of the media samples in CTR mode (second edition).
    case sampleAESCTR
    /// A method that is not specified, with its name.
    case other(String)
  }

  /// `METHOD`; `NONE` has no value, because it means the absence of keys.
  package var method: Method
  /// `URI` as written; nil if missing.
  package var uri: String?
  /// The absolute URL; nil if the URI is missing or invalid.
  package var url: URL?
  /// 16 bytes; nil: derived from the sequence number (RFC 8216 §5.2).
  package var initializationVector: [UInt8]?
  /// `KEYFORMAT`; `identityFormat` if missing.
  package var format: String
  /// `KEYFORMATVERSIONS`; `[1]` if missing.
  package var formatVersions: [Int]
  /// The playlist that declares it, for the check of references.
  package var base = ReferenceBase(nil)

  /// The key format without a key server: the key itself is at the URI.
  package static let identityFormat = "identity"
}

/// `EXT-X-PART`.
package struct PartialSegment: Sendable, Equatable {
  /// `URI` as written.
  package var uri: String
  /// The absolute URL; nil if the URI is invalid.
  package var url: URL?
  /// `DURATION`, in microseconds.
  package var duration: CMTime
  /// `BYTERANGE` with a known offset; nil for the whole resource.
  package var byteRange: ByteRange?
  /// Whether the part begins with an independent frame.
  package var isIndependent: Bool
  /// Whether the part is not available.
  package var isGap: Bool
}

/// `EXT-X-PRELOAD-HINT`: the resource to request next.
package struct PreloadHint: Sendable, Equatable {
  /// The kind of the hinted resource: a part, an initialization section, or a kind that is not specified.
  package enum Kind: Sendable, Equatable { case part, map, other(String) }
  /// `TYPE`.
  package var kind: Kind
  /// `URI` as written.
  package var uri: String
  /// The absolute URL; nil if the URI is invalid.
  package var url: URL?
  /// `BYTERANGE-START`: the offset of the first byte; 0 if missing.
  package var start: Int64
  /// `BYTERANGE-LENGTH` in bytes; nil: until the end of the resource.
  package var length: Int64?

  /// Whether the hinted resource has exactly the bytes of a segment.
  package func covers(_ segment: MediaSegment) -> Bool {
    url == segment.url && start == segment.byteRange?.offset ?? 0 && length == segment.byteRange?.length
  }
}

/// `EXT-X-RENDITION-REPORT`: the state of another rendition.
package struct RenditionReport: Sendable, Equatable {
  /// `URI` as written.
  package var uri: String
  /// The absolute URL of the other media playlist; nil if the URI is invalid.
  package var url: URL?
  /// `LAST-MSN`: the sequence number of its newest segment, complete or not.
  package var lastMediaSequence: Int?
  /// `LAST-PART`: the index of the newest part in that segment; nil if missing.
  package var lastPart: Int?
}

/// `EXT-X-SERVER-CONTROL`, in seconds.
package struct ServerControl: Sendable, Equatable {
  /// The threshold in seconds for delta updates.
  package var canSkipUntil: Double?
  /// `CAN-SKIP-DATERANGES`: whether delta updates may leave out date ranges too.
  package var canSkipDateRanges = false
  /// The minimum distance from the live edge in seconds, without parts.
  package var holdBack: Double?
  /// The minimum distance from the live edge in seconds, with parts.
  package var partHoldBack: Double?
  /// Whether the server supports blocking reloads.
  package var canBlockReload = false
  /// The values of a playlist without the tag: no support for any directive.
  package init() {}
}

/// `EXT-X-DATERANGE`.
package struct DateRange: Sendable, Equatable {
  /// The value of a client attribute.
  package enum Value: Sendable, Equatable {
    /// A quoted string.
    case text(String)
    /// A decimal number.
    case number(Double)
    /// A hexadecimal sequence, most significant byte first.
    case bytes([UInt8])
  }

  /// `ID`, unique in the playlist.
  package var id: String
  /// `CLASS`: ranges of one class have the same meaning; nil if missing.
  package var classID: String?
  /// `START-DATE`; nil if missing or invalid.
  package var start: Date?
  /// `PRE`, `POST`, `ONCE`.
  package var cue: [String]
  /// `END-DATE`; nil if missing or invalid.
  package var end: Date?
  /// `DURATION` in seconds; nil if missing.
  package var duration: Double?
  /// `PLANNED-DURATION` in seconds, for a range whose actual duration is not known yet.
  package var plannedDuration: Double?
  /// `SCTE35-CMD`, `SCTE35-OUT`, `SCTE35-IN`.
  package var scte35: [String: [UInt8]]
  /// `END-ON-NEXT`: whether the range ends with the next one of its class.
  package var endsOnNext: Bool
  /// `X-…`.
  package var clientAttributes: [String: Value]
}
