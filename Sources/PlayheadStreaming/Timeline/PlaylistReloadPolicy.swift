/// How long after one request for a live playlist the next one is sent (RFC 8216 §6.3.4, second edition §6.2.5.2).
///
/// The target duration after a change, half of it otherwise; a playlist of parts is asked for each part, and at once where
/// the server holds its answer until there is something new. However a server answers, requests are at least half a part or
/// target duration and 200 ms apart, and further apart each time that nothing new comes, up to half a target duration.
package struct PlaylistReloadPolicy: Sendable, Equatable {
  /// Requests are never closer, in seconds.
  package static let shortest = 0.2
  /// No live playlist is left alone for longer, in seconds, whatever target duration it claims.
  package static let longest = 60.0

  /// Answers in a row that brought nothing new, failures counted in.
  package private(set) var unchanged = 0
  package init() {}

  /// An answer came.
  package mutating func answered(withNews: Bool) { unchanged = withNews ? 0 : min(unchanged + 1, 16) }

  /// Seconds between two requests. `holds`: the server answers when it has something new.
  package func interval(_ playlist: MediaPlaylist, holds: Bool) -> Double {
    let target = Double(max(1, playlist.targetDuration ?? 0))
    let unit = playlist.partTarget ?? target
    let least = max(Self.shortest, min(unit, target) / 2)
    if unchanged == 0 {
      if holds { return min(least, Self.longest) }
      if playlist.partTarget != nil { return min(max(unit, least), Self.longest) }
      let last = playlist.segments.last?.duration.seconds ?? target
      return min(max(least, min(target, max(last, target / 2))), Self.longest)
    }
    // Twice as long each time, up to half of the target duration. Longer would see the edge of a stream that goes on too late.
    var seconds = max(least, unit / 2)
    for _ in 1..<unchanged where seconds < target / 2 { seconds = min(seconds * 2, target / 2) }
    return min(seconds, Self.longest)
  }
}
