/// Decides when the window of a view enters and leaves full screen by itself.
struct FullScreenPolicy: Equatable {
  /// Whether the window enters full screen when an item begins to play.
  var entersWhenPlaybackBegins = false
  /// Whether the window leaves full screen when the item has played to its end.
  var leavesWhenPlaybackEnds = false

  /// Whether to enter full screen after a change of the playback state.
  func enters(wasPlaying: Bool, isPlaying: Bool) -> Bool { entersWhenPlaybackBegins && isPlaying && !wasPlaying }

  /// Whether to leave full screen at the end of an item. `isPlaying`: playback goes on, because the item repeats.
  func leavesAtEnd(isPlaying: Bool) -> Bool { leavesWhenPlaybackEnds && !isPlaying }
}
