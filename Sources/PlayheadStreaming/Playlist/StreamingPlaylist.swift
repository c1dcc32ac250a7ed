import PlayheadBasics

/// A playlist of HTTP Live Streaming, RFC 8216 and its second edition (draft-pantos-hls-rfc8216bis).
package enum StreamingPlaylist: Sendable, Equatable {
  /// The variants of a presentation.
  case multivariant(MultivariantPlaylist)
  /// The segments of one variant or rendition.
  case media(MediaPlaylist)
}

/// The tags that both kinds of playlist may have.
package struct PlaylistHead: Sendable, Equatable {
  /// `EXT-X-VERSION`; nil if missing, which means 1.
  package var version: Int?
  /// Whether every segment can be decoded independently.
  package var hasIndependentSegments = false
  /// The preferred start position; nil for the beginning, or for the live edge.
  package var start: StartPoint?
  /// `EXT-X-DEFINE`: the variables and their values, imported ones included.
  package var variables: [String: String] = [:]
  /// The tolerated errors.
  package var warnings: [PlaylistWarning] = []
  package init() {}
}

/// `EXT-X-START`: the preferred start position.
package struct StartPoint: Sendable, Equatable {
  /// Seconds: from the beginning, or from the end if negative.
  package var offset: Double
  /// Whether media before the offset within its segment is skipped.
  package var isPrecise: Bool
}

/// An error that players tolerate.
package struct PlaylistWarning: Sendable, Equatable {
  /// The line number, from 1.
  package var line: Int
  /// A description in English, for logs.
  package var text: String
}

/// An error for which a client must reject a playlist.
package enum PlaylistError: Error, Sendable, Equatable {
  /// It does not begin with `#EXTM3U`.
  case notAPlaylist
  /// It begins with a byte order mark (RFC 8216 §4.1).
  case byteOrderMark
  /// A version newer than any specification.
  case unsupportedVersion(Int)
  /// Tags of both kinds of playlist.
  case mixedKinds(line: Int)
  /// A tag is repeated, for which the specification requires rejection.
  case repeatedTag(String, line: Int)
  /// A variable is not defined.
  case undefinedVariable(String, line: Int)
  /// A variable is defined twice.
  case redefinedVariable(String, line: Int)
  /// `EXT-X-DEFINE` without a valid name or without a value.
  case badDefinition(line: Int)
  /// A byte range without an offset, and without a preceding range.
  case undefinedByteRange(line: Int)
  /// A limit is exceeded.
  case limitExceeded(ResourceLimit)
  /// The segments that a delta update skips are not known.
  case missingSkippedSegments
}
