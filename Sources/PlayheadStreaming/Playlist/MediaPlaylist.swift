import CoreMedia
import Foundation
import PlayheadNetworking

/// The segments of one presentation, in order.
package struct MediaPlaylist: Sendable, Equatable {
  /// Where it came from, after redirections: its addresses are relative to it.
  package var url: URL?
  package enum Kind: String, Sendable { case event = "EVENT", onDemand = "VOD" }

  package var head = PlaylistHead()
  /// The longest segment's length in whole seconds; nil where the playlist forgot it.
  package var targetDuration: Int?
  package var kind: Kind?
  /// Nothing is added any more.
  package var hasEnded = false
  package var isIFramesOnly = false
  /// The old `EXT-X-ALLOW-CACHE`.
  package var allowsCache = true
  /// The number of the first segment that the playlist has, or leaves out by `EXT-X-SKIP`.
  package var mediaSequence = 0
  package var discontinuitySequence = 0
  /// How far both numbers are from the server's own.
  package var renumbered = Renumbering()
  package var segments: [MediaSegment] = []
  package var dateRanges: [DateRange] = []
  package var skip: Skip?

  // Low latency.
  package var serverControl = ServerControl()
  /// `EXT-X-PART-INF`: the longest part in seconds.
  package var partTarget: Double?
  /// The segment that is not complete yet, as far as its parts are there; its address is not known.
  package var openSegment: MediaSegment?
  package var openParts: [PartialSegment] { openSegment?.parts ?? [] }
  package var preloadHints: [PreloadHint] = []
  package var renditionReports: [RenditionReport] = []
  package init() {}

  /// The sum of the segments' lengths.
  package var duration: CMTime { segments.reduce(.zero) { $0 + $1.duration } }
  /// Whether it is worth asking for it again.
  package var mayGrow: Bool { !hasEnded && kind != .onDemand }

  /// `EXT-X-SKIP`.
  package struct Skip: Sendable, Equatable {
    package var segmentCount: Int
    /// Identifiers of date ranges that are gone.
    package var removedDateRanges: [String]
  }
}

/// Bytes of a resource.
package struct ByteRange: Sendable, Hashable {
  package var offset: Int64
  package var length: Int64
  package init(offset: Int64, length: Int64) {
    self.offset = offset
    self.length = length
  }
  package var end: Int64 { offset + length }
}

/// `EXT-X-MAP`: what a decoder must have read before the segments.
package struct InitializationSection: Sendable, Hashable {
  package var uri: String
  package var url: URL?
  package var byteRange: ByteRange?
  package var keys: [EncryptionKey]
  package var base = AddressBase(nil)
}

/// `EXT-X-KEY` and `EXT-X-SESSION-KEY`.
package struct EncryptionKey: Sendable, Hashable {
  package enum Method: Sendable, Hashable {
    case aes128
    case sampleAES
    case sampleAESCTR
    case other(String)
  }

  package var method: Method
  package var uri: String?
  package var url: URL?
  /// 16 bytes; nil: made of the segment's number (RFC 8216 §5.2).
  package var initializationVector: [UInt8]?
  package var format: String
  package var formatVersions: [Int]
  package var base = AddressBase(nil)

  package static let identityFormat = "identity"
}

/// `EXT-X-PART`.
package struct PartialSegment: Sendable, Equatable {
  package var uri: String
  package var url: URL?
  package var duration: CMTime
  package var byteRange: ByteRange?
  package var isIndependent: Bool
  package var isGap: Bool
}

/// `EXT-X-PRELOAD-HINT`: what will be asked for next.
package struct PreloadHint: Sendable, Equatable {
  package enum Kind: Sendable, Equatable { case part, map, other(String) }
  package var kind: Kind
  package var uri: String
  package var url: URL?
  package var start: Int64
  package var length: Int64?
}

/// `EXT-X-RENDITION-REPORT`: how far another rendition has come.
package struct RenditionReport: Sendable, Equatable {
  package var uri: String
  package var url: URL?
  package var lastMediaSequence: Int?
  package var lastPart: Int?
}

/// `EXT-X-SERVER-CONTROL`, in seconds.
package struct ServerControl: Sendable, Equatable {
  package var canSkipUntil: Double?
  package var canSkipDateRanges = false
  package var holdBack: Double?
  package var partHoldBack: Double?
  package var canBlockReload = false
  package init() {}
}

/// `EXT-X-DATERANGE`.
package struct DateRange: Sendable, Equatable {
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
  package var endsOnNext: Bool
  /// `X-…`.
  package var clientAttributes: [String: Value]
}
