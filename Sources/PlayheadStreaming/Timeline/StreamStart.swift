import CoreMedia

/// Where a stream begins to play.
package enum StreamStart {
  /// How far from the end of a live playlist one must stay, in seconds: what the server says, else three target durations
  /// (RFC 8216 §6.3.3, second edition §4.4.3.8).
  package static func holdBack(_ playlist: MediaPlaylist) -> Double {
    playlist.serverControl.holdBack ?? 3 * Double(playlist.targetDuration ?? 0)
  }

  /// The latest time that may be played.
  package static func edge(_ timeline: PlaylistTimeline) -> CMTime {
    guard timeline.isLive else { return timeline.range.end }
    let back = CMTime(seconds: holdBack(timeline.playlist), preferredTimescale: 1_000_000)
    return max(timeline.range.start, timeline.range.end - back)
  }

  /// `start` is what `EXT-X-START` says.
  package static func time(_ timeline: PlaylistTimeline, start: StartPoint?) -> CMTime {
    let range = timeline.range
    guard let start else { return timeline.isLive ? edge(timeline) : range.start }
    let offset = CMTime(seconds: start.offset, preferredTimescale: 1_000_000)
    let wanted = start.offset < 0 ? range.end + offset : range.start + offset
    return min(max(range.start, wanted), timeline.isLive ? edge(timeline) : range.end)
  }
}
