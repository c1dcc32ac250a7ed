extension PlaylistError: CustomStringConvertible {
  /// The reason as a clause whose subject is the playlist, for logs and for the failure reason of the error.
  package var description: String {
    switch self {
    case .notAPlaylist: "it does not begin with #EXTM3U"
    case .byteOrderMark: "it begins with a byte order mark"
    case .unsupportedVersion(let version): "its version \(version) is not known"
    case .mixedKinds(let line): "line \(line) belongs to another kind of playlist"
    case .repeatedTag(let tag, let line): "line \(line) has \(tag) a second time"
    case .undefinedVariable(let name, let line): "line \(line) names the variable “\(name)”, which is not defined"
    case .redefinedVariable(let name, let line): "line \(line) defines the variable “\(name)” a second time"
    case .badDefinition(let line): "line \(line) defines no variable"
    case .undefinedByteRange(let line): "the byte range of line \(line) has no beginning"
    case .limitExceeded(let limit): "it exceeds a limit: \(limit)"
    case .missingSkippedSegments: "it skips segments that are not known"
    }
  }
}
