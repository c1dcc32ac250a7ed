import CoreMedia

/// The interval between requests of a live playlist (RFC 8216 §6.3.4, second edition §6.2.5.2).
///
/// The target duration after a change, half of it otherwise; a playlist with parts is requested for each part, and at
/// once if the server blocks until there is an update. In any case requests are at least half a part or target duration
/// and 200 ms apart, and further apart after each unchanged response, up to half a target duration.
package struct PlaylistReloadPolicy: Sendable, Equatable {
  /// The minimum interval in seconds.
  package static let shortest = 0.2
  /// The maximum interval in seconds, whatever target duration the playlist declares.
  package static let longest = 60.0

  /// Consecutive responses without changes, including failures.
  package private(set) var unchanged = 0
  /// A policy before the first response.
  package init() {}

  /// Records a response.
  package mutating func answered(withChanges: Bool) { unchanged = withChanges ? 0 : min(unchanged + 1, 16) }

  /// Seconds between two requests. `holds`: whether the server blocks until there is an update.
  ///
  /// - Parameter playlist: The newest version, whose target durations apply.
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
    // Double the interval each time, up to half of the target duration. A longer one would detect the edge of a resumed
    // stream too late.
    var seconds = max(least, unit / 2)
    for _ in 1..<unchanged where seconds < target / 2 { seconds = min(seconds * 2, target / 2) }
    return min(seconds, Self.longest)
  }
}
