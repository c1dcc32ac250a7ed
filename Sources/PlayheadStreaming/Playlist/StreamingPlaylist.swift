import PlayheadBasics

/// A playlist of HTTP Live Streaming, RFC 8216 and its second edition (draft-pantos-hls-rfc8216bis).
package enum StreamingPlaylist: Sendable, Equatable {
  /// Which presentations of the same content there are.
  case multivariant(MultivariantPlaylist)
  /// The segments of one presentation.
  case media(MediaPlaylist)
}

/// What either kind of playlist may say.
package struct PlaylistHead: Sendable, Equatable {
  /// `EXT-X-VERSION`; nil where it is not there, which means 1.
  package var version: Int?
  /// Every segment can be decoded without another one.
  package var hasIndependentSegments = false
  package var start: StartPoint?
  /// `EXT-X-DEFINE`: the variables and their values, imported ones included.
  package var variables: [String: String] = [:]
  /// What was wrong with it and was passed over.
  package var warnings: [PlaylistWarning] = []
  package init() {}
}

/// `EXT-X-START`: where to begin unless somebody wants otherwise.
package struct StartPoint: Sendable, Equatable {
  /// Seconds: from the beginning, or, where negative, from the end.
  package var offset: Double
  /// Whether what lies before the offset in its segment is left out.
  package var isPrecise: Bool
}

/// A mistake that players pass over.
package struct PlaylistWarning: Sendable, Equatable {
  /// Counted from 1.
  package var line: Int
  package var text: String
}

/// A mistake with which a client must not use a playlist.
package enum PlaylistError: Error, Sendable, Equatable {
  /// It does not begin with `#EXTM3U`.
  case notAPlaylist
  /// It begins with a byte order mark (RFC 8216 §4.1).
  case byteOrderMark
  /// A newer version than there is a specification of.
  case unsupportedVersion(Int)
  /// Tags of both kinds of playlists.
  case mixedKinds(line: Int)
  /// The tag is given twice, which the specification forbids playing.
  case repeatedTag(String, line: Int)
  /// A variable that nobody has defined, or that is defined twice.
  case undefinedVariable(String, line: Int)
  case redefinedVariable(String, line: Int)
  case badDefinition(line: Int)
  /// A byte range that begins where the one before ends, and none is before.
  case undefinedByteRange(line: Int)
  /// More of something than any playlist needs.
  case limitExceeded(ResourceLimit)
  /// A delta update for which the segments that it leaves out are not known.
  case missingSkippedSegments
}
