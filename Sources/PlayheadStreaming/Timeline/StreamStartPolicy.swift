import CoreMedia

/// The start position of a stream.
package enum StreamStartPolicy {
  /// The minimum distance from the end of a live playlist, in seconds: as the server declares it, otherwise three
  /// target durations (RFC 8216 §6.3.3, second edition §4.4.3.8).
  package static func holdBack(_ playlist: MediaPlaylist) -> Double {
    if playlist.partTarget != nil, let back = playlist.serverControl.partHoldBack { return back }
    return playlist.serverControl.holdBack ?? 3 * Double(playlist.targetDuration ?? 0)
  }

  /// The latest playable time. `offset`: the requested distance from the end, in seconds; it may be smaller than the
  /// server recommends, down to one segment.
  package static func edge(_ timeline: PlaylistTimeline, offset: Double? = nil) -> CMTime {
    guard timeline.isLive else { return timeline.range.end }
    let recommended = holdBack(timeline.playlist)
    let back = min(recommended, max(offset ?? recommended, least(timeline.playlist)))
    return max(timeline.range.start, timeline.liveEnd - CMTime(seconds: back, preferredTimescale: 1_000_000))
  }

  /// The minimum distance from the end: closer to it there is nothing to fetch during playback.
  private static func least(_ playlist: MediaPlaylist) -> Double {
    playlist.partTarget.map { 2 * $0 } ?? Double(playlist.targetDuration ?? 0)
  }

  /// The start position. `start` is the value of `EXT-X-START`; `offset`, the requested distance from the end of a live
  /// stream, takes precedence.
  package static func time(_ timeline: PlaylistTimeline, start: StartPoint?, offset requested: Double? = nil) -> CMTime
  {
    afterGap(preferredTime(timeline, start: start, offset: requested), timeline)
  }

  /// Moves a start position inside a gap to the first segment after it.
  private static func afterGap(_ time: CMTime, _ timeline: PlaylistTimeline) -> CMTime {
    guard let index = timeline.index(at: time), timeline.segments[index].isGap,
      let next = timeline.segments[index...].firstIndex(where: { !$0.isGap })
    else { return time }
    return timeline.starts[next]
  }

  /// The start position before gaps are considered: the requested distance, `EXT-X-START`, or the default (the edge of
  /// a live stream, otherwise the beginning). Never closer to the end of a live stream than permitted.
  private static func preferredTime(
    _ timeline: PlaylistTimeline, start: StartPoint?, offset requested: Double?
  ) -> CMTime {
    let range = timeline.range
    if timeline.isLive, let requested {
      let back = CMTime(seconds: max(requested, least(timeline.playlist)), preferredTimescale: 1_000_000)
      return max(range.start, timeline.liveEnd - back)
    }
    guard let start else { return timeline.isLive ? edge(timeline) : range.start }
    let offset = CMTime(seconds: start.offset, preferredTimescale: 1_000_000)
    let requested = start.offset < 0 ? range.end + offset : range.start + offset
    return min(max(range.start, requested), timeline.isLive ? edge(timeline) : range.end)
  }
}
